import { maxViewsPerPerson, type SavedView, type SaveViewBody } from '@lims/contract/views.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { countOwnViews, deleteView, lockOwnView, lockViewsOf, upsertView } from './view-queries.ts'

const contentOf = ({ name, search, columns, isShared }: SavedView) => ({ name, search, columns, isShared })

/** Saves a view; it replaces the caller's own one with the same name. Throws `request-invalid` beyond 100 views. */
export async function saveView(trx: Transaction, body: SaveViewBody, actor: Actor): Promise<SavedView> {
  await lockViewsOf(trx, actor.userId)
  const before = await lockOwnView(trx, { name: body.name }, actor.userId)
  if (!before && (await countOwnViews(trx, actor.userId)) >= maxViewsPerPerson) {
    throw new DomainError('request-invalid', `You have ${maxViewsPerPerson} saved views. Delete one first.`)
  }
  const id = await upsertView(trx, body, actor)
  const view = await lockOwnView(trx, { id }, actor.userId)
  if (!view) throw new Error(`The view ${id} was just saved`)
  await saveAuditEvent(
    trx,
    { action: 'view.save', entityType: 'view', entityId: id, after: contentOf(view) },
    actor,
  )
  return view
}

/** Deletes an own view. Throws `view-not-found` for another person's. */
export async function deleteOwnView(trx: Transaction, id: string, actor: Actor): Promise<void> {
  const view = await lockOwnView(trx, { id }, actor.userId)
  if (!view) throw new DomainError('view-not-found', 'View not found')
  await deleteView(trx, id)
  await saveAuditEvent(
    trx,
    { action: 'view.delete', entityType: 'view', entityId: id, before: contentOf(view) },
    actor,
  )
}
