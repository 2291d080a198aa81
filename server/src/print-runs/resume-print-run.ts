import type { PrintRun } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { auditPrintRun } from './audit-print-run.ts'
import { markInDoubt } from './mark-in-doubt.ts'
import { asRun, getRun, lockRun } from './print-run-queries.ts'

/**
 * Takes over a run whose tab was closed. Labels being sent become in doubt, for a person to decide. Throws
 * `print-run-not-found` and `print-run-finished`.
 */
export async function resumePrintRun(
  trx: Transaction,
  { runId }: { runId: string },
  actor: Actor,
): Promise<PrintRun> {
  const run = await lockRun(trx, runId)
  if (run.isFinished) throw new DomainError('print-run-finished', 'This print run has ended.')
  const reason = 'The window closed while this label was being sent'
  const { inDoubt, before } = await markInDoubt(trx, runId, reason, actor)
  const taken = { action: 'print-run.resume', before, after: { inDoubt } } as const
  await auditPrintRun(trx, { id: runId, batchId: run.batchId }, taken, actor)
  return asRun(await getRun(trx, runId))
}
