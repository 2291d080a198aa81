import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleError } from './error-handler.ts'
import { addressToRoute, collectMethods, serveWeb } from './serve-web.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-web-'))
writeFileSync(path.join(folder, 'index.html'), '<title>LIMS</title>')
mkdirSync(path.join(folder, 'assets'))
writeFileSync(path.join(folder, 'assets/page-1a2b3c4.js'), 'script')
writeFileSync(path.join(folder, 'assets/page-1a2b3c4.js.br'), 'compressed')

const app = Fastify({ frameworkErrors: handleError, rewriteUrl: addressToRoute })
app.setErrorHandler(handleError)
const methods = collectMethods(app)
app.get('/api/samples/list', async () => ({ isOfApi: true }))
app.post('/api/samples/add', async () => ({}))
await serveWeb(app, folder, methods)

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each(['/', '/samples/1', '/samples/%FF', '/%zz?page=2', '/samples/%25FF'])(
  'the browser gets the page at %s, also if the address is malformed',
  async (url) => {
    const reply = await app.inject({ url })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('<title>LIMS</title>')
  },
)

test.each(['/api/samples/%FF', '/assets/%FF'])('%s is refused as malformed', async (url) => {
  const reply = await app.inject({ url })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'request-invalid', message: 'The address is malformed.' })
})

test.each([
  '//api/samples/list?pageNumber=0',
  '///api/samples/list',
  '/api',
  '/api?pageNumber=0',
  '/API/samples/list',
  '/api/samples',
  '/api//samples/list',
  '/api/samples/list/',
  '/%61pi/samples',
  '/api%2Fsamples%2Flist',
  '/%2Fapi/samples/list',
  '//assets/index.js',
])('%s is no page: a script would take the page for its data', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await app.inject({ method, url })
    expect(reply.statusCode, method).toBe(404)
    expect(reply.headers['content-type'], method).toMatch('application/json')
    if (method === 'GET') expect(reply.json().code).toBe('address-unknown')
  }
})

test('a hashed file may be cached for ever, and is sent as the build compressed it', async () => {
  const url = '/assets/page-1a2b3c4.js'
  const reply = await app.inject({ url })
  expect([reply.statusCode, reply.body]).toEqual([200, 'script'])
  expect(reply.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'compressed'])
  const head = await app.inject({ url, method: 'HEAD' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const known = { 'if-none-match': String(reply.headers.etag) }
  expect((await app.inject({ url, headers: known })).statusCode).toBe(304)
})

test.each(['/assets/old-1a2b3c4.js', '/assets/..%2Findex.html', '/assets/', '/assets/page-1a2b3c4.js/'])(
  '%s is no file of the build',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await app.inject({ method, url })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  },
)

test.each([
  ['POST', '/api/samples/list?pageNumber=0', 'GET, HEAD', '/api/samples/list takes GET, not POST.'],
  ['OPTIONS', '/api/samples/list', 'GET, HEAD', '/api/samples/list takes GET, not OPTIONS.'],
  ['GET', '/api/samples/add', 'POST', '/api/samples/add takes POST, not GET.'],
] as const)(
  '%s %s is refused with the methods that the address takes',
  async (method, url, allow, message) => {
    const reply = await app.inject({ method, url })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
    expect(reply.json()).toEqual({ code: 'method-not-allowed', message })
  },
)

test('the refusal of an address with a slash too many says where the API is', async () => {
  expect((await app.inject('//api/samples/list')).json().message).toBe(
    'There is no GET //api/samples/list here. The addresses of the API begin with /api/.',
  )
})

test('a request with an API token gets no page, one with the token of a browser or a proxy does', async () => {
  const statusWith = async (authorization: string) =>
    (await app.inject({ url: '/samples/list', headers: { authorization } })).statusCode
  expect(await statusWith('Bearer lims_x')).toBe(404)
  expect(await statusWith('Bearer a.b.c')).toBe(200)
  expect(await statusWith('Basic YTpi')).toBe(200)
})

test.each(['/apis', '/api-tokens', '/tokens', '/guide/api'])('%s is a page', async (url) => {
  expect((await app.inject(url)).body).toBe('<title>LIMS</title>')
})

test('%61pi is api: the address is routed as it is decoded', async () => {
  expect((await app.inject('/%61pi/samples/list')).json()).toEqual({ isOfApi: true })
})
