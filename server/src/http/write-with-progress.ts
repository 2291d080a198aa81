import { PassThrough } from 'node:stream'
import { setImmediate as afterWaitingInput } from 'node:timers/promises'
import type { Endpoint, ReplyOf } from '@lims/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { errorReplyOf } from '../errors/answer-errors.ts'
import { type Asked, asked, assertDiskSpace, route } from './endpoints.ts'
import { runIdempotent } from './run-idempotent.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

const contentType = 'application/x-ndjson'
type Line = Record<string, unknown>
/** Sends a line on its way before the work goes on. */
export type Report = (line: Line) => Promise<void>

type Steps<E extends Endpoint, P> = {
  /** What takes long and needs no transaction. */
  prepare: (asked: Asked<E>) => Promise<P>
  change: (
    trx: Transaction,
    asked: Asked<E> & { prepared: P; actor: SignedIn; report: (line: ReplyOf<E>) => Promise<void> },
  ) => Promise<ReplyOf<E>>
}

/**
 * Answers a call that writes for long: as `change` does, and says on the way how far it is.
 * What fails before the first line is an ordinary failure; later, the last line tells it. The work does not stop
 * when the caller leaves: with the same Idempotency-Key the answer is there later.
 */
export function changeByLines<E extends Endpoint, P>(
  app: FastifyInstance,
  stated: E,
  { prepare, change }: Steps<E, P>,
) {
  route(app, stated, (request, reply) => {
    const given = { ...asked<E>(request), actor: signedIn(request) }
    return sendLines(request, reply, async (report) => {
      assertDiskSpace(app)
      const prepared = await prepare(given)
      return inTransaction(app.db, (trx) =>
        runIdempotent(trx, request, given.actor, () => {
          const work = change(trx, { ...given, prepared, report: (line) => report(line as Line) })
          return work as Promise<Line>
        }),
      )
    })
  })
}

function sendLines(request: FastifyRequest, reply: FastifyReply, work: (report: Report) => Promise<Line>) {
  const lines = new PassThrough()
  return new Promise<PassThrough>((begin, refuse) => {
    let hasBegun = false
    const report: Report = async (line) => {
      lines.write(`${JSON.stringify(line)}\n`)
      if (!hasBegun) {
        hasBegun = true
        reply.type(contentType)
        begin(lines)
      }
      await afterWaitingInput()
    }
    work(report)
      .catch((error) => {
        if (!hasBegun) throw error
        return { error: errorReplyOf(error, request) }
      })
      .then(report)
      .then(() => lines.end(), refuse)
  })
}
