import { type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

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
    meta: { handlesErrors: true },
  })

/** How many labels of a batch were printed before. Never cached, because another window may print them. */
export const printedBeforeQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...printRunKeys.all, 'printed-before', batchId],
    queryFn: ({ signal }) => call(printRunsApi.printedBefore, { query: { batchId } }, { signal }),
    staleTime: 0,
    // Otherwise the number before the last run would be shown first.
    gcTime: 0,
    retry: false,
    meta: { handlesErrors: true },
  })

/** Which labels of a batch a run prints: those not printed before, or all of them for a reason. */
export type LabelSelection = { reason?: string; onlyUnprinted?: boolean }

export const startRun = async (batchId: string, selection: LabelSelection): Promise<PrintRun> =>
  (await call(printRunsApi.start, { body: { batchId, ...selection } })).run

export const takeOverRun = async (runId: string): Promise<PrintRun> =>
  (await call(printRunsApi.resume, { body: { runId } })).run

export const finishRun = async (runId: string): Promise<PrintRun> =>
  (await call(printRunsApi.finish, { body: { runId } })).run
