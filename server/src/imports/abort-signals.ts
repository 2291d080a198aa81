import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

/** Returns a function from request body to a signal that aborts if the client disconnects before the reply is sent. */
export function requestAbortSignals(app: FastifyInstance): (body: object) => AbortSignal {
  const signals = new WeakMap<object, AbortSignal>()
  app.addHook('preHandler', async ({ body }, { raw }) => {
    if (typeof body !== 'object' || body === null) return
    const controller = new AbortController()
    signals.set(body, controller.signal)
    raw.once('close', () => {
      // Nobody reads the reply; any other error would be logged as a fault of the server.
      if (!raw.writableFinished)
        controller.abort(new DomainError('request-invalid', 'The client disconnected'))
    })
  })
  return (body) => signals.get(body) ?? new AbortController().signal
}
