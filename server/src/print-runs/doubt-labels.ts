import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { listBeingSent, moveLabels } from './print-label-queries.ts'

/** Whatever was being sent is in doubt from now on. Answers how many labels, and for the trail who was sending them. */
export async function doubtLabels(
  trx: Transaction,
  runId: string,
  reason: string,
  actor: Actor,
): Promise<{ inDoubt: number; before: Record<string, unknown> }> {
  const sending = await listBeingSent(trx, runId)
  const inDoubt = await moveLabels(trx, runId, { from: ['sending'], to: 'unknown', reason }, actor)
  return { inDoubt, before: { sending } }
}
