import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ErrorReply } from '@lims/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Config, isLoopback } from '../config.ts'
import { requireSignIn } from '../sessions/require-sign-in.ts'
import { isForwarded, isSentToLoopback } from './own-host.ts'

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
export async function serveDescription(app: FastifyInstance, config: Config) {
  const onRequest = nearbyOrSignedIn(config)
  app.get('/openapi.json', { schema: { hide: true }, onRequest }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The page links its own files, and knows nothing of the prefix that this plugin stands under.
    indexPrefix: app.prefix,
    uiHooks: { onRequest },
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    theme: { title: 'LIMS API' },
  })
}

/**
 * A hook for what operators read: without a token only where the whole server is on loopback, and never through a proxy.
 * A proxy that sends no header of its own looks like a local client, so a server with a public address needs a token from everybody.
 */
export function nearbyOrSignedIn({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const isPublic = !isLoopback(publicUrl)
  return async (request: FastifyRequest) => {
    const { headers, socket } = request
    const isHere = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && isSentToLoopback(headers)
    if (isPublic || !isHere || isForwarded(headers)) await requireSignIn(request)
  }
}
