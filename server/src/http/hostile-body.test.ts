import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { allEndpoints } from '@lims/contract/api.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
/** Calls that can do without a body are glad of none. */
const withBody = allEndpoints.filter(
  ({ endpoint: { body, takesFile } }) => body && !body.safeParse(null).success && !takesFile,
)

const json = 'application/json'
type Refused = [name: string, type: string, payload: string | Buffer, status: number, message: string]
const notAnObject = 'A JSON object is expected.'
const notJson = 'The body is not valid JSON.'
const notSentAsJson = 'The body must be JSON, sent with Content-Type: application/json.'
const notUtf8 = 'The body must be JSON in UTF-8.'
const tooDeep = 'The request is nested deeper than 20 levels.'
const tooManyValues = 'The request holds more than 65,000 values.'
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

const refused: Refused[] = [
  ['nothing', json, '', 400, notAnObject],
  ['white space', json, ' \n', 400, notAnObject],
  ['null', json, 'null', 400, notAnObject],
  ['a list', json, '[{"name":"a"}]', 400, notAnObject],
  ['a text', json, '"{}"', 400, notAnObject],
  ['a number', json, '42', 400, notAnObject],
  ['no JSON', json, 'name=a&batchId=b', 400, notJson],
  ['JSON cut short', json, '{"name": "a', 400, notJson],
  ['two objects', json, '{}{}', 400, notJson],
  ['a comment in JSON', json, '{"name": "a" /* why not */}', 400, notJson],
  ['not a number', json, '{"numSamples": NaN}', 400, notJson],
  ['a prototype', json, '{"__proto__": {"isAdmin": true}}', 400, notJson],
  ['a prototype further in', json, '{"a": {"constructor": {"prototype": {"b": 1}}}}', 400, notJson],
  ['a form', 'application/x-www-form-urlencoded', 'name=a', 400, notSentAsJson],
  ['plain text', 'text/plain', '{}', 400, notSentAsJson],
  ['XML', 'application/xml', '<a/>', 400, notSentAsJson],
  ['an invalid type', 'json', '{}', 400, notSentAsJson],
  ['in Latin-1', json, Buffer.from('{"name": "Zürich"}', 'latin1'), 400, notUtf8],
  ['in UTF-16', json, Buffer.from('{"name": "Zürich"}', 'utf16le'), 400, notUtf8],
  ['10,000 levels of lists', json, `{"name": ${nested(10_000, '[', ']')}}`, 400, tooDeep],
  ['100,000 levels of lists', json, nested(100_000, '[', ']'), 400, tooDeep],
  ['10,000 levels of objects', json, `${nested(10_000, '{"a":', '')}1${'}'.repeat(10_000)}`, 400, tooDeep],
  ['10,000 levels of metadata', json, `{"metadata": ${nested(10_000, '[', ']')}}`, 400, tooDeep],
  ['300,000 keys', json, `{${'"a":1,'.repeat(300_000)}"b":1}`, 400, tooManyValues],
  ['6 MB', json, JSON.stringify({ name: 'x'.repeat(6_000_000) }), 413, 'The body is larger than 5 MB.'],
]

let before: string
beforeEach(async () => {
  before = await contentsOf(lab.db)
})
afterEach(async () => {
  expect(await contentsOf(lab.db)).toBe(before)
})

const send = (path: string, payload: string | Buffer, headers: Record<string, string>) =>
  lab.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${lab.token()}`, ...headers },
    payload,
  })

test.each(refused)(
  'a body that is %s is refused by every call',
  async (_, type, payload, status, message) => {
    for (const { endpoint } of withBody) {
      const reply = await send(endpoint.path, payload, { 'content-type': type })
      expect(reply.statusCode, endpoint.path).toBe(status)
      expect(reply.json(), endpoint.path).toEqual({
        code: status === 413 ? 'body-too-large' : 'request-invalid',
        message,
      })
    }
  },
)

test.each([
  ['cut short', '{"name": "'],
  ['larger than any call takes', JSON.stringify({ name: 'x'.repeat(6_000_000) })],
])('a body for an address that does not exist is not read: %s', async (_, payload) => {
  for (const [method, url] of [
    ['POST', '/api/none'],
    ['PUT', '/api/samples/none'],
    ['POST', '/samples'],
  ] as const) {
    const reply = await lab.app.inject({ method, url, headers: { 'content-type': json }, payload })
    expect(reply.statusCode, url).toBe(404)
    const hint = url.startsWith('/api/') ? '' : ' The addresses of the API begin with /api/.'
    const message = `There is no ${method} ${url} here.${hint}`
    expect(reply.json()).toEqual({ code: 'address-unknown', message })
  }
  const reply = await lab.app.inject({
    ...{ method: 'PUT', url: '/api/samples/add', headers: { 'content-type': json }, payload },
  })
  expect([reply.statusCode, reply.json().code]).toEqual([405, 'method-not-allowed'])
})

const packed = gzipSync('{"name": "a"}')
const notUnpacked = 'The body cannot be decompressed as its Content-Encoding says.'

test.each([
  [
    'in an encoding we do not know',
    'compress',
    Buffer.from('{}'),
    400,
    'The Content-Encoding of the body must be gzip, deflate, br or zstd.',
  ],
  ['that is not what its encoding says', 'gzip', Buffer.from('{}'), 400, notUnpacked],
  ['that is gzip and says br', 'br', packed, 400, notUnpacked],
  ['whose compressed data is cut short', 'gzip', packed.subarray(0, 20), 400, notUnpacked],
  [
    'of 5 kB that unpacks to 5 MB and more',
    'gzip',
    gzipSync(JSON.stringify({ name: 'x'.repeat(5_300_000) })),
    413,
    'The body is larger than 5 MB.',
  ],
])('a body %s is refused by every call', async (_, encoding, payload, status, message) => {
  for (const { endpoint } of withBody) {
    const reply = await send(endpoint.path, payload, { 'content-type': json, 'content-encoding': encoding })
    expect(reply.statusCode, endpoint.path).toBe(status)
    expect(reply.json(), endpoint.path).toMatchObject({ message })
  }
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('a body in %s is read', async (encoding, compress) => {
  const payload = compress('{"identifier": "T9999999"}')
  const reply = await send('/samples/receive', payload, {
    'content-type': json,
    'content-encoding': encoding,
  })
  expect(reply.json()).toMatchObject({ code: 'sample-not-found' })
})

test('A12 a compressed body is unpacked to the limit and no further, and the sender gets to read why', async () => {
  const server = await lab.startServer()
  const { port } = server.server.address() as AddressInfo
  const packed = gzipSync(' '.repeat(5_300_000))
  const beRefused = async (times: number) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/samples/receive`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${lab.token()}`,
        'content-type': json,
        'content-encoding': 'gzip',
      },
      body: Buffer.concat(Array.from({ length: times }, () => packed)),
    })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toEqual({ code: 'body-too-large', message: 'The body is larger than 5 MB.' })
  }
  // 4 kB and 2 MB, which would unpack to 5 MB and 2 GB.
  await expectTimesAsLong({ base: () => beRefused(1), work: () => beRefused(400), atMostTimes: 20 })
})

test('keys that every object has are only keys', async () => {
  const body = '{"constructor": 1, "toString": "x", "hasOwnProperty": null, "name": "a"}'
  for (const { endpoint } of withBody) {
    const reply = await send(endpoint.path, body, { 'content-type': json })
    expect(reply.statusCode, endpoint.path).toBe(400)
  }
})

test('parameters in another encoding than UTF-8 are refused; a lone percent sign is only itself', async () => {
  const list = (query: string) => lab.app.inject({ url: `/api/samples/list?query=${query}`, headers })
  const headers = { authorization: `Bearer ${lab.token()}` }
  for (const query of ['M%FCller', '%E0%A4%A', '%ED%A0%80', 'a&name=%ff', 'who?M%FCller']) {
    const reply = await list(query)
    expect(reply.statusCode, query).toBe(400)
    expect(reply.json()).toEqual({
      code: 'request-invalid',
      message: 'The parameters must be percent-encoded UTF-8.',
    })
  }
  for (const query of ['M%C3%BCller', '100%', '100%25', 'a+b', '%F0%9F%A7%AA', 'who?M%C3%BCller'])
    expect((await list(query)).statusCode, query).toBe(200)
})

test('no cache may store a refusal', async () => {
  const headers = { authorization: `Bearer ${lab.token()}` }
  for (const url of ['/api/no-such-call', '/api/samples/receive', '/api/samples/get?id=1', '/api/%E0%A4%A']) {
    const reply = await lab.app.inject({ url, headers })
    expect(reply.statusCode, url).toBeGreaterThanOrEqual(400)
    expect(reply.headers['cache-control'], url).toBe('no-store')
  }
})

test('who is not signed in learns how to', async () => {
  for (const authorization of ['', 'Basic YWRhOmFkYQ==', 'Bearer lims_x']) {
    const reply = await lab.app.inject({ url: '/api/samples/list', headers: { authorization } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  }
})

test('malformed addresses are refused in our own words', async () => {
  for (const url of ['/api/%E0%A4%A', '/%', '/api/samples/get%00', '/api/../../etc/passwd']) {
    const reply = await lab.app.inject({ url })
    expect([400, 404], url).toContain(reply.statusCode)
    expect(ErrorReply.safeParse(reply.json()).success, url).toBe(true)
  }
})
