import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '@lims/contract/endpoint.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { noBody, noParameters } from '@lims/contract/parameters.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Transaction } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { DomainError } from '../errors/domain-error.ts'
import { answerOnce } from './answer-once.ts'
import { maxOpenBodyBytes, rememberUnpacked } from './body-limits.ts'
import { requireSignIn, type SignedIn, signedIn } from './signed-in.ts'

export type Asked<E extends Endpoint> = { query: QueryOf<E>; body: BodyOf<E> }
export type Open<E extends Endpoint> = Asked<E> & {
  db: Db
  inTransaction: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** What shall begin once the change is safe, and not when it is taken back or was made before. */
type AfterCommit = (work: () => void) => void

/** Answers a call that reads. */
export function answer<E extends Endpoint>(
  app: FastifyInstance,
  stated: E,
  handle: (db: Db, asked: Asked<E> & { by: SignedIn }) => Promise<ReplyOf<E>>,
) {
  route(app, stated, (request) => handle(app.db, { ...asked<E>(request), by: signedIn(request) }))
}

/** Answers a call that writes: in one transaction, and once only for one Idempotency-Key. Refused on a full disk. */
export function change<E extends Endpoint>(
  app: FastifyInstance,
  stated: E,
  handle: (
    trx: Transaction,
    asked: Asked<E> & { by: SignedIn; afterCommit: AfterCommit },
  ) => Promise<ReplyOf<E>>,
) {
  route(app, stated, async (request) => {
    assertDiskSpace(app)
    let begin = () => {}
    const given = {
      ...asked<E>(request),
      by: signedIn(request),
      afterCommit: (work: () => void) => {
        begin = work
      },
    }
    const reply = await inTransaction(app.db, (trx) =>
      answerOnce(trx, request, given.by, () => handle(trx, given) as Promise<Record<string, unknown>>),
    )
    begin()
    return reply
  })
}

/** Throws `disk-full` while the disk of the bundled database has too little space for anything new. */
export function assertDiskSpace(app: FastifyInstance): void {
  if (app.isDiskFull()) throw new DomainError('disk-full', errorTexts.diskFull)
}

/** Answers one of the few calls that need no token. */
export function answerAnyone<E extends Endpoint & { open: true }>(
  app: FastifyInstance,
  stated: E,
  handle: (asked: Open<E>) => Promise<ReplyOf<E>>,
) {
  route(app, stated, (request, reply) =>
    handle({
      ...asked<E>(request),
      db: app.db,
      inTransaction: (work) => inTransaction(app.db, work),
      now: app.now(),
      request,
      reply,
    }),
  )
}

export const asked = <E extends Endpoint>(request: FastifyRequest) =>
  ({ query: request.query, body: request.body }) as Asked<E>

export function route(
  app: FastifyInstance,
  { method, path, summary, query, body, takesFile, reply, replyTypes, allowAnonymous }: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const schema = {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(allowAnonymous ? { security: [] } : {}),
    querystring: query ?? noParameters,
    ...(method === 'POST' ? { body: body ?? noBody } : {}),
    ...(takesFile ? { consumes: ['application/octet-stream'] } : {}),
    response: {
      200: replyTypes
        ? { content: Object.fromEntries(replyTypes.map((type) => [type, { schema: reply }])) }
        : reply,
    },
  }
  // Before the body is read: a stranger learns nothing from how it is judged, and costs nothing.
  const guard = allowAnonymous ? { bodyLimit: maxOpenBodyBytes } : { onRequest: requireSignIn }
  app.route({ method, url: path, schema, ...guard, preParsing: rememberUnpacked, handler })
}
