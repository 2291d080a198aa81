import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { allEndpoints } from '@lims/contract/api.ts'
import { writes } from '@lims/contract/endpoint.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Config, isLoopback } from '../config.ts'
import { requireSignIn } from '../sessions/require-sign-in.ts'
import { isForwarded, isSentToLoopback } from './own-host.ts'
import { maxKeyLength } from './run-idempotent.ts'

const description = `Samples, batches, storage and labels. Parameters may also be written in snake_case.

Volumes are millilitres, temperatures degrees Celsius; rows and columns count from 1, pages from 0. Times are ISO 8601 with an offset, in replies always UTC.

Every reply with another status than 200 is \`{ code, message }\`. Programs compare \`code\`, people read \`message\`. With status 429 the header \`Retry-After\` says how many seconds to wait; after 503 or 507 the same request may be sent again, with the same \`Idempotency-Key\`.`

/** Generates OpenAPI 3.1 from the contract. Must be registered before the routes. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'LIMS',
        version: '1.0.0',
        description,
      },
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a sign-in, or an API token, which begins with lims_.',
          },
        },
      },
      security: [{ token: [] }],
    },
    transform: (route) => withIdempotencyKey(withErrorReply(jsonSchemaTransform(route))),
  })
}

const errorReply = {
  description: 'What went wrong',
  content: { 'application/json': { schema: z.toJSONSchema(ErrorReply) } },
}

/** Adds the error reply to a description. It has no part in serialization: the error handler makes the replies. */
function withErrorReply({ schema, url }: ReturnType<typeof jsonSchemaTransform>) {
  const response = { ...(schema.response as object), default: errorReply }
  return { url, schema: schema.hide ? schema : { ...schema, response } }
}

const pathsOfWrites = new Set(
  allEndpoints.filter(({ endpoint }) => writes(endpoint)).map(({ endpoint: { path } }) => `/api${path}`),
)

const keyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: maxKeyLength,
      description:
        'New for each action. A repetition with the same key gets the first reply and changes nothing. Kept for a week.',
    },
  },
}

/** Adds the header to a description. It has no part in validation: `runIdempotent` reads it. */
function withIdempotencyKey({ schema, url }: ReturnType<typeof jsonSchemaTransform>) {
  return { url, schema: pathsOfWrites.has(url) ? { ...schema, headers: keyHeader } : schema }
}

/** Serves the description as JSON, and as a page. */
export async function serveDescription(app: FastifyInstance, config: Config) {
  const onRequest = requireLocalOrSignedIn(config)
  app.get('/openapi.json', { schema: { hide: true }, onRequest }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The links of the page to its own files do not include the prefix of this plugin.
    indexPrefix: app.prefix,
    uiHooks: { onRequest },
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    theme: { title: 'LIMS API' },
  })
}

/**
 * Returns a hook for operators' pages: it requires a token, except from this machine on a server that is on loopback.
 * A proxy that sends no header looks like a local client, so a server with a public address always requires a token.
 */
export function requireLocalOrSignedIn({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const isPublic = !isLoopback(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, socket } = request
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && isSentToLoopback(headers)
    if (isPublic || !isLocal || isForwarded(headers)) await requireSignIn(request, reply)
  }
}
