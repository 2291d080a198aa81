import { errorTexts } from '@lims/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors/domain-error.ts'
import { readToken } from './read-token.ts'

/** Who acts, and when: from the token and the clock, never from the body. */
export type SignedInActor = Actor & { sessionId: string }

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
  if (!claims || !(await sessions.isOpen(db, { id: claims.jti, personId: claims.sub }, at))) {
    throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  }
  request.actor = { userId: claims.sub, sessionId: claims.jti, at }
}

/** Returns the person whom `requireSignIn` admitted. */
export function getActor({ actor, routeOptions }: FastifyRequest): SignedInActor {
  if (!actor) throw new Error(`${routeOptions.url} was registered without requireSignIn`)
  return actor
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
