import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { requireLocalOrSignedIn } from './open-api.ts'

/** As in the log of nginx. Without these requests, those so slow that people give them up would not show. */
const clientDisconnected = 499

/** Serves /metrics in the text format of Prometheus: the process, and the duration of requests but not of streams. */
export function serveMetrics(app: FastifyInstance, config: Config) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  function observe(reply: FastifyReply, status: number) {
    const { request } = reply
    // A page keeps its stream of changes open for hours.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  }
  // One listener for each connection: one for each request took 6 % of the rate of reads.
  const awaited = new WeakMap<Socket, FastifyReply | undefined>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (!awaited.has(socket)) {
      socket.once('close', () => {
        const givenUp = awaited.get(socket)
        if (givenUp) observe(givenUp, clientDisconnected)
      })
    }
    awaited.set(socket, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    awaited.set(request.raw.socket, undefined)
    observe(reply, reply.statusCode)
    done()
  })
  app.get(
    '/metrics',
    { schema: { hide: true }, onRequest: requireLocalOrSignedIn(config) },
    async (_, reply) => {
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}
