import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { lockChildrenThawedWith, type ThawedChild } from './custody-queries.ts'

/**
 * Saves an audit event of each child that was created after the time of a check-out and whose freeze-thaw cycles
 * changed with those of its parent: by a check-out that is recorded late, or with `before`, what
 * `lockChildrenThawedWith` returned before, by its undo. Call it after the custody event is saved.
 */
export async function auditThawedChildren(
  trx: Transaction,
  checkOutIds: readonly number[],
  actor: Actor,
  before?: readonly ThawedChild[],
): Promise<void> {
  if (checkOutIds.length === 0 || before?.length === 0) return
  const former = before && new Map(before.map(({ id, thawCount }) => [id, thawCount]))
  const children = await lockChildrenThawedWith(trx, checkOutIds)
  const changes = children.map(({ id, thawCount }) => ({
    id,
    was: former ? former.get(id) : thawCount - 1,
    thawCount,
  }))
  const changed = changes.filter(({ was, thawCount }) => was !== thawCount)
  if (changed.length === 0) return
  await saveAuditEvents(
    trx,
    changed.map(({ id, was, thawCount }) => ({
      action: 'sample.update',
      entityId: id,
      before: { thawCount: was },
      after: { thawCount },
    })),
    actor,
  )
}
