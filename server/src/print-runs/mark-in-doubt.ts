import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { listBeingSent, moveLabels } from './print-label-queries.ts'

/** Marks all labels being sent as in doubt. Returns their number, and their state before for the audit trail. */
export async function markInDoubt(
  trx: Transaction,
  runId: string,
  reason: string,
  actor: Actor,
): Promise<{ inDoubt: number; before: Record<string, unknown> }> {
  const sending = await listBeingSent(trx, runId)
  const inDoubt = await moveLabels(trx, runId, { from: ['sending'], to: 'unknown', reason }, actor)
  return { inDoubt, before: { sending } }
}
