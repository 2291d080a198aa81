import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { claimKey, findAnswer, saveAnswer } from './answered-request-queries.ts'
import type { SignedIn } from './signed-in.ts'

const longestKey = 200

/** With an Idempotency-Key, a repeated request is answered with the first answer and changes nothing again. */
export async function answerOnce<R extends Record<string, unknown>>(
  trx: Transaction,
  request: FastifyRequest,
  actor: SignedIn,
  work: () => Promise<R>,
): Promise<R> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return work()
  if (key.length > longestKey) {
    throw new DomainError('request-invalid', `Idempotency-Key must be at most ${longestKey} characters long.`)
  }

  const claim = {
    key,
    personId: actor.userId,
    call: request.routeOptions.url ?? '',
    fingerprint: fingerprint(request),
  }
  // A second request with the key waits here until the first has committed or failed.
  if (await claimKey(trx, claim, actor.at)) {
    const reply = await work()
    await saveAnswer(trx, claim, reply)
    return reply
  }
  const answered = await findAnswer(trx, claim)
  if (answered?.call !== claim.call || answered.fingerprint !== claim.fingerprint || !answered.reply) {
    throw new DomainError('idempotency-key-reused', 'This Idempotency-Key was used for another request.')
  }
  return answered.reply as R
}

const fingerprint = ({ query, body }: FastifyRequest) =>
  hash(JSON.stringify([query, body instanceof Uint8Array ? hash(body) : body]))

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')
