import { type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Sender } from '../../../api/stored-token.ts'

export const printRunKeys = {
  all: ['print-runs'] as const,
  open: (batchId: string) => [...printRunKeys.all, 'open', batchId] as const,
}

const pollMs = 3000

/** The unfinished run of a batch. It is polled, because another window may be printing it. */
export const openRunQuery = (batchId: string) =>
  queryOptions({
    queryKey: printRunKeys.open(batchId),
    queryFn: ({ signal }) => call(printRunsApi.open, { query: { batchId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run ? pollMs : false),
  })

/** The unfinished run of chosen samples that the person has started. */
export const openRunOfChosenQuery = queryOptions({
  queryKey: [...printRunKeys.all, 'open-of-chosen'],
  queryFn: ({ signal }) => call(printRunsApi.openOfChosen, {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.run ? pollMs : false),
})

/** The samples whose labels are printed: those of a batch, or chosen ones. */
export type LabelSource = { batchId: string } | { sampleIds: readonly string[] }

const countPrintedBefore = (source: LabelSource, signal: AbortSignal) =>
  'batchId' in source
    ? call(printRunsApi.printedBefore, { query: source }, { signal })
    : call(printRunsApi.chosenPrintedBefore, { body: { sampleIds: [...source.sampleIds] } }, { signal })

/** How many labels were printed before. Never cached, because another window may print them. */
export const printedBeforeQuery = (source: LabelSource) =>
  queryOptions({
    queryKey: [...printRunKeys.all, 'printed-before', source],
    queryFn: ({ signal }) => countPrintedBefore(source, signal),
    staleTime: 0,
    // Otherwise the number before the last run would be shown first.
    gcTime: 0,
    retry: false,
  })

/** Which labels a run prints: those not printed before, or all of them for a reason. */
export type LabelSelection = { reason?: string; onlyUnprinted?: boolean }

export async function startRun(
  source: LabelSource,
  selection: LabelSelection,
  sender: Sender,
): Promise<PrintRun> {
  const labels = 'batchId' in source ? source : { sampleIds: [...source.sampleIds], isOfChosen: true }
  return (await call(printRunsApi.start, { body: { ...labels, ...selection } }, sender)).run
}

export const takeOverRun = async (runId: string, sender: Sender): Promise<PrintRun> =>
  (await call(printRunsApi.resume, { body: { runId } }, sender)).run

export const finishRun = async (runId: string, sender: Sender): Promise<PrintRun> =>
  (await call(printRunsApi.finish, { body: { runId } }, sender)).run
