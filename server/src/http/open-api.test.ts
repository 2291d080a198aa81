import { allEndpoints } from '@lims/contract/api.ts'
import { writes } from '@lims/contract/endpoint.ts'
import { ErrorCode } from '@lims/contract/errors.ts'
import { noBody } from '@lims/contract/parameters.ts'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { memberDescriptions } from './member-descriptions.ts'
import { furtherPermissions, permissionInWords } from './permission-in-words.ts'

const lab = await openLab()
const publicLab = await openLab({
  PUBLIC_URL: 'https://lims.example.org',
  OIDC_ISSUER: 'https://issuer.example.org',
  OIDC_CLIENT_ID: 'lims',
  OIDC_ALLOWED_DOMAINS: 'brain.example',
})
const elsewhere = '192.0.2.7'
const request = (url: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  lab.app.inject({ url, ...options })

type Operation = {
  operationId?: string
  summary?: string
  description?: string
  'x-permission'?: string
  security?: unknown[]
  parameters?: { in: string; name: string; required: boolean; schema: object; description?: string }[]
  requestBody?: { content: Record<string, { schema: object }>; required?: boolean }
  responses?: Record<string, { content?: Record<string, { schema: object }> }>
}
type ErrorResponse = { description: string; headers?: object; content: object }
type Description = {
  openapi: string
  info: { description: string }
  components: { responses: Record<string, ErrorResponse>; schemas: Record<string, object> }
  security: unknown[]
  paths: Record<string, Record<string, Operation>>
}

test('API-AUTH-01 every call of the contract is described in OpenAPI 3.1, below one address', async () => {
  const description = (await request('/api/openapi.json')).json<Description>()

  expect(description.openapi).toBe('3.1.0')
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const stated = allEndpoints.map(({ endpoint: { method, path } }) => `${method} /api${path}`)
  expect(described.sort()).toEqual(stated.sort())
})

test('the description says what members of queries, bodies and replies mean', async () => {
  const { paths, components } = (await request('/api/openapi.json')).json<Description>()
  const parameterOf = (path: string, named: string) =>
    paths[`/api${path}`]?.get?.parameters?.find(({ name }) => name === named)?.description
  expect(parameterOf('/samples/list', 'createdTo')).toBe('Registered before this time')
  expect(parameterOf('/samples/list', 'subjectId')).toMatch('If no sample has it')
  const bodyOf = (path: string) => JSON.stringify(paths[`/api${path}`]?.post?.requestBody)
  expect(bodyOf('/samples/arrange')).toContain('0, without a cell, takes the sample out of storage')
  expect(bodyOf('/samples/update')).toContain('Omitted fields keep their value; null or an empty text clears')
  expect(bodyOf('/samples/receive')).toContain('The tube ID of a sample, or its id')
  expect(parameterOf('/samples/location', 'sampleId')).toBe('The id of a sample, not its tube ID')
  expect(parameterOf('/audit/list', 'to')).toBe('Before this time')
  expect(bodyOf('/racks/preview')).not.toContain('takes the sample out')
  const replyOf = (path: string) => JSON.stringify(paths[`/api${path}`]?.post?.responses?.['200'])
  expect(replyOf('/samples/update-statuses')).toContain('in the order of sampleIds without repetitions')
  expect(replyOf('/samples/update-lifecycle')).toContain('its tube ID')
  const all = JSON.stringify([paths, components])
  expect(memberDescriptions.filter((text) => !all.includes(JSON.stringify(text)))).toEqual([])
})

type BodySchema = {
  description?: string
  properties?: Record<string, BodySchema>
  required?: string[]
  items?: BodySchema
  anyOf?: BodySchema[]
}

/** Returns the descriptions of all members of a body, also of nested ones, that are called `name` and optional. */
function optionalMembers(
  name: string,
  { properties = {}, required = [], items, anyOf = [] }: BodySchema,
): (string | undefined)[] {
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  const own = properties[name] && !required.includes(name) ? [properties[name].description] : []
  return [...own, ...inside.flatMap((schema) => optionalMembers(name, schema))]
}

test('the description says when an optional reason is required', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const reasons = Object.entries(paths).flatMap(([path, { post }]) => {
    const body = post?.requestBody?.content['application/json']?.schema
    return optionalMembers('reason', body ?? {}).map((description) => ({ path, description }))
  })
  expect(reasons.length).toBeGreaterThan(9)
  expect(reasons.filter(({ description }) => !description)).toEqual([])
  const whileRolesAreOn = reasons.filter(({ description }) => description?.includes('reason-required'))
  expect(whileRolesAreOn.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/samples/delete', '/api/samples/update-statuses', '/api/custody/undo']),
  )
})

test('the description says which permission each call needs', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const described = allEndpoints.map(({ endpoint: { path, method } }) => {
    const operation = paths[`/api${path}`]?.[method.toLowerCase()]
    return { path, permission: operation?.['x-permission'], inWords: operation?.description }
  })
  expect(described).toEqual(
    allEndpoints.map(({ endpoint }) => ({
      path: endpoint.path,
      permission: endpoint.permission,
      inWords: permissionInWords(endpoint),
    })),
  )
  expect(paths['/api/samples/delete']?.post?.description).toBe(
    'Needs the permission `sample.delete`: to delete samples.',
  )
})

test.each([
  ['/samples/update', 'sample.status'],
  ['/custody/undo', 'stock-take.apply'],
  ['/custody/undo', 'pick.edit'],
  ['/samples/import/check', 'placement.edit'],
  ['/samples/import/apply', 'placement.edit'],
  ['/samples/import/undo', 'batch.delete'],
  ['/samples/undo-add-child', 'sample.delete'],
  ['/samples/undo-add-children', 'sample.delete'],
  ['/storage/undo-add', 'storage.delete'],
  ['/tokens/list', 'people.manage'],
  ['/tokens/create', 'people.manage'],
  ['/tokens/revoke', 'people.manage'],
])('the description of %s says when it needs %s too', async (path, permission) => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const { get, post } = paths[`/api${path}`] ?? {}
  expect((post ?? get)?.description).toContain(`\`${permission}\``)
})

test('every call that needs a further permission is in the contract', () => {
  const paths = new Set<string>(allEndpoints.map(({ endpoint }) => endpoint.path))
  expect(Object.keys(furtherPermissions).filter((path) => !paths.has(path))).toEqual([])
})

test('the description says which calls refuse API tokens', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const described = Object.entries(paths).filter(([, { post }]) => post?.description?.includes('browser'))
  expect(described.map(([path, { post }]) => [path, post?.description])).toEqual([
    ['/api/roles/turn-on', 'Needs a sign-in with a browser: API tokens are refused.'],
  ])
  const { token } = await apiTokens(lab).create({ permissions: ['sample.read'] })
  expect((await lab.post('/roles/turn-on', {}, token)).statusCode).toBe(403)
  expect(paths['/api/auth/me']?.get?.description).toBe('Needs a token; no permission beyond it.')
})

test('the description says which calls need no token', async () => {
  const { paths, security } = (await request('/api/openapi.json')).json<Description>()
  expect(security).toEqual([{ token: [] }])
  for (const { endpoint } of allEndpoints) {
    const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation?.security, endpoint.path).toEqual(endpoint.permission === 'none' ? [] : undefined)
    expect(operation?.summary).toBe(endpoint.summary)
  }
})

test.each([
  ['/health/live', 'get', '200 400 500 503 507'],
  ['/auth/login', 'post', '200 400 403 413 429 500 503 507'],
  ['/auth/login/callback', 'get', '200 400 403 429 500 503 507'],
  ['/freezer-work/open', 'get', '200 400 401 403 429 500 503 507'],
  ['/samples/get', 'get', '200 400 401 403 404 409 429 500 503 507'],
  ['/samples/receive', 'post', '200 400 401 403 404 409 413 429 500 503 507'],
])('the description says with which statuses %s replies', async (path, method, statuses) => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  expect(Object.keys(paths[`/api${path}`]?.[method]?.responses ?? {}).join(' ')).toBe(statuses)
})

test('the description says which codes an error of each status may have, and how it looks', async () => {
  const { paths, components } = (await request('/api/openapi.json')).json<Description>()
  const { responses, schemas } = components
  const codes = Object.values(responses).flatMap(({ description }) =>
    [...description.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
  )
  expect(codes.sort()).toEqual(ErrorCode.options.toSorted())
  expect(responses.Error404?.description).toContain('`sample-not-found`')
  expect(responses.Error401?.description).toMatch(/`not-signed-in`/)
  expect(responses.Error429?.headers).toHaveProperty('Retry-After')
  const body = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } }
  for (const { content } of Object.values(responses)) expect(content).toEqual(body)
  expect(schemas.ErrorReply).toMatchObject({ properties: { code: { enum: ErrorCode.options } } })

  expect(paths['/api/samples/receive']?.post?.responses).toMatchObject({
    409: { $ref: '#/components/responses/Error409' },
  })
})

test('headers are strings without a format: openapi-python-client leaves out calls with other headers', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const headers = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ parameters = [] }) =>
      parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, schema }) => ({ name, schema })),
    ),
  )
  expect(headers.length).toBeGreaterThan(0)
  expect(
    headers.filter(({ schema }) => 'format' in schema || !('type' in schema && schema.type === 'string')),
  ).toEqual([])
})

test('files that are text are described as text: the client of openapi-python-client fails at others', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const files = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses = {} }) =>
      Object.entries(responses['200']?.content ?? {}).filter(([type]) => type !== 'application/json'),
    ),
  )
  const [texts, others] = [/^text\//, /sheet$|pdf$/].map((types) =>
    files.filter(([type]) => types.test(type)),
  )
  expect(texts?.length).toBeGreaterThan(5)
  expect(texts?.filter(([, { schema }]) => 'format' in schema)).toEqual([])
  expect(others?.length).toBeGreaterThan(3)
  for (const [, { schema }] of others ?? [])
    expect(schema).toMatchObject({ type: 'string', format: 'binary' })
})

test('a body that may be left out is an object: clients cannot be generated that leave out one or null', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const optional = Object.values(paths).flatMap(({ post }) =>
    post?.requestBody?.required === false ? [post.requestBody.content['application/json']?.schema] : [],
  )
  expect(optional.length).toBeGreaterThan(8)
  for (const schema of optional) expect(schema).toMatchObject({ type: 'object' })
  expect(paths['/api/samples/delete']?.post?.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { reason: { type: 'string', description: expect.stringContaining('reason-required') } },
  })
})

test('each call has a name of its own, from which clients are generated', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const names = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )
  expect(names).toContain('samplesReceive')
  expect(names).toContain('authLoginCallback')
  expect(names).toContain('printRunsLabels')
  expect(new Set(names).size).toBe(allEndpoints.length)
})

/** Returns the paths of schemas within a description that allow anything. */
function anythingIn(schema: unknown, path = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const members = Object.entries(schema)
  if (members.length === 0 && !Array.isArray(schema)) return [path]
  return members.flatMap(([name, member]) =>
    ['additionalProperties', 'default', 'enum'].includes(name) ? [] : anythingIn(member, `${path}/${name}`),
  )
}

test('each value that a call takes is described', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const vague = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ parameters, requestBody }) =>
      anythingIn({ parameters, requestBody }, path).filter((where) => !where.endsWith('/properties')),
    ),
  )
  expect(vague).toEqual([])

  const described = (path: string, name: string) =>
    paths[`/api${path}`]?.[path === '/samples/import/apply' ? 'post' : 'get']?.parameters?.find(
      (parameter) => parameter.name === name,
    )?.description
  expect(described('/samples/import/apply', 'columns')).toContain('separated by commas')
  expect(described('/samples/import/apply', 'importAgain')).toBe('true or false')
  expect(described('/tokens/list', 'all')).toBe('true or false')
  expect(described('/print-runs/labels', 'states')).toMatch(/^One of waiting, sending, /)

  const bodyOf = (path: string) =>
    paths[`/api${path}`]?.post?.requestBody?.content['application/json']?.schema
  expect(bodyOf('/samples/add')).toMatchObject({
    properties: { type: { enum: SampleType.options }, status: { enum: SampleStatus.options } },
    required: ['name', 'batchId', 'type', 'status'],
  })
  expect(bodyOf('/samples/update')).toMatchObject({
    properties: { type: { enum: SampleType.options }, status: { enum: SampleStatus.options } },
    required: ['id'],
  })
})

test('the description says how to repeat a write, and in which units values are', async () => {
  const { info, paths } = (await request('/api/openapi.json')).json<Description>()
  const withKey = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key')
      ? [path]
      : [],
  )
  const changing = allEndpoints.filter(({ endpoint }) => writes(endpoint))
  expect(withKey.sort()).toEqual(changing.map(({ endpoint: { path } }) => `/api${path}`).sort())
  const key = paths['/api/samples/receive']?.post?.parameters?.[0]
  expect(key).toMatchObject({ required: false, schema: { type: 'string', maxLength: 200 } })
  expect(key?.description).toMatch(/^New for each action\. /)

  for (const unit of ['millilitres', 'degrees Celsius', 'ISO 8601', 'from 1', '`Retry-After`'])
    expect(info.description).toContain(unit)
  const volume = { type: 'number', description: 'Millilitres' }
  const { get } = paths['/api/samples/get'] ?? {}
  expect(get?.responses).toMatchObject({
    200: {
      content: { 'application/json': { schema: { properties: { sample: { properties: { volume } } } } } },
    },
  })
  const added = paths['/api/samples/add']?.post?.requestBody?.content['application/json']?.schema
  expect(added).toMatchObject({ properties: { volume: { anyOf: [volume, { type: 'null' }] } } })
})

test('the description says which calls need a body', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const posts = allEndpoints.flatMap(({ endpoint }) => (endpoint.method === 'POST' ? [endpoint] : []))
  const isRequired = ({ path }: { path: string }) => paths[`/api${path}`]?.post?.requestBody?.required
  expect(posts.map((endpoint) => [endpoint.path, isRequired(endpoint)])).toEqual(
    posts.map(({ path, body, takesFile }) => [
      path,
      takesFile ?? !(body ?? noBody).safeParse(undefined).success,
    ]),
  )
  expect(posts.filter((endpoint) => !isRequired(endpoint)).map(({ path }) => path)).toContain(
    '/samples/delete',
  )
  const id = await lab.addBatch()
  expect((await lab.post(`/batches/delete?id=${id}`, undefined)).statusCode).toBe(200)
})

test('the description says that a token is not sent again for the same key', async () => {
  const { paths } = (await request('/api/openapi.json')).json<Description>()
  const keyOf = (path: string) =>
    paths[`/api${path}`]?.post?.parameters?.find(({ name }) => name === 'Idempotency-Key')?.description
  expect(keyOf('/tokens/create')).toContain('refused (409')
  expect(keyOf('/tokens/revoke')).toContain('gets the first reply')
})

test.each(['/api/docs', '/api/docs/'])('%s is a page that works under our own policy', async (address) => {
  const page = await request(address)

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<title>LIMS API</title>')
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
  expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/)
  const links = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) {
    const { pathname } = new URL(link, `http://localhost${address}`)
    expect((await request(pathname)).statusCode, pathname).toBe(200)
  }
})

const forOperators = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/openapi.json', '/api/metrics']

test.each(forOperators)('%s is open on the machine itself only', async (address) => {
  const token = { authorization: `Bearer ${lab.token()}` }
  expect((await request(address)).statusCode).toBe(200)
  expect((await request(address, { remoteAddress: '::1' })).statusCode).toBe(200)
  expect((await request(address, { remoteAddress: elsewhere })).statusCode).toBe(401)
  expect((await request(address, { remoteAddress: elsewhere, headers: token })).statusCode).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto', 'cf-ray']) {
    expect((await request(address, { headers: { [header]: '127.0.0.1' } })).statusCode, header).toBe(401)
  }
})

test.each(forOperators)('A13 %s needs a token wherever the server has a public address', async (address) => {
  const url = address
  const token = { authorization: `Bearer ${await publicLab.signIn('ada', 'Ada')}` }
  expect((await publicLab.app.inject({ url })).statusCode).toBe(401)
  expect((await publicLab.app.inject({ url, headers: { host: 'lims.example.org' } })).statusCode).toBe(401)
  expect((await publicLab.app.inject({ url, headers: token })).statusCode).toBe(200)
})

test('metrics count calls by route, never by the requested URL', async () => {
  await lab.get('/samples/get', { id: 'a-name-that-is-nobodys-business' })
  const { body } = await request('/api/metrics')
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/samples\/get",status="404"\} 1/,
  )
  expect(body).not.toContain('nobodys-business')
})
