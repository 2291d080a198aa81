import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { type Claim, claimKey, findSavedReply, saveReply } from './idempotency-queries.ts'

export const maxKeyLength = 200

/**
 * Runs `work` once for each `Idempotency-Key` of a person; a repeated request gets the saved reply and changes nothing.
 * Throws `idempotency-key-reused` if the key came with a different call, query or body, or if an erasure has removed
 * the reply, and `request-invalid` for a key of a wrong length. Without a key, always runs.
 */
export async function runIdempotent<R extends Record<string, unknown>>(
  trx: Transaction,
  request: FastifyRequest,
  actor: SignedInActor,
  work: () => Promise<R>,
): Promise<R> {
  const claim = claimOf(request, actor)
  if (!claim) return work()
  // A second request with the key waits here until the first has committed or failed.
  if (await claimKey(trx, claim, actor.at)) {
    const reply = await work()
    await saveReply(trx, claim, reply)
    return reply
  }
  const saved = await findSavedReply(trx, claim)
  // An erasure removes the fingerprint with the reply: what the request was is not known any more.
  const isErased = saved?.fingerprint === ''
  if (saved?.call !== claim.call || !(isErased || saved.fingerprint === claim.fingerprint)) {
    throw new DomainError('idempotency-key-reused', 'This Idempotency-Key was used for another request.')
  }
  if (isErased || !saved.reply) {
    throw new DomainError(
      'idempotency-key-reused',
      'A request with this Idempotency-Key was done before an erasure, which removed its reply.',
    )
  }
  return saved.reply as R
}

/** The refusal of a repeated request whose reply is not kept. */
export const replyNotKept = () =>
  new DomainError(
    'idempotency-key-reused',
    'This was done by the first request with this Idempotency-Key, and its reply is shown only once.',
  )

/**
 * Returns what a request claims with its `Idempotency-Key`; undefined without a key. Throws `request-invalid` if it is
 * too long.
 */
export function claimOf(request: FastifyRequest, actor: SignedInActor): Claim | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length > maxKeyLength) {
    throw new DomainError(
      'request-invalid',
      `Idempotency-Key must be at most ${maxKeyLength} characters long.`,
    )
  }
  const call = request.routeOptions.url ?? ''
  return { key, personId: actor.userId, call, fingerprint: fingerprint(request) }
}

const fingerprint = ({ query, body }: FastifyRequest) =>
  hash(JSON.stringify([query, body instanceof Uint8Array ? hash(body) : body], withoutNowIfRefused))

/** Leaves out `nowIfRefused`, with which a newer page repeats the kept scan of an older one: it is the same request. */
const withoutNowIfRefused = (name: string, value: unknown) => (name === 'nowIfRefused' ? undefined : value)

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')
