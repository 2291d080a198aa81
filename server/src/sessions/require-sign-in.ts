import { errorTexts } from '@lims/contract/errors.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Access } from './access.ts'
import { readToken } from './read-token.ts'
import { permissionDenied } from './refusals.ts'

/** Who acts, when, and what they may do: from the token and the clock, never from the body. */
export type SignedInActor = Actor & { sessionId: string; access: Access }

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedInActor | null
  }
}

/** A hook that fails with 401 when the token is missing, forged, expired or logged out. */
export async function requireSignIn(request: FastifyRequest): Promise<void> {
  const { db, sessions, signingKey, now } = request.server
  const at = now()
  const claims = await readToken(bearerToken(request), signingKey, at)
  const access = claims && (await sessions.find(db, { id: claims.jti, personId: claims.sub }, at))
  if (!access) throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  request.actor = { userId: claims.sub, sessionId: claims.jti, at, access }
}

/** Returns a hook that fails with 401 as `requireSignIn` does, and with 403 when the caller lacks the permission. */
export const requirePermission = (permission: Permission) => async (request: FastifyRequest) => {
  await requireSignIn(request)
  await assertPermission(request.server, getActor(request), permission)
}

/** Throws `permission-denied` if the caller lacks a permission beyond the one that the endpoint needs. */
export async function assertPermission(
  { db, sessions }: FastifyInstance,
  { access }: SignedInActor,
  permission: Permission,
): Promise<void> {
  if (!access.permissions.has(permission)) {
    throw permissionDenied(permission, await sessions.listAdministrators(db))
  }
}

/** Returns the person whom `requireSignIn` admitted. */
export function getActor({ actor, routeOptions }: FastifyRequest): SignedInActor {
  if (!actor) throw new Error(`${routeOptions.url} was registered without requireSignIn`)
  return actor
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
