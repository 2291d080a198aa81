import { maxViewsPerPerson, type SavedView, type SaveViewBody } from '@lims/contract/views.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  countOwnViews,
  deleteView,
  findAndLockOwnView,
  findDeletedView,
  insertDeletedView,
  lockViewsOf,
  upsertView,
} from './view-queries.ts'

const contentOf = ({ name, search, columns, isShared }: SavedView) => ({ name, search, columns, isShared })

/** Saves a view; it replaces the caller's own one with the same name. Throws `request-invalid` beyond 100 views. */
export async function saveView(trx: Transaction, body: SaveViewBody, actor: Actor): Promise<SavedView> {
  await lockViewsOf(trx, actor.userId)
  const before = await findAndLockOwnView(trx, { name: body.name }, actor.userId)
  if (!before) await assertFewerThanMax(trx, actor)
  const id = await upsertView(trx, body, actor)
  return recordSaved(trx, id, actor)
}

async function assertFewerThanMax(trx: Transaction, actor: Actor) {
  if ((await countOwnViews(trx, actor.userId)) < maxViewsPerPerson) return
  throw new DomainError('request-invalid', `You have ${maxViewsPerPerson} saved views. Delete one first.`)
}

/** Returns a view that was just saved, with its audit event. */
async function recordSaved(trx: Transaction, id: string, actor: Actor): Promise<SavedView> {
  const view = await findAndLockOwnView(trx, { id }, actor.userId)
  if (!view) throw new Error(`The view ${id} was just saved`)
  await saveAuditEvent(trx, { action: 'view.save', entityId: id, after: contentOf(view) }, actor)
  return view
}

/** Deletes an own view. Throws `view-not-found` for another person's. */
export async function deleteOwnView(trx: Transaction, id: string, actor: Actor): Promise<void> {
  const view = await findAndLockOwnView(trx, { id }, actor.userId)
  if (!view) throw new DomainError('view-not-found', 'View not found')
  await deleteView(trx, id)
  await saveAuditEvent(trx, { action: 'view.delete', entityId: id, before: contentOf(view) }, actor)
}

/**
 * Undoes the deletion of an own view. Throws `view-name-taken` if the person has saved another with its name since, and
 * `view-not-found` if it was not deleted, or named a subject who was erased since.
 */
export async function restoreOwnView(trx: Transaction, id: string, actor: Actor): Promise<void> {
  await lockViewsOf(trx, actor.userId)
  const deleted = await findDeletedView(trx, id, actor.userId)
  if (!deleted) throw new DomainError('view-not-found', 'View not found')
  const { name } = deleted
  if (name !== null && (await findAndLockOwnView(trx, { name }, actor.userId))) {
    throw new DomainError(
      'view-name-taken',
      `You have saved another view named '${name}' since. It was not replaced.`,
    )
  }
  await assertFewerThanMax(trx, actor)
  if (!(await insertDeletedView(trx, id, actor))) {
    throw new DomainError('view-not-found', 'The view named a subject who was erased since.')
  }
  await recordSaved(trx, id, actor)
}
