import type { TokenClaims } from '@lims/contract/auth.ts'
import { InstantInput } from '@lims/contract/bounds.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { sentAtHeader } from '@lims/contract/scan-time.ts'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Access } from './access.ts'
import { isApiToken } from './api-token.ts'
import type { KnownSession, KnownSessions } from './known-sessions.ts'
import { peekToken, readToken } from './read-token.ts'
import { permissionDenied, tokenDenied } from './refusals.ts'
import { saveTokenUse } from './save-token-use.ts'

/** Who acts, when, and what they may do: from the token and the clock, never from the body. */
export type SignedInActor = Actor & {
  access: Access
  /** When the request was sent, by the clock of the sender. */
  sentAt?: Date | undefined
  /** When the session or the API token ends by itself. */
  expiresAt: Date
} & (
    | { sessionId: string; signedInAt: Date; tokenId?: undefined }
    | { tokenId: string; sessionId?: undefined; signedInAt?: undefined }
  )

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedInActor | null
  }
  interface FastifyInstance {
    /** Counts a request of an API token. */
    countTokenRequest: (request: FastifyRequest) => Promise<TokenRequestCount>
  }
}

type TokenRequestCount =
  | { isAllowed: true }
  | { isAllowed: false; isExceeded: boolean; max: number; ttlInSeconds: number }

/** A hook that fails with 401 when the token is missing, forged, expired, logged out or revoked. */
export async function requireSignIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { tokenId } = await authenticate(request, reply)
  if (!tokenId || request.method !== 'POST') return
  throw new DomainError('permission-denied', 'An API token cannot do this. Please sign in with a browser.')
}

/** Returns a hook that fails with 401 as `requireSignIn` does, and with 403 when the caller lacks the permission. */
const requirePermission =
  (permission: Permission) => async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await authenticate(request, reply)
    await assertPermission(request.server, actor, permission)
  }

/**
 * Returns a hook that fails with 401 as `requireSignIn` does, and with 403 for an API token that lacks the permission.
 */
const requireOfTokens = (permission: Permission) => async (request: FastifyRequest, reply: FastifyReply) => {
  const actor = await authenticate(request, reply)
  if (actor.tokenId) await assertPermission(request.server, actor, permission)
}

/** Throws `permission-denied` if the caller lacks a permission beyond the one that the endpoint needs. */
export async function assertPermission(
  { db, sessions }: { db: Db; sessions: KnownSessions },
  { access, tokenId }: SignedInActor,
  permission: Permission,
): Promise<void> {
  if (access.permissions.has(permission)) return
  if (tokenId) throw tokenDenied(permission)
  throw permissionDenied(permission, await sessions.listAdministrators(db))
}

/**
 * Looks up in the database what a caller may do: `access` of `actor` is of when the request arrived, and up to a second
 * older. Throws `not-signed-in` if their sign-in has ended.
 */
export async function getPresentAccess(
  db: Db,
  { actor, sessions }: { actor: SignedInActor; sessions: KnownSessions },
): Promise<Access> {
  const access = await sessions.findPresentAccess(db, actor)
  if (!access) throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  return access
}

/**
 * Looks up in the transaction whether the sign-in of a caller is still accepted, and whether it has a permission. For
 * calls that give access, which would outlast that of their caller, and for what cannot be undone. Call it after the
 * lock for which a request waits while the caller is deactivated or demoted. Throws `not-signed-in` and
 * `permission-denied`.
 */
export async function assertStillAllowed(
  trx: Transaction,
  { actor, sessions }: { actor: SignedInActor; sessions: KnownSessions },
  permission?: Permission,
): Promise<void> {
  const access = await getPresentAccess(trx, { actor, sessions })
  if (permission) await assertPermission({ db: trx, sessions }, { ...actor, access }, permission)
}

/** Every server knows of an ended sign-in, or a changed role, after this time at the latest. */
const knownAfterMs = 1000

function checkOf(permission: Permission | 'signed-in', tokenPermission: Permission | undefined) {
  if (permission !== 'signed-in') return requirePermission(permission)
  return tokenPermission ? requireOfTokens(tokenPermission) : requireSignIn
}

/**
 * Returns the hooks of an endpoint that fail with 401 as `requireSignIn` does, and with 403 when the caller lacks the
 * permission: before the body is read, and again after a body that took so long that the sign-in may have ended since.
 */
export function guardOf(permission: Permission | 'signed-in', tokenPermission?: Permission) {
  const check = checkOf(permission, tokenPermission)
  const checkUnless = (isAdmitted: (request: FastifyRequest) => boolean) => {
    return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      if (isAdmitted(request)) return done()
      check(request, reply).then(() => done(), done)
    }
  }
  return {
    onRequest: checkUnless((request) => admitKnown(request, permission)),
    preValidation: checkUnless(isAdmittedNow),
  }
}

/** Returns a function that fails as the hooks of an endpoint do, if the sign-in may have ended since the last check. */
export function recheckOf(permission: Permission | 'signed-in', tokenPermission?: Permission) {
  const check = checkOf(permission, tokenPermission)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isAdmittedNow(request)) await check(request, reply)
  }
}

const isAdmittedNow = (request: FastifyRequest): boolean =>
  request.server.now().getTime() - getActor(request).at.getTime() <= knownAfterMs

/**
 * Admits a request of a session without waiting, if its token and what it may do are cached. Returns false for any
 * other, which `authenticate` admits or refuses.
 */
function admitKnown(request: FastifyRequest, permission: Permission | 'signed-in'): boolean {
  const { sessions, signingKey } = request.server
  const at = request.server.now()
  const bearer = bearerToken(request)
  const claims = bearer ? peekToken(bearer, signingKey, at) : undefined
  const session = claims && sessions.peek({ id: claims.jti, personId: claims.sub })
  if (!session || (permission !== 'signed-in' && !session.access.permissions.has(permission))) return false
  request.actor = { ...sessionActor(claims, session, at), sentAt: sentAtOf(request) }
  return true
}

async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<SignedInActor> {
  const at = request.server.now()
  const bearer = bearerToken(request)
  const actor =
    bearer && isApiToken(bearer)
      ? await admitToken(request, bearer, at)
      : await findSessionActor(request, bearer, at)
  if (!actor) throw new DomainError('not-signed-in', errorTexts.notSignedIn)
  const isCounted = request.actor !== null
  request.actor = { ...actor, sentAt: sentAtOf(request) }
  if (actor.tokenId && !isCounted) await assertTokenRate(request, reply)
  return request.actor
}

/** Throws for a time without an offset: it would be read by the time zone of the server. */
function sentAtOf({ headers }: FastifyRequest): Date | undefined {
  const header = headers[sentAtHeader.toLowerCase()]
  if (header === undefined) return undefined
  const { data, error } = InstantInput.safeParse(header)
  if (error)
    throw new DomainError('request-invalid', `${sentAtHeader} ${error.issues[0]?.message}`, sentAtHeader)
  return new Date(data)
}

async function findSessionActor(
  { server: { db, sessions, signingKey } }: FastifyRequest,
  bearer: string | undefined,
  at: Date,
): Promise<SignedInActor | undefined> {
  const claims = await readToken(bearer, signingKey, at)
  const session = claims && (await sessions.find(db, { id: claims.jti, personId: claims.sub }, at))
  return session && sessionActor(claims, session, at)
}

const sessionActor = (claims: TokenClaims, { access, startedAt }: KnownSession, at: Date): SignedInActor => ({
  userId: claims.sub,
  sessionId: claims.jti,
  signedInAt: startedAt,
  at,
  access,
  expiresAt: new Date(claims.exp * 1000),
})

async function admitToken(
  request: FastifyRequest,
  bearer: string,
  at: Date,
): Promise<SignedInActor | undefined> {
  const { db, sessions } = request.server
  const token = await sessions.tokens.find(db, bearer, at)
  if (!token) return undefined
  saveTokenUse(request, token, at)
  const { id, personId, access, expiresAt } = token
  return { userId: personId, tokenId: id, at, access, expiresAt }
}

/** Throws `too-many-requests` when the token has used up its requests of this minute on this server. */
async function assertTokenRate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const count = await request.server.countTokenRequest(request)
  if (count.isAllowed || !count.isExceeded) return
  reply.header('retry-after', count.ttlInSeconds)
  throw new DomainError(
    'too-many-requests',
    `An API token may send at most ${count.max} requests a minute. Please try again in ${count.ttlInSeconds} s.`,
  )
}

/** Returns the person whom `requireSignIn` admitted. */
export function getActor({ actor, routeOptions }: FastifyRequest): SignedInActor {
  if (!actor) throw new Error(`${routeOptions.url} was registered without requireSignIn`)
  return actor
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
