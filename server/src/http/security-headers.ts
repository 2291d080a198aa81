import type { IncomingMessage, ServerResponse } from 'node:http'
import { printAgentAddresses } from '@lims/contract/print-agent.ts'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export function securityHeaders(app: FastifyInstance, publicUrl: string) {
  const headers = headersOf(publicUrl.startsWith('https:'))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Computes helmet's headers once: they are the same for every reply, and took a tenth of the time of a look-up. */
function headersOf(isSecure: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    // loopback-network is left out: denying it would block the print agent.
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
        // antd inserts its styles into the page at run time.
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
    // The address of a page may hold a subject ID, and proxies log it.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** Keeps caches from storing replies, which hold tokens and samples. */
export function keepFromCaches(api: FastifyInstance) {
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}
