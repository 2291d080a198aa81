import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Zebra Browser Print listens here, on the machine of the person who prints. */
const printAgent = ['http://127.0.0.1:9100', 'https://127.0.0.1:9101']

export async function securityHeaders(app: FastifyInstance, publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // antd writes its styles into the page while it runs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...printAgent],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', async (_, reply) => {
    // Says nothing of loopback-network: denying it would cut off the print agent.
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
  })
}

/** Replies hold tokens and people's samples: no cache on the way keeps one. */
export function keepFromCaches(api: FastifyInstance) {
  api.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
