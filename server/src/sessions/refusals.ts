import { type Permission, permissionTexts } from '@lims/contract/permissions.ts'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Returns the refusal of a call, with what was missing and the administrators who can grant it. */
export const permissionDenied = (permission: Permission, administrators: readonly string[]): DomainError =>
  new DomainError(
    'permission-denied',
    `You are not allowed to ${permissionTexts[permission]}. ${anyOf(administrators) ?? 'An administrator'} can grant it.`,
  )

/**
 * Returns the refusal of a call by an API token; `more` is what else it may not do. Its own list may be what lacks the
 * permission: then no role helps.
 */
export const tokenDenied = (permission: Permission, more = '', field?: string): DomainError =>
  new DomainError(
    'permission-denied',
    `This API token is not allowed to ${permissionTexts[permission]}${more}. Use one that has the permission ${permission}.`,
    field,
  )

/** Returns the refusal of a sign-in of a deactivated person, with the administrators to ask. */
export const accountDeactivated = (administrators: readonly string[]): DomainError =>
  new DomainError(
    'not-allowed',
    `Your account was deactivated here. Ask ${anyOf(administrators) ?? 'an administrator'} to reactivate it.`,
  )

/**
 * Throws `permission-denied` for the undo of what another person has created, unless the caller may delete `records`.
 * `what` is what that person has done: 'imported this batch'.
 */
export function assertOwnCreation(
  creation: { personId: string },
  actor: Pick<Actor, 'userId'>,
  { mayDelete, what, records }: { mayDelete: boolean; what: string; records: string },
): void {
  if (creation.personId === actor.userId || mayDelete) return
  throw new DomainError(
    'permission-denied',
    `Another person has ${what}. Only someone who may delete ${records} can undo it.`,
  )
}

/** Joins names: 'Ada, Bo or Cy'. Returns undefined if there are none. */
function anyOf(names: readonly string[]): string | undefined {
  const last = names.at(-1)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last
}
