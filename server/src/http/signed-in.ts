import { errorTexts } from '@lims/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import { readToken } from '../auth/read-token.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Who acts, and when: from the token and the clock, never from the body. */
export type SignedIn = Actor & { sessionId: string }

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedIn | null
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

/** The person whom `requireSignIn` let in. */
export function signedIn({ actor, routeOptions }: FastifyRequest): SignedIn {
  if (!actor) throw new Error(`${routeOptions.url} is answered without asking for a token`)
  return actor
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
