import type { PrintRun } from '@lims/contract/print-runs.ts'
import type { Transaction } from '../db/database.ts'
import { moveLabels } from './print-label-queries.ts'
import { asRun, finishRun, getRun, lockRun } from './print-run-queries.ts'

/** Ends a run. What was not sent is cancelled, what was being sent stays in doubt. */
export async function finishPrintRun(
  trx: Transaction,
  { runId }: { runId: string },
  by: { userId: string; at: Date },
): Promise<PrintRun> {
  const run = await lockRun(trx, runId)
  if (run.isFinished) return asRun(await getRun(trx, runId))
  await moveLabels(trx, runId, { from: ['waiting'], to: 'cancelled', reason: 'The run was ended' }, by)
  const reason = 'The run was ended while this label was being sent'
  await moveLabels(trx, runId, { from: ['sending'], to: 'unknown', reason }, by)
  await finishRun(trx, runId, by.at)
  return asRun(await getRun(trx, runId))
}
