import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '@lims/contract/endpoint.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { noBody, noParameters } from '@lims/contract/parameters.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Transaction } from '../db/database.ts'
import { CommitUnconfirmed, inRetriableTransaction, inTransaction } from '../db/in-transaction.ts'
import { DomainError } from '../errors/domain-error.ts'
import { getActor, guardOf, recheckOf, type SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { maxOpenBodyBytes, rememberDecompressor } from './body-limits.ts'
import type { Claim } from './idempotency-queries.ts'
import { maskOf } from './mask-reply.ts'
import { permissionInWords } from './permission-in-words.ts'
import { refusePersonal } from './refuse-personal.ts'
import { claimOf, replyNotKept, runIdempotent } from './run-idempotent.ts'

export type Input<E extends Endpoint> = { query: QueryOf<E>; body: BodyOf<E> }
type PublicInput<E extends Endpoint> = Input<E> & {
  db: Db
  inTransaction: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Schedules work that runs after commit, and not if the transaction is rolled back or the reply is a saved one. It also
 * runs if nobody knows whether the transaction was committed. Several works run in the order of the calls.
 */
type AfterCommit = (work: () => void) => void

type ReadInput<E extends Endpoint> = Input<E> & {
  actor: SignedInActor
  /**
   * After work that takes long: returns the actor as of now. Throws if their sign-in, or permission, has ended since.
   */
  admitAgain: () => Promise<SignedInActor>
}

/** Registers a read-only endpoint. */
export function read<E extends Endpoint & { permission: Permission | 'signed-in' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (db: Db, input: ReadInput<E>) => Promise<ReplyOf<E>>,
) {
  const checkAgain = recheckOf(endpoint.permission, endpoint.tokenPermission)
  route(app, endpoint, (request, reply) => {
    const admitAgain = async () => {
      await checkAgain(request, reply)
      return getActor(request)
    }
    return handler(app.db, { ...inputOf<E>(request), actor: getActor(request), admitAgain })
  })
}

/**
 * Writes the usual case of an endpoint, with the reply for the Idempotency-Key if there is a claim. Returns undefined
 * for what is left to the handler; then nothing was written.
 */
type AtOnce<E extends Endpoint> = (
  input: Input<E> & { actor: SignedInActor; claim: Claim | undefined },
) => Promise<ReplyOf<E> | undefined>

type WriteOptions<E extends Endpoint> = {
  atOnce?: AtOnce<E>
  /** Runs first in the transaction, before it claims its Idempotency-Key: a lock for which nobody else must wait. */
  lockFirst?: (trx: Transaction) => Promise<void>
}

/**
 * Registers an endpoint that writes. The handler runs in one transaction, once for each Idempotency-Key.
 * Throws `disk-full` while the disk of the bundled database is full.
 */
export function write<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    trx: Transaction,
    input: Input<E> & { actor: SignedInActor; afterCommit: AfterCommit },
  ) => Promise<ReplyOf<E>>,
  { atOnce, lockFirst }: WriteOptions<E> = {},
) {
  route(app, endpoint, async (request) => {
    assertDiskSpace(app)
    if (atOnce) {
      const actor = getActor(request)
      const input = { ...inputOf<E>(request), actor, claim: claimOf(request, actor) }
      const written = await atOnce(input)
      if (written) return written
    }
    let scheduled: (() => void)[] = []
    const input = {
      ...inputOf<E>(request),
      actor: getActor(request),
      afterCommit: (work: () => void) => {
        scheduled.push(work)
      },
    }
    const runScheduled = () => {
      for (const work of scheduled) work()
    }
    const reply = await inTransaction(app.db, async (trx) => {
      // What an earlier attempt scheduled was rolled back with it.
      scheduled = []
      await lockFirst?.(trx)
      const work = () => handler(trx, input) as Promise<Record<string, unknown>>
      return runIdempotent(trx, request, input.actor, work)
    }).catch((error) => {
      if (error instanceof CommitUnconfirmed) runScheduled()
      throw error
    })
    runScheduled()
    return reply
  })
}

/**
 * Registers an endpoint that writes and whose reply is a secret, which is not saved for a repetition of the request.
 * Throws `idempotency-key-reused` for a repetition, whose write was made and whose reply is gone, and `disk-full`.
 */
export function writeSecret<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (trx: Transaction, input: Input<E> & { actor: SignedInActor }) => Promise<ReplyOf<E>>,
) {
  route(app, endpoint, async (request) => {
    assertDiskSpace(app)
    const input = { ...inputOf<E>(request), actor: getActor(request) }
    const reply = await inTransaction(app.db, async (trx) => {
      let secret: ReplyOf<E> | undefined
      await runIdempotent(trx, request, input.actor, async () => {
        secret = await handler(trx, input)
        return {}
      })
      return secret
    })
    if (reply !== undefined) return reply
    throw replyNotKept()
  })
}

/** Throws `disk-full` while the disk of the bundled database has too little space for anything new. */
export function assertDiskSpace(app: FastifyInstance): void {
  if (app.isDiskFull()) throw new DomainError('disk-full', errorTexts.diskFull)
}

/** Registers one of the few endpoints that need no token. Repeating what they write does no harm. */
export function publicEndpoint<E extends Endpoint & { permission: 'none' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: PublicInput<E>) => Promise<ReplyOf<E>>,
) {
  route(app, endpoint, (request, reply) =>
    handler({
      ...inputOf<E>(request),
      db: app.db,
      inTransaction: (work) => inRetriableTransaction(app.db, work),
      now: app.now(),
      request,
      reply,
    }),
  )
}

export const inputOf = <E extends Endpoint>(request: FastifyRequest) =>
  ({ query: request.query, body: request.body }) as Input<E>

/**
 * Registers an endpoint of the contract with its schemas; without a token it replies 401, unless its permission is
 * 'none'. Here, and only here, the IDs of subjects and sites are taken out of JSON for callers who may not see them.
 * What replies with text (a file, a label, lines of JSON) has to do so itself, see `masking-walk.test.ts`.
 */
export function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const { method, path, summary, query, body, takesFile, reply, replyTypes, permission, tokenPermission } =
    endpoint
  const schema = {
    summary,
    description: permissionInWords(endpoint),
    'x-permission': permission,
    tags: [path.split('/')[1] ?? ''],
    ...(permission === 'none' ? { security: [] } : {}),
    querystring: query ?? noParameters,
    ...(method === 'POST' ? { body: body ?? noBody } : {}),
    ...(takesFile ? { consumes: ['application/octet-stream'] } : {}),
    response: {
      200: replyTypes
        ? { content: Object.fromEntries(replyTypes.map((type) => [type, { schema: reply }])) }
        : reply,
    },
  }
  // Checked before the body is read, so that a request without a token costs nothing and learns nothing of the schema.
  const guard = permission === 'none' ? { bodyLimit: maxOpenBodyBytes } : guardOf(permission, tokenPermission)
  const mask = replyTypes ? undefined : maskOf(reply)
  const preHandler = refusePersonal(query, body)
  app.route({
    method,
    url: path,
    schema,
    ...guard,
    preParsing: rememberDecompressor,
    ...(preHandler ? { preHandler } : {}),
    handler: mask
      ? async (request, sending) => {
          const content = await handler(request, sending)
          return seesSubjects(request.actor) ? content : mask(content)
        }
      : handler,
  })
}
