import { dayMs } from '@lims/contract/durations.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { type Permission, permissionTexts } from '@lims/contract/permissions.ts'
import { type CreateTokenBody, maxOpenTokensPerPerson, maxTokenDays } from '@lims/contract/tokens.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { accessOf } from '../sessions/access.ts'
import { hashApiToken, newApiToken } from '../sessions/api-token.ts'
import type { KnownSessions } from '../sessions/known-sessions.ts'
import { assertStillAllowed, type SignedInActor } from '../sessions/require-sign-in.ts'
import {
  countOpenTokens,
  findAndLockTokenHolder,
  insertToken,
  shareOpenToken,
  shareOwner,
  shareResponsible,
} from './token-queries.ts'

/**
 * Creates an API token for the caller, or for a service account that is the caller's or with `people.manage` anybody's.
 * Only its hash is kept. Throws `permission-denied` if it would do what the caller may not, `person-not-found`,
 * `not-signed-in` if the session of the caller has just ended or their token was just revoked, and `request-invalid`
 * for an end that is not possible, one token too many, or a service account whose owner is deactivated.
 */
export async function createToken(
  trx: Transaction,
  { name, permissions, expiresAt, personId = '' }: CreateTokenBody,
  { actor, sessions, access }: { actor: SignedInActor; sessions: KnownSessions; access: Config['access'] },
): Promise<{ token: string; id: string }> {
  assertOwnPermissions(permissions, actor)
  assertPossibleEnd(new Date(expiresAt), actor)
  const holderId = personId || actor.userId
  await lockHolder(trx, holderId, { actor, access })
  if (actor.tokenId && !(await shareOpenToken(trx, actor.tokenId))) {
    throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  }
  await assertStillAllowed(trx, { actor, sessions }, 'token.create')
  if ((await countOpenTokens(trx, holderId, actor.at)) >= maxOpenTokensPerPerson) {
    throw new DomainError(
      'request-invalid',
      `There are ${maxOpenTokensPerPerson} tokens already, which is the maximum. Revoke one that is no longer needed.`,
    )
  }
  const token = newApiToken()
  const content = { name, personId: holderId, permissions: [...new Set(permissions)] }
  const id = await insertToken(trx, {
    ...content,
    hash: hashApiToken(token),
    createdBy: actor.userId,
    createdWith: actor.tokenId ?? null,
    createdAt: actor.at,
    expiresAt: new Date(expiresAt),
  })
  const after = { ...content, expiresAt }
  await saveAuditEvent(trx, { action: 'token.create', entityId: id, after }, actor)
  return { token, id }
}

function assertOwnPermissions(wanted: readonly Permission[], { access }: SignedInActor) {
  const missing = [...new Set(wanted)].filter((permission) => !access.permissions.has(permission))
  if (missing.length === 0) return
  const inWords = missing.map((permission) => `${permissionTexts[permission]} (${permission})`)
  throw new DomainError(
    'permission-denied',
    `A token can do nothing that you are not allowed to: ${inWords.join(', ')}.`,
    'permissions',
  )
}

function assertPossibleEnd(end: Date, { at, tokenId, expiresAt }: SignedInActor) {
  if (end <= at) throw new DomainError('request-invalid', 'expiresAt must be in the future', 'expiresAt')
  if (end.getTime() > at.getTime() + maxTokenDays * dayMs) {
    throw new DomainError('request-invalid', 'expiresAt must be at most a year ahead', 'expiresAt')
  }
  if (tokenId && end > expiresAt) {
    throw new DomainError(
      'request-invalid',
      `expiresAt must not be after the end of the token that creates it, ${expiresAt.toISOString()}`,
      'expiresAt',
    )
  }
}

async function lockHolder(
  trx: Transaction,
  holderId: string,
  { actor, access }: { actor: SignedInActor; access: Config['access'] },
) {
  const { userId } = actor
  const holder = await findAndLockTokenHolder(trx, holderId)
  // Deactivated while this request waited: its tokens have just been revoked.
  if (holderId === userId && !holder?.isDeactivated) return
  const isAccessible = holder?.ownerId === userId || actor.access.permissions.has('people.manage')
  if (!holder?.ownerId || holder.isDeactivated || !isAccessible) throw serviceNotFound()
  const owner = await shareOwner(trx, holder.ownerId)
  if (owner.isDeactivated) {
    throw new DomainError(
      'request-invalid',
      `This service account belongs to ${owner.name}, who was deactivated: its tokens would not work. Create another service account.`,
      'personId',
    )
  }
  // Demoted while this request waited: what they had created for others has just been revoked.
  if (holder.ownerId !== userId && !(await mayStillManage(trx, userId, access))) throw serviceNotFound()
}

const serviceNotFound = () =>
  new DomainError('person-not-found', 'No service account of yours has this ID.', 'personId')

/** Whether the caller, or the owner of a service account that calls, may manage people until the transaction ends. */
async function mayStillManage(trx: Transaction, userId: string, access: Config['access']): Promise<boolean> {
  const responsible = await shareResponsible(trx, userId)
  return !responsible.isDeactivated && accessOf(access, responsible).permissions.has('people.manage')
}
