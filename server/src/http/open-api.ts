import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { allEndpoints } from '@lims/contract/api.ts'
import { type Endpoint, writes } from '@lims/contract/endpoint.ts'
import { ErrorCode, ErrorReply } from '@lims/contract/errors.ts'
import { noBody } from '@lims/contract/parameters.ts'
import { sentAtHeader } from '@lims/contract/scan-time.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Config, isLoopback } from '../config.ts'
import { requireSignIn } from '../sessions/require-sign-in.ts'
import { statusOf } from './error-handler.ts'
import { describeMembers, describeShared, type Parameter } from './member-descriptions.ts'
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
        schemas: { ErrorReply: describeShared('ErrorReply', z.toJSONSchema(ErrorReply)) },
        responses: errorResponses(),
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
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The API is described by OpenAPI')
      completeOperations((document.openapiObject.paths ?? {}) as Described)
      return document.openapiObject
    },
  })
}

type JsonSchema = { type?: string; format?: string; anyOf?: JsonSchema[] }
type Content = Record<string, { schema?: JsonSchema }>
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content?: Content; required?: boolean }
  responses: Record<string, { content?: Content } | { $ref: string }>
}
type Described = Record<string, Record<string, Operation>>

/**
 * Adds to the descriptions of all endpoints their names, errors, headers and what their members mean. None of it has a
 * part in validation or serialization: the error handler makes the replies, `runIdempotent` and `requireSignIn` read
 * the headers.
 */
function completeOperations(paths: Described) {
  for (const { endpoint } of allEndpoints) {
    const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    if (!operation) continue
    operation.operationId = nameOf(endpoint)
    const body = operation.requestBody?.content?.['application/json']
    if (body?.schema) body.schema = withoutNull(body.schema)
    const replies = contentOf(operation.responses[200])
    describeFiles(replies)
    describeMembers(endpoint.path, {
      parameters: operation.parameters ?? [],
      body: body?.schema,
      reply: replies['application/json']?.schema,
    })
    for (const status of errorStatusesOf(endpoint)) {
      operation.responses[status] = { $ref: `#/components/responses/Error${status}` }
    }
    if (operation.requestBody) operation.requestBody.required = needsBody(endpoint)
    if (writes(endpoint)) operation.parameters = [keyOf(endpoint), sentAt, ...(operation.parameters ?? [])]
  }
}

/** A body that may be left out may be null too: of that, generated clients make an argument that cannot be left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only && others.length === 0 ? only : schema
}

const contentOf = (response: Operation['responses'][string] | undefined): Content =>
  (response && 'content' in response && response.content) || {}

/** Files that are no text are described as binary. Text must not be: openapi-python-client would fail at it. */
function describeFiles(content: Content) {
  for (const [type, media] of Object.entries(content)) {
    if (/^text\/|json/.test(type)) continue
    media.schema = { ...media.schema, format: 'binary' }
  }
}

/** `/samples/add-child` is samplesAddChild. */
const nameOf = ({ path }: Endpoint) =>
  path.slice(1).replace(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const needsBody = ({ body = noBody }: Endpoint) => !body.safeParse(undefined).success

/** Returns every status of an error that an endpoint may reply with. Which codes of it occur is left to the handler. */
function errorStatusesOf({ method, permission, query }: Endpoint): number[] {
  const needsToken = permission !== 'none'
  const takesInput = method === 'POST' || query !== undefined
  return [
    ...[400, 500, 503, 507],
    ...(needsToken ? [401] : []),
    ...(needsToken || takesInput ? [403, 429] : []),
    ...(needsToken && takesInput ? [404, 409] : []),
    ...(method === 'POST' ? [413] : []),
  ]
}

/** Describes the error reply of each status, with the codes that it may have. */
function errorResponses() {
  const statuses = [...new Set(Object.values(statusOf))]
  return Object.fromEntries(statuses.map((status) => [`Error${status}`, describeError(status)]))
}

function describeError(status: number) {
  const codes = ErrorCode.options.filter((code) => statusOf[code] === status)
  const seconds = { description: 'Seconds to wait', schema: { type: 'integer' as const } }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === statusOf['too-many-requests'] ? { headers: { 'Retry-After': seconds } } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
  }
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'New for each action. A repetition with the same key gets the first reply and changes nothing. Kept for a week.',
  schema: { type: 'string', maxLength: maxKeyLength },
}

/** Its reply is not kept, see `writeSecret`. */
const keyOfSecret = {
  ...idempotencyKey,
  description:
    'New for each action. A repetition with the same key is refused (409, `idempotency-key-reused`) and changes nothing: the token is in the first reply only. Kept for a week.',
}

const keyOf = (endpoint: Endpoint) => (endpoint === tokensApi.create ? keyOfSecret : idempotencyKey)

const sentAt = {
  in: 'header',
  name: sentAtHeader,
  required: false,
  description:
    'The time of sending by the clock that `scannedAt` is from: if it is wrong by more than a minute, the server corrects `scannedAt`. With its UTC offset, such as 2026-11-20T09:30:00Z, and set again for each try.',
  // Without `format: 'date-time'`: openapi-python-client leaves out each call that has a time as a header.
  schema: { type: 'string' },
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
