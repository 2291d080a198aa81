import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { requireLocalOrSignedIn } from './open-api.ts'

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
  app.addHook('onResponse', (request, reply, done) => {
    // A page keeps its stream of changes open for hours.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return done()
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
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
