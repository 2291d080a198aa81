import type { IncomingMessage, ServerResponse } from 'node:http'
import { printAgentAddresses } from '@lims/contract/print-agent.ts'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export function securityHeaders(app: FastifyInstance, publicUrl: string) {
  const headers = headersOf(publicUrl.startsWith('https:'))
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
}

/** What helmet says is the same for every reply, and working it out each time cost a tenth of a look-up. */
function headersOf(isSecure: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    // Says nothing of loopback-network: denying it would cut off the print agent.
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // antd writes its styles into the page while it runs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...printAgentAddresses],
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
  })({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** Replies hold tokens and people's samples: no cache on the way keeps one. */
export function keepFromCaches(api: FastifyInstance) {
  api.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
