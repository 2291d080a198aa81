import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ErrorReply } from '@lims/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireSignIn } from './signed-in.ts'

/** OpenAPI 3.1, printed from the contract. Comes before the routes it describes. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'LIMS',
        version: '1.0.0',
        description: 'Samples, batches, storage and labels. Parameters may also be written in snake_case.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ token: [] }],
    },
    transform: (route) => withErrorReply(jsonSchemaTransform(route)),
  })
}

const errorReply = {
  description: 'What went wrong',
  content: { 'application/json': { schema: z.toJSONSchema(ErrorReply) } },
}

/** Every call fails in the same shape. Told to the reader only: replies to failures are made in one place already. */
function withErrorReply({ schema, url }: ReturnType<typeof jsonSchemaTransform>) {
  const response = { ...(schema.response as object), default: errorReply }
  return { url, schema: schema.hide ? schema : { ...schema, response } }
}

/** The description as JSON for programs and as a page for people. */
export async function serveDescription(app: FastifyInstance) {
  app.get('/openapi.json', { schema: { hide: true }, onRequest: nearbyOrSignedIn }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The page links its own files, and knows nothing of the prefix that this plugin stands under.
    indexPrefix: app.prefix,
    uiHooks: { onRequest: nearbyOrSignedIn },
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    theme: { title: 'LIMS API' },
  })
}

const signsOfAProxy = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** Operators on the machine itself need no token; a reverse proxy on it, which says for whom it asks, is not they. */
export async function nearbyOrSignedIn(request: FastifyRequest) {
  const isProxied = signsOfAProxy.some((header) => request.headers[header] !== undefined)
  const isNearby = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') && !isProxied
  if (!isNearby) await requireSignIn(request)
}
