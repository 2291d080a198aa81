import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { minutesLater, testNow } from '../../test/lab.ts'
import { beginSignIn, choosePerson, completeSignIn, signIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'
import { hashOfSecret } from './browser-secret.ts'

const lab = await openSignInLab()
const { url } = lab
const listSamples = (token: string, server = url) =>
  openBrowser().send(`${server}/api/samples/list`, { token })

test('API-AUTH-04 the login page learns whether and with whom people sign in', async () => {
  const reply = await openBrowser().send(`${url}/api/auth/check-site`, { json: {} })
  expect(await reply.json()).toEqual({ available: true, provider: 'the demo identity', demo: true })
})

test('API-AUTH-05 login replies with the address of the provider, with PKCE, state and nonce', async () => {
  const address = new URL(await beginSignIn(openBrowser(), url))
  expect(address.origin).toBe(url)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'lims',
    redirect_uri: `${url}/auth/login/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    prompt: 'login',
  })
})

test('AUTH-01 API-AUTH-06 a demo person signs in and gets a token that says who it is', async () => {
  const { token } = await signIn(url, { person: 'demo-bo' })

  expect(decodeJwt(token)).toEqual({
    sub: 'demo-bo',
    name: 'Bo Chen',
    jti: expect.stringMatching(/^[\w-]{36}$/),
    iat: testNow.getTime() / 1000,
    exp: testNow.getTime() / 1000 + 12 * 3600,
  })
  expect((await listSamples(token)).status).toBe(200)
  const person = await lab.db.selectFrom('person').selectAll().executeTakeFirstOrThrow()
  expect(person).toMatchObject({ id: 'demo-bo', email: 'bo@brain.example', last_signed_in_at: testNow })
})

test('signing in is recorded', async () => {
  await signIn(url)
  const events = await lab.db.selectFrom('audit_event').selectAll().execute()
  expect(events).toMatchObject([{ action: 'session.open', person_id: 'demo-ada', at: testNow }])
})

test.each([
  ['code', 'state=abc'],
  ['state', 'code=abc'],
  ['code and state', ''],
  ['a code that is not blank', 'code=&state=abc'],
])('ERR-12 the callback without %s is refused', async (_, query) => {
  const { status, body } = await completeSignIn(openBrowser(), url, new URLSearchParams(query))
  expect(status).toBe(400)
  expect(body).toEqual({ code: 'request-invalid', message: 'Invalid callback parameters' })
})

const tooOldOrUsed = {
  status: 400,
  body: {
    code: 'sign-in-failed',
    message: 'This sign-in was already used, is too old or began elsewhere.',
  },
}

test('AUTH-01 a code and state work once', async () => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url))

  expect((await completeSignIn(browser, url, query)).status).toBe(200)
  expect(await completeSignIn(browser, url, query)).toEqual(tooOldOrUsed)
})

test('a state that nobody was given is refused', async () => {
  const query = new URLSearchParams({ code: 'abc', state: 'made-up' })
  expect(await completeSignIn(openBrowser(), url, query)).toEqual(tooOldOrUsed)
})

test.each([
  [10, 400],
  [9, 200],
])('a person who needs %i minutes at the provider gets %i', async (minutes, status) => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url))

  lab.setNow(minutesLater(minutes))

  expect((await completeSignIn(browser, url, query)).status).toBe(status)
})

test('a sign-in that began in another browser is refused', async () => {
  const attacker = openBrowser()
  const query = await choosePerson(attacker, url, await beginSignIn(attacker, url))

  expect(await completeSignIn(openBrowser(), url, query)).toEqual(tooOldOrUsed)
})

test('two login pages open in one browser both work', async () => {
  const browser = openBrowser()
  const [first, second] = [await beginSignIn(browser, url), await beginSignIn(browser, url)]

  for (const redirectUrl of [first, second]) {
    const query = await choosePerson(browser, url, redirectUrl)
    expect((await completeSignIn(browser, url, query)).status).toBe(200)
  }
})

test('one person after another signs in from one browser', async () => {
  const browser = openBrowser()
  for (const person of ['demo-ada', 'demo-bo', 'demo-bo', 'demo-chiara', 'demo-ada']) {
    const query = await choosePerson(browser, url, await beginSignIn(browser, url), person)
    const { body } = await completeSignIn(browser, url, query)
    expect(decodeJwt(body.token ?? '').sub).toBe(person)
  }
})

test('an ID token with the nonce of another sign-in is refused', async () => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url))
  await lab.db.updateTable('sign_in_attempt').set({ nonce: 'another' }).execute()

  const { status, body } = await completeSignIn(browser, url, query)

  expect(status).toBe(400)
  expect(body.code).toBe('sign-in-failed')
})

test('a code without the verifier that belongs to it is refused', async () => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url))
  await lab.db
    .updateTable('sign_in_attempt')
    .set({ code_verifier: 'x'.repeat(43) })
    .execute()

  expect((await completeSignIn(browser, url, query)).body.code).toBe('sign-in-failed')
})

test.each([
  ['/samples?page=2', '/samples?page=2'],
  ['https://evil.example/', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/auth/login', '/dashboard'],
  ['', '/dashboard'],
  [undefined, '/dashboard'],
])('AUTH-09 with the target %s the person goes on to %s', async (requested, target) => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url, requested))
  expect((await completeSignIn(browser, url, query)).body.target).toBe(target)
})

test('API-AUTH-07 SESS-06 logout ends the session at once, also with a userID, and is recorded', async () => {
  const { browser, token } = await signIn(url)

  const reply = await browser.send(`${url}/api/auth/logout?userID=demo-ada`, { token, json: {} })

  expect(await reply.json()).toEqual({ success: true })
  expect((await listSamples(token)).status).toBe(401)
  const actions = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'person_id'])
    .orderBy('id')
    .execute()
  expect(actions).toEqual([
    { action: 'session.open', person_id: 'demo-ada' },
    { action: 'session.close', person_id: 'demo-ada' },
  ])
})

test('one logout leaves the other sessions of that person open', async () => {
  const [first, second] = [await signIn(url), await signIn(url)]
  await first.browser.send(`${url}/api/auth/logout`, { token: first.token, json: {} })
  expect((await listSamples(second.token)).status).toBe(200)
})

test.each(['', 'garbage'])(
  "logout with the token '%s' succeeds, as there is nothing to end",
  async (token) => {
    const reply = await openBrowser().send(`${url}/api/auth/logout`, { token, json: {} })
    expect(reply.status).toBe(200)
  },
)

test('SESS-02 a token is good for as long as SESSION_HOURS says, and no longer', async () => {
  const { token } = await signIn(url)
  lab.setNow(new Date(testNow.getTime() + 12 * 3_600_000 - 1000))
  expect((await listSamples(token)).status).toBe(200)
  lab.setNow(minutesLater(12 * 60))
  expect((await listSamples(token)).status).toBe(401)
})

test('servers on one database accept and revoke each other’s tokens', async () => {
  const other = await lab.startServer()
  const { browser, token } = await signIn(url)
  expect((await listSamples(token, other)).status).toBe(200)

  await browser.send(`${other}/api/auth/logout`, { token, json: {} })

  expect((await listSamples(token)).status).toBe(401)
})

test('the sign-in cookie is out of reach of scripts and other sites', async () => {
  const reply = await openBrowser().send(`${url}/api/auth/login`, { json: {} })
  expect(reply.headers.get('set-cookie')).toMatch(/; HttpOnly/)
  expect(reply.headers.get('set-cookie')).toMatch(/; SameSite=Lax/)
})

test('A13 a cookie that somebody else has planted is not the secret of a new sign-in', async () => {
  const planted = 'p'.repeat(43)
  const reply = await openBrowser().send(`${url}/api/auth/login`, {
    json: {},
    headers: { cookie: `lims-sign-in=${planted}` },
  })
  expect(reply.headers.get('set-cookie')).not.toMatch(new RegExp(`^lims-sign-in=${planted}`))
  const { browser_hash } = await lab.db
    .selectFrom('sign_in_attempt')
    .select('browser_hash')
    .executeTakeFirstOrThrow()
  expect(browser_hash).not.toBe(hashOfSecret(planted))
})

test('no reply with a token stays in a cache', async () => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url))
  const reply = await browser.send(`${url}/api/auth/login/callback?${query}`)
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test('a person who declines, or whom the demo identity does not know, comes back without a code', async () => {
  const browser = openBrowser()
  const query = await choosePerson(browser, url, await beginSignIn(browser, url), 'nobody')
  expect(query.get('error')).toBe('access_denied')
  expect((await completeSignIn(browser, url, query)).body.message).toBe('Invalid callback parameters')
})

test('sign-ins that nobody completed are forgotten when the next one begins', async () => {
  await beginSignIn(openBrowser(), url)
  lab.setNow(minutesLater(11))
  await beginSignIn(openBrowser(), url)
  expect(await lab.db.selectFrom('sign_in_attempt').select('expires_at').execute()).toHaveLength(1)
})
