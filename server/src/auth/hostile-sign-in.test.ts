import { authApi } from '@lims/contract/auth.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryRequest } from '../../test/arbitrary-request.ts'
import { openBrowser } from '../../test/browser.ts'
import { hostileNames } from '../../test/hostile-texts.ts'
import { beginSignIn, signIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'

const { url, db } = await openSignInLab()
const countSessions = async () => (await db.selectFrom('session').select('id').execute()).length

test.each(Object.values(authApi))(
  '$path answers any request with a reply or a sentence',
  async (endpoint) => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryRequest(endpoint, ['/samples', 'https://evil.example']),
        async ({ query, body }) => {
          const parameters = Object.entries((query ?? {}) as object).map(
            ([name, value]): [string, string] => [
              name,
              // An object in the request may have a toString that is not a function.
              typeof value === 'string' ? value : JSON.stringify(value),
            ],
          )
          const reply = await fetch(`${url}/api${endpoint.path}?${new URLSearchParams(parameters)}`, {
            method: endpoint.method,
            headers: { 'content-type': 'application/json' },
            ...(endpoint.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
          })
          expect(reply.status).toBeLessThan(500)
          if (reply.status !== 200) expect(ErrorReply.parse(await reply.json()).message).not.toBe('')
        },
      ),
      // Looking for a smaller failure would use up the sign-ins that one address has in a minute.
      { numRuns: 20, endOnFailure: true },
    )
    expect(await countSessions()).toBe(0)
  },
)

test.each([...hostileNames, '\u0000', 'x'.repeat(3999)])(
  'the code and state %j sign nobody in',
  async (text) => {
    const reply = await fetch(
      `${url}/api/auth/login/callback?${new URLSearchParams({ code: text, state: text })}`,
    )
    expect(reply.status).toBe(400)
    expect(ErrorReply.safeParse(await reply.json()).success).toBe(true)
    expect(await countSessions()).toBe(0)
  },
)

test('a malformed cookie does not keep a sign-in from beginning', async () => {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'lims-sign-in=a%00b; __proto__=1; lims-sign-in=' },
    body: '{}',
  })
  expect(reply.status).toBe(200)
})

test('the page of the demo identity takes one of its people and nothing else', async () => {
  const browser = openBrowser()
  const page = await browser.follow(await beginSignIn(browser, url), `${url}/auth/login/callback`)
  expect(await page.reply.text()).not.toMatch(/<script|\son\w+=/)
  expect(page.reply.headers.get('content-security-policy')).toMatch(/default-src 'none'/)

  const long = await browser.send(page.url, { form: { person: 'x'.repeat(5000) } })
  expect(long.status).toBe(400)
  expect(await long.text()).toMatch(/^This sign-in cannot go on/)

  const stranger = await openBrowser().send(page.url, { form: { person: 'demo-ada' } })
  expect(stranger.status).toBe(400)
})

test.each([
  ['/auth/login', 6_000_000, '16 kB'],
  ['/auth/check-site', 17_000, '16 kB'],
  ['/auth/logout', 17_000, '16 kB'],
  ['/batches/add', 6_000_000, '5 MB'],
])(
  'A12 a body for %s of %i bytes is refused in words, which the sender gets to read',
  async (path, bytes, limit) => {
    const { token } = await signIn(url)
    const reply = await openBrowser().send(`${url}/api${path}`, {
      token,
      json: { name: 'x'.repeat(bytes) },
    })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toEqual({
      code: 'body-too-large',
      message: `The body is larger than ${limit}.`,
    })
  },
)

test('too many sign-ins from one address are refused in words, and people who are signed in work on', async () => {
  const { token } = await signIn(url)
  const begin = (behindProxy: string) =>
    openBrowser().send(`${url}/api/auth/check-site`, {
      json: {},
      headers: { 'x-forwarded-for': behindProxy },
    })
  const replies = await Promise.all(Array.from({ length: 320 }, () => begin('203.0.113.7')))

  const refused = replies.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toEqual({
    code: 'too-many-requests',
    message: expect.stringMatching(/^Rate limit exceeded, retry in /),
  })
  expect((await openBrowser().send(`${url}/api/samples/list`, { token })).status).toBe(200)
  expect((await begin('203.0.113.8')).status).not.toBe(429)
})

test('A7 logout is never limited', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const send = (path: string, token = '') =>
    openBrowser().send(`${url}/api${path}`, { json: {}, headers, token })
  const { token } = await signIn(url)
  await Promise.all(Array.from({ length: 310 }, () => send('/auth/check-site')))
  expect((await send('/auth/check-site')).status).toBe(429)
  expect((await send('/auth/logout', token)).status).toBe(200)
  expect(await countSessions()).toBe(1)
  expect((await openBrowser().send(`${url}/api/samples/list`, { token })).status).toBe(401)
})
