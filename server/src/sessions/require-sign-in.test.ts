import { randomBytes, randomUUID } from 'node:crypto'
import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
let passed: string[] = []
lab.app.addHook('onRequest', (_request, _reply, done) => {
  queueMicrotask(() => passed.push('what waits'))
  done()
})
lab.app.addHook('preHandler', (_request, _reply, done) => {
  passed.push('request')
  done()
})
const guarded = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'none')
const open = allEndpoints.filter(({ endpoint }) => endpoint.permission === 'none')
const inSeconds = (hours: number) => Math.floor(testNow.getTime() / 1000) + hours * 3600

const send = ({ method, path }: Endpoint, token: string) =>
  method === 'GET' ? lab.get(path, {}, token) : lab.post(path, { any: 1 }, token)

const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const claims = () => {
  const { sub, jti } = sessionOf(lab.token())
  return { name: 'Ada Lindqvist', sub, jti, exp: inSeconds(1) }
}
const signed = (payload: Record<string, unknown>, key: Uint8Array = lab.signingKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key)

const badTokens: [string, () => Promise<string>][] = [
  ['without a token', async () => ''],
  ['with garbage for a token', async () => 'not.a.token'],
  ['with one cut short', async () => lab.token().slice(0, -4)],
  ['with an expired one', () => signed({ ...claims(), exp: inSeconds(-1) })],
  ['with one that never expires', () => signed({ ...claims(), exp: undefined })],
  ['with one signed by another key', () => signed(claims(), randomBytes(32))],
  ['with one that is not signed (alg none)', async () => new UnsecuredJWT(claims()).encode()],
  ['with one of a session nobody opened', () => signed({ ...claims(), jti: randomUUID() })],
  ['with one whose session id is no id', () => signed({ ...claims(), jti: "' or 1=1" })],
  ['after logout', () => lab.post('/auth/logout', {}).then(() => lab.token())],
]

test.each(badTokens)(
  'PERM-05 API-AUTH-02 every call but the open ones is refused %s',
  async (_, makeToken) => {
    const token = await makeToken()

    for (const { endpoint } of guarded) {
      const reply = await send(endpoint, token)
      expect(reply.statusCode, endpoint.path).toBe(401)
      expect(reply.json()).toEqual({ code: 'not-signed-in', message: errorTexts.notSignedIn })
    }
  },
)

test('API-AUTH-03 the open calls reply without a token', async () => {
  const statuses = open.map(async ({ endpoint }) => [endpoint.path, (await send(endpoint, '')).statusCode])
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    '/auth/check-site': 200,
    // The laboratory of this test has no identity provider.
    '/auth/login': 500,
    '/auth/login/callback': 400,
    '/auth/logout': 200,
    '/health/live': 200,
    '/health/ready': 200,
  })
})

test('only sign-in, logout and the health check need no token', () => {
  expect(open.map(({ endpoint }) => endpoint.path).sort()).toEqual([
    '/auth/check-site',
    '/auth/login',
    '/auth/login/callback',
    '/auth/logout',
    '/health/live',
    '/health/ready',
  ])
})

test.each(['bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
  const reply = await lab.app.inject({
    url: '/api/samples/list',
    headers: { authorization: `${scheme} ${lab.token()}` },
  })
  expect(reply.statusCode).toBe(200)
})

test('a token in the address instead of the header is ignored', async () => {
  const reply = await lab.get('/samples/list', { token: lab.token(), access_token: lab.token() }, '')
  expect(reply.statusCode).toBe(401)
})

test('a stranger is refused before the body is read', async () => {
  const reply = await lab.app.inject({
    method: 'POST',
    url: '/api/batches/add',
    headers: { 'content-type': 'application/json' },
    payload: `{"name": "${'x'.repeat(6_000_000)}`,
  })
  expect(reply.statusCode).toBe(401)
})

test('a request with a cached session passes all hooks in one turn of the event loop', async () => {
  const send = async (token: string) => {
    passed = []
    return (await lab.get('/samples/list', {}, token)).statusCode
  }
  lab.app.sessions.forget()
  expect(await send(lab.token())).toBe(200)
  expect(passed).toEqual(['what waits', 'request'])
  // The notification of a logout above may come late, and clear the cache in between.
  await vi.waitFor(async () => {
    expect(await send(lab.token())).toBe(200)
    expect(passed).toEqual(['request', 'what waits'])
  }, 20_000)
  expect(await send(lab.token().slice(0, -4))).toBe(401)
})
