import { type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { randomKey } from '../../../api/random-key.ts'
import { printerCheckQuery } from '../printer/check-printer.ts'
import { askPrinter } from './ask-printer.ts'
import { handToAgent } from './hand-to-agent.ts'
import { noneYet } from './print-progress.ts'
import { PrintQueue } from './print-queue.ts'
import { steadyWait } from './unthrottled-wait.ts'

export const printRunKeys = {
  all: ['print-runs'] as const,
  open: (batchId: string) => [...printRunKeys.all, 'open', batchId] as const,
}

const watchMs = 3000

/** The unfinished run of a batch. While there is one, it is watched: another window may be printing it. */
export const openRunQuery = (batchId: string) =>
  queryOptions({
    queryKey: printRunKeys.open(batchId),
    queryFn: ({ signal }) => call(printRunsApi.open, { query: { batchId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run ? watchMs : false),
    meta: { handlesErrors: true },
  })

/** How many labels of a batch were printed before: another window may print them meanwhile, so it is asked each time. */
export const printedBeforeQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...printRunKeys.all, 'printed-before', batchId],
    queryFn: ({ signal }) => call(printRunsApi.printedBefore, { query: { batchId } }, { signal }),
    staleTime: 0,
    // What was known before the last run would be shown first.
    gcTime: 0,
    retry: false,
    meta: { handlesErrors: true },
  })

export type WhichLabels = { reason?: string; onlyUnprinted?: boolean }

export const startRun = async (batchId: string, which: WhichLabels): Promise<PrintRun> =>
  (await call(printRunsApi.start, { body: { batchId, ...which } })).run

export const takeOverRun = async (runId: string): Promise<PrintRun> =>
  (await call(printRunsApi.resume, { body: { runId } })).run

export const finishRun = async (runId: string): Promise<PrintRun> =>
  (await call(printRunsApi.finish, { body: { runId } })).run

/** The queue of a run that this window has begun or taken over. */
export function queueOf(run: PrintRun, queryClient: QueryClient): PrintQueue {
  const checkedPrinter = () => queryClient.getQueryData(printerCheckQuery.queryKey)?.printer
  return new PrintQueue(
    {
      listLabels: async (state, after) =>
        (await call(printRunsApi.labels, { query: { runId: run.id, states: state, after } })).labels,
      mark: (labels, idempotencyKey) =>
        call(printRunsApi.mark, { body: { runId: run.id, labels } }, { idempotencyKey }),
      finish: async () => (await finishRun(run.id)).counts,
      send: (zpl) => handToAgent(zpl, checkedPrinter()),
      askPrinter: () => askPrinter(checkedPrinter()),
      wait: steadyWait,
      newKey: randomKey,
    },
    noneYet(run),
  )
}
