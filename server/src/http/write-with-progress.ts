import { PassThrough } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Endpoint, ReplyOf } from '@lims/contract/endpoint.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { getActor, recheckOf, type SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { assertDiskSpace, type Input, inputOf, route } from './endpoints.ts'
import { errorReplyOf } from './error-handler.ts'
import { maskOf } from './mask-reply.ts'
import { runIdempotent } from './run-idempotent.ts'

const contentType = 'application/x-ndjson'
type Line = Record<string, unknown>
/** Writes one line of progress to the reply, and resolves once the event loop has handled waiting input. */
export type Report = (line: Line) => Promise<void>

type Steps<E extends Endpoint, P> = {
  /** Throws if the caller lacks a permission beyond the one of the endpoint. Runs before `prepare`, and again after. */
  assertMay: (input: Input<E> & { actor: SignedInActor }) => Promise<void>
  /** Work that takes long and needs no transaction. */
  prepare: (input: Input<E> & { actor: SignedInActor }) => Promise<P>
  write: (
    trx: Transaction,
    input: Input<E> & { prepared: P; actor: SignedInActor; report: (line: ReplyOf<E>) => Promise<void> },
  ) => Promise<ReplyOf<E>>
}

/**
 * Registers an endpoint that writes for a long time: like `write`, but replies with lines of JSON that report progress.
 * A failure before the first line is an ordinary error reply; a later one is the last line, `{ error }`. What was
 * prepared is not written if the sign-in of the caller, or a permission, has ended since.
 * The work continues when the client disconnects; a repetition with the same Idempotency-Key gets its reply.
 */
export function writeWithProgress<E extends Endpoint & { permission: Permission }, P>(
  app: FastifyInstance,
  endpoint: E,
  { assertMay, prepare, write }: Steps<E, P>,
) {
  const checkAgain = recheckOf(endpoint.permission)
  const mask = maskOf(endpoint.reply)
  route(app, endpoint, (request, reply) => {
    const admitted = () => ({ ...inputOf<E>(request), actor: getActor(request) })
    const masked = (line: Line) =>
      seesSubjects(request.actor) ? line : ((mask?.(line) as Line | undefined) ?? line)
    return sendLines(request, reply, { masked }, async (report) => {
      assertDiskSpace(app)
      await assertMay(admitted())
      const prepared = await prepare(admitted())
      await checkAgain(request, reply)
      const input = admitted()
      await assertMay(input)
      return inTransaction(app.db, (trx) =>
        runIdempotent(trx, request, input.actor, () => {
          const work = write(trx, { ...input, prepared, report: (line) => report(line as Line) })
          return work as Promise<Line>
        }),
      )
    })
  })
}

function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  { masked }: { masked: (line: Line) => Line },
  work: (report: Report) => Promise<Line>,
) {
  const lines = new PassThrough()
  return new Promise<PassThrough>((resolve, reject) => {
    let hasStarted = false
    const report: Report = async (line) => {
      lines.write(`${JSON.stringify(masked(line))}\n`)
      if (!hasStarted) {
        hasStarted = true
        // A proxy would keep the lines until it has some kilobytes of them.
        reply.type(contentType).header('x-accel-buffering', 'no')
        resolve(lines)
      }
      await yieldToEventLoop()
    }
    work(report)
      .catch((error) => {
        if (!hasStarted) throw error
        return { error: errorReplyOf(error, request) }
      })
      .then(report)
      .then(() => lines.end(), reject)
  })
}
