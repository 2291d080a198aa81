import { maxViewsPerPerson, type SavedView, type SaveViewBody } from '@lims/contract/views.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import {
  countOwnViews,
  deleteViewRow,
  findAndLockDeletableView,
  findAndLockOwnView,
  findDeletedView,
  insertDeletedView,
  lockViewsOf,
  upsertView,
} from './view-queries.ts'
import { assertListed, spellSearch } from './view-search.ts'

/** What an audit event keeps of a view; its owner only if that is not who deletes or restores it. */
const contentOf = (
  { name, search, columns, isShared, ownerId }: SavedView & { ownerId: string },
  { userId }: Actor,
) => ({ name, search, columns, isShared, ...(ownerId !== userId && { ownerId }) })

/**
 * Saves a view; it replaces the caller's own one with the same name. Throws `request-invalid` beyond 100 views, and for
 * filters or an order that the list of samples would refuse.
 */
export async function saveView(trx: Transaction, body: SaveViewBody, actor: Actor): Promise<SavedView> {
  const search = spellSearch(body.search)
  assertListed(search)
  await lockViewsOf(trx, actor.userId)
  const before = await findAndLockOwnView(trx, { name: body.name }, actor.userId)
  if (!before && (await hasMaxViews(trx, actor.userId))) {
    throw new DomainError('request-invalid', `You have ${maxViewsPerPerson} saved views. Delete one first.`)
  }
  const id = await upsertView(trx, { ...body, search }, actor)
  return recordSaved(trx, id, { ownerId: actor.userId, actor })
}

const hasMaxViews = async (trx: Transaction, ownerId: string) =>
  (await countOwnViews(trx, ownerId)) >= maxViewsPerPerson

/** Returns a view that was just saved, with its audit event. */
async function recordSaved(
  trx: Transaction,
  id: string,
  { ownerId, actor }: { ownerId: string; actor: Actor },
): Promise<SavedView> {
  const view = await findAndLockOwnView(trx, { id }, ownerId)
  if (!view) throw new Error(`The view ${id} was just saved`)
  const after = contentOf({ ...view, ownerId }, actor)
  await saveAuditEvent(trx, { action: 'view.save', entityId: id, after }, actor)
  return view
}

/** Whether a caller deletes shared views of others. While roles are off, everybody has every permission. */
const isAdministrator = ({ access }: SignedInActor) =>
  access.rolesOn && access.permissions.has('people.manage')

const notFound = () => new DomainError('view-not-found', 'View not found')

/** Deletes an own view; an administrator deletes a shared one of anybody. Throws `view-not-found` for any other. */
export async function deleteView(trx: Transaction, id: string, actor: SignedInActor): Promise<void> {
  const caller = { userId: actor.userId, ofOthers: isAdministrator(actor) }
  const view = await findAndLockDeletableView(trx, id, caller)
  if (!view) throw notFound()
  await deleteViewRow(trx, id)
  const before = contentOf(view, actor)
  await saveAuditEvent(trx, { action: 'view.delete', entityId: id, before }, actor)
}

/**
 * Undoes the deletion of a view by the caller. Throws `view-name-taken` if its owner has saved another with its name
 * since, `view-not-found` if it was not deleted, or named a subject who was erased since, and `request-invalid` if its
 * owner has as many views as a person may have.
 */
export async function restoreView(trx: Transaction, id: string, actor: SignedInActor): Promise<void> {
  const owner = await findDeletedView(trx, id, actor.userId)
  if (owner) await lockViewsOf(trx, owner.ownerId)
  const deleted = await findDeletedView(trx, id, actor.userId)
  if (!deleted) throw notFound()
  const { name, ownerId, ownerName } = deleted
  const isOwn = ownerId === actor.userId
  if (!isOwn && !isAdministrator(actor)) throw notFound()
  const ownerHas = isOwn ? 'You have' : `${ownerName} has`
  if (name !== null && (await findAndLockOwnView(trx, { name }, ownerId))) {
    throw new DomainError(
      'view-name-taken',
      `${ownerHas} saved another view named '${name}' since. It was not replaced.`,
    )
  }
  if (await hasMaxViews(trx, ownerId)) {
    const text = `${ownerHas} ${maxViewsPerPerson} saved views.${isOwn ? ' Delete one first.' : ''}`
    throw new DomainError('request-invalid', text)
  }
  // What was deleted before is in the spelling of the script that saved it.
  const search = spellSearch(deleted.search ?? '')
  if (!(await insertDeletedView(trx, id, search, actor))) {
    throw new DomainError('view-not-found', 'The view named a subject who was erased since.')
  }
  await recordSaved(trx, id, { ownerId, actor })
}
