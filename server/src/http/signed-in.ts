import { errorTexts } from '@lims/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { readToken } from '../auth/read-token.ts'
import { isSessionOpen } from '../auth/session-queries.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Who acts, and when: from the token and the clock, never from the body. */
export type By = { userId: string; at: Date; sessionId: string }

/** The person whose token came with the request; fails with 401 when it is missing, forged, expired or logged out. */
export async function whoAsks(request: FastifyRequest, db: Db, key: Uint8Array, now: Date): Promise<By> {
  const claims = await readToken(bearerToken(request), key, now)
  if (!claims || !(await isSessionOpen(db, claims.jti, now))) {
    throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  }
  return { userId: claims.sub, sessionId: claims.jti, at: now }
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
