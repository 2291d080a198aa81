import type { PrintRun } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { auditPrintRun } from './audit-print-run.ts'
import { markInDoubt } from './mark-in-doubt.ts'
import { moveLabels } from './print-label-queries.ts'
import { asRun, finishRun, getRun, lockRun } from './print-run-queries.ts'

/** Ends a run. Cancels labels not yet sent; labels being sent become in doubt. */
export async function finishPrintRun(
  trx: Transaction,
  { runId }: { runId: string },
  actor: Actor,
): Promise<PrintRun> {
  const run = await lockRun(trx, runId)
  if (run.isFinished) return asRun(await getRun(trx, runId))
  const unsent = { from: ['waiting'], to: 'cancelled', reason: 'The run was ended' } as const
  const cancelled = await moveLabels(trx, runId, unsent, actor)
  const reason = 'The run was ended while this label was being sent'
  const { inDoubt, before } = await markInDoubt(trx, runId, reason, actor)
  // If all labels were processed, their states are record enough.
  if (cancelled + inDoubt > 0) {
    const ended = { action: 'print-run.end', before, after: { cancelled, inDoubt } } as const
    await auditPrintRun(trx, { id: runId, batchId: run.batchId }, ended, actor)
  }
  await finishRun(trx, runId, actor.at)
  return asRun(await getRun(trx, runId))
}
