import type { FastifyInstance } from 'fastify'

/** Returns a function from request body to a signal that aborts if the client disconnects before the reply is sent. */
export function requestAbortSignals(app: FastifyInstance): (body: object) => AbortSignal {
  const signals = new WeakMap<object, AbortSignal>()
  app.addHook('preHandler', async ({ body }, { raw }) => {
    if (typeof body !== 'object' || body === null) return
    const controller = new AbortController()
    signals.set(body, controller.signal)
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort(new Error('The client disconnected'))
    })
  })
  return (body) => signals.get(body) ?? new AbortController().signal
}
