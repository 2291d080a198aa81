import type { FastifyInstance } from 'fastify'

/** Makes a signal for the body of each request, aborted when the caller leaves before the answer is sent. */
export function requestAbortSignals(app: FastifyInstance): (body: object) => AbortSignal {
  const signals = new WeakMap<object, AbortSignal>()
  app.addHook('preHandler', async ({ body }, { raw }) => {
    if (typeof body !== 'object' || body === null) return
    const controller = new AbortController()
    signals.set(body, controller.signal)
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort(new Error('The caller has left'))
    })
  })
  return (body) => signals.get(body) ?? new AbortController().signal
}
