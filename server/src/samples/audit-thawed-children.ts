import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { listChildrenThawedWith } from './custody-queries.ts'

/**
 * Saves an audit event of each child whose freeze-thaw cycles changed with those of its parent: it was created after the
 * time of a check-out that is recorded late, or that is undone. `cycles` is 1 or −1. Call it after the custody event is
 * saved.
 */
export async function auditThawedChildren(
  trx: Transaction,
  checkOutIds: readonly number[],
  cycles: 1 | -1,
  actor: Actor,
): Promise<void> {
  if (checkOutIds.length === 0) return
  const children = await listChildrenThawedWith(trx, checkOutIds)
  if (children.length === 0) return
  await saveAuditEvents(
    trx,
    children.map(({ id, thawCount }) => ({
      action: 'sample.update',
      entityId: id,
      before: { thawCount: thawCount - cycles },
      after: { thawCount },
    })),
    actor,
  )
}
