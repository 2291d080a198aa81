import { lowerCaseAscii } from '@lims/contract/text.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { freePort } from '../../test/free-port.ts'
import { clientSecret, openIssuer } from '../../test/issuer.ts'
import { beginSignIn, completeSignIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'
import { identityProvider, promptFor } from './identity-provider.ts'

const issuerPort = await freePort()
const client = {
  OIDC_CLIENT_ID: 'lims',
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_ALLOWED_DOMAINS: 'brain.example, Institute.Example, klab.example',
  OIDC_ALLOWED_EMAILS: 'guest@elsewhere.example',
}
const { url, db } = await openSignInLab(() => ({
  ...client,
  OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
}))
const issuer = await openIssuer(issuerPort, `${url}/auth/login/callback`)

const latePort = await freePort()
const waiting = await openSignInLab(() => ({ ...client, OIDC_ISSUER: `http://127.0.0.1:${latePort}` }))
const forgedPort = await freePort()
const forged = await openSignInLab(() => ({ ...client, OIDC_ISSUER: `http://127.0.0.1:${forgedPort}` }))
const byHeaderPort = await freePort()
const byHeader = await openSignInLab(() => ({ ...client, OIDC_ISSUER: `http://127.0.0.1:${byHeaderPort}` }))
const expiredPort = await freePort()
const expired = await openSignInLab(() => ({
  ...client,
  OIDC_CLIENT_SECRET: 'another',
  OIDC_ISSUER: `http://127.0.0.1:${expiredPort}`,
}))
const misnamed = await openSignInLab(() => ({ ...client, OIDC_ISSUER: `http://localhost:${issuerPort}` }))
const ada = { sub: 'g-1', name: 'Ada', email: 'ada@brain.example', email_verified: true }

beforeEach(() => issuer.letIn(ada))
afterAll(issuer.close)

async function goToProvider(browser = openBrowser()) {
  const callback = `${url}/auth/login/callback`
  const { url: returned } = await browser.follow(await beginSignIn(browser, url), callback)
  return { browser, query: returned.searchParams }
}

async function signInHere() {
  const { browser, query } = await goToProvider()
  return completeSignIn(browser, url, query)
}

test('AUTH-01 a person of an allowed domain signs in, picture and all', async () => {
  issuer.letIn({ ...ada, picture: 'https://pictures.example/ada.png' })
  const { status, body } = await signInHere()
  expect(status).toBe(200)
  expect(decodeJwt(body.token ?? '')).toMatchObject({
    sub: 'g-1',
    name: 'Ada',
    avatar: 'https://pictures.example/ada.png',
  })
})

test('people sign in at a provider that takes the secret of the client in a header only', async () => {
  const callback = `${byHeader.url}/auth/login/callback`
  const strict = await openIssuer(byHeaderPort, callback, { takesBasicOnly: true })
  onTestFinished(strict.close)
  strict.letIn(ada)
  const browser = openBrowser()
  const { url: returned } = await browser.follow(await beginSignIn(browser, byHeader.url), callback)
  const { status, body } = await completeSignIn(browser, byHeader.url, returned.searchParams)
  expect(status, body.message).toBe(200)
})

test.each([
  ['says why', {}, 'client authentication failed'],
  ['does not say why', { givesNoReason: true }, 'OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong'],
])(
  'a provider that refuses the secret in a header, and %s, is no provider that does not respond',
  async (_, options, reason) => {
    const callback = `${expired.url}/auth/login/callback`
    const strict = await openIssuer(expiredPort, callback, { takesBasicOnly: true, ...options })
    onTestFinished(strict.close)
    strict.letIn(ada)
    const browser = openBrowser()
    const { url: returned } = await browser.follow(await beginSignIn(browser, expired.url), callback)
    expect(await completeSignIn(browser, expired.url, returned.searchParams)).toEqual({
      status: 400,
      body: { code: 'sign-in-failed', message: `The identity provider refused the sign-in: ${reason}` },
    })
  },
)

test.each([
  ['an address on the list', 'guest@elsewhere.example'],
  ['an allowed domain written in another case', 'Grace@INSTITUTE.example'],
])('%s may sign in', async (_, email) => {
  issuer.letIn({ ...ada, email })
  expect((await signInHere()).status).toBe(200)
})

test.each([
  ['another domain', 'eve@evil.example'],
  ['a domain that only ends like an allowed one', 'eve@notbrain.example'],
  ['a domain below an allowed one', 'eve@sub.brain.example'],
  ['an allowed domain before the @', 'brain.example@evil.example'],
  ['an address without @', 'brain.example'],
  ['no address at all', ''],
])('PERM-05 %s may not sign in', async (_, email) => {
  issuer.letIn({ ...ada, email })

  const { status, body } = await signInHere()

  expect(status).toBe(403)
  expect(body.code).toBe('not-allowed')
  expect(body.token).toBeUndefined()
  expect(await db.selectFrom('session').select('id').execute()).toEqual([])
})

test.each([false, undefined])(
  'an address whose email_verified is %s lets nobody in',
  async (email_verified) => {
    issuer.letIn({
      sub: 'g-2',
      email: ada.email,
      ...(email_verified === undefined ? {} : { email_verified }),
    })
    expect(await signInHere()).toEqual({
      status: 403,
      body: { code: 'not-allowed', message: 'The identity provider has not verified your e-mail address.' },
    })
  },
)

test('ENT-31 a person without a name is called by the e-mail address', async () => {
  issuer.letIn({ sub: 'g-3', email: ada.email, email_verified: true })
  expect(decodeJwt((await signInHere()).body.token ?? '').name).toBe('ada@brain.example')
})

test('the provider is requested to ask who signs in, with the prompt that it supports', () => {
  expect(promptFor('https://accounts.google.com')).toBe('select_account')
  expect(promptFor('https://login.institute.example')).toBe('login')
})

test.each([
  [{ hd: 'Brain.Example' }, 'brain.example'],
  [{}, null],
])('of an account with the claims %j, the organisation is %s', async (claims, workspace) => {
  issuer.letIn({ ...ada, ...claims })
  const known = { issuer: issuer.issuer, clientId: 'lims', clientSecret }
  const provider = identityProvider(known, url, 'provider')
  const secrets = provider.newSecrets()
  const callback = `${url}/auth/login/callback`
  const { url: returned } = await openBrowser().follow(await provider.signInAddress(secrets), callback)
  const code = returned.searchParams.get('code') ?? ''
  expect(await provider.redeem({ code }, secrets)).toMatchObject({ email: ada.email, workspace })
})

// Only Linux has all of 127/8.
test.runIf(process.platform === 'linux')(
  'a provider is used without TLS on any address of this computer, as the settings allow',
  async () => {
    const port = await freePort()
    const other = await openIssuer(port, `${url}/auth/login/callback`, { host: '127.0.0.2' })
    onTestFinished(other.close)
    const provider = identityProvider(
      { issuer: other.issuer, clientId: 'lims', clientSecret },
      url,
      'provider',
    )
    expect(await provider.signInAddress(provider.newSecrets())).toMatch(`${other.issuer}/`)
  },
)

test('a code that the provider did not give is refused in one sentence', async () => {
  const { browser, query } = await goToProvider()
  query.set('code', 'made-up')
  const { status, body } = await completeSignIn(browser, url, query)
  expect(status).toBe(400)
  expect(body.message).toMatch(/^The identity provider refused the sign-in: /)
})

test('a callback that names another issuer is refused', async () => {
  const { browser, query } = await goToProvider()
  query.set('iss', 'https://evil.example')
  expect((await completeSignIn(browser, url, query)).body.code).toBe('sign-in-failed')
})

test('AUTH-04 a provider that is down when the person returns is a 503, and the next sign-in works', async () => {
  const { browser, query } = await goToProvider()
  await issuer.close()
  const { status, body } = await completeSignIn(browser, url, query)
  await issuer.open()

  expect(status).toBe(503)
  expect(body).toEqual({
    code: 'sign-in-unavailable',
    message: expect.stringMatching(/^127\.0\.0\.1 does not respond/),
  })
  expect((await signInHere()).status).toBe(200)
})

test('AUTH-04 a provider that is down when sign-in begins is a 503 until it comes back', async () => {
  const login = () => openBrowser().send(`${waiting.url}/api/auth/login`, { json: {} })

  const refused = await login()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    code: 'sign-in-unavailable',
    message: expect.stringMatching(/^127\.0\.0\.1 does not respond: .*ECONNREFUSED/),
  })

  const late = await openIssuer(latePort, `${waiting.url}/auth/login/callback`)
  expect((await login()).status).toBe(200)
  await late.close()
})

test.each([
  ['NUL in the name', { name: 'A\u0000da' }, 200, 'ada@brain.example'],
  ['half a character in the name', { name: 'A\ud800' }, 200, 'ada@brain.example'],
  ['a name that is too long', { name: 'x'.repeat(5000) }, 200, 'ada@brain.example'],
])('A13 a person with %s signs in under the e-mail address', async (_, claims, status, name) => {
  issuer.letIn({ ...ada, ...claims })
  const reply = await signInHere()
  expect(reply.status).toBe(status)
  expect(decodeJwt(reply.body.token ?? '').name).toBe(name)
})

test.each([
  ['K (Kelvin sign) for the k of an allowed domain', 'ada@\u212alab.example'],
  ['a space without width in an allowed address', 'gue\u200bst@elsewhere.example'],
  ['a soft hyphen in an allowed domain', 'ada@brain\u00ad.example'],
  ['a byte order mark before an allowed address', '\ufeffguest@elsewhere.example'],
])('A13 %s does not pass for the allowed one', async (_, email) => {
  issuer.letIn({ ...ada, email })
  const { status, body } = await signInHere()
  expect(status).toBe(400)
  expect(body.code).toBe('sign-in-failed')
  expect(lowerCaseAscii('ADA@\u212a.Example')).toBe('ada@\u212a.example')
})

test('A13 an ID token that the provider did not sign is refused', async () => {
  const there = forged.url
  const other = await openIssuer(forgedPort, `${there}/auth/login/callback`)
  onTestFinished(other.close)
  other.letIn(ada)
  other.publishAnotherKey()
  const browser = openBrowser()
  const callback = `${there}/auth/login/callback`
  const { url: returned } = await browser.follow(await beginSignIn(browser, there), callback)
  const reply = await completeSignIn(browser, there, returned.searchParams)
  expect(reply.status).toBe(400)
  expect(reply.body.code).toBe('sign-in-failed')
})

test('a provider that names itself otherwise than the setting does is reported with both names', async () => {
  const refused = await openBrowser().send(`${misnamed.url}/api/auth/login`, { json: {} })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    code: 'sign-in-unavailable',
    message: `localhost cannot be used to sign in: OIDC_ISSUER is 'http://localhost:${issuerPort}/', but the provider there is 'http://127.0.0.1:${issuerPort}'`,
  })
})

test('a provider whose clock differs by minutes is reported as that', async () => {
  const there = forged.url
  const other = await openIssuer(forgedPort, `${there}/auth/login/callback`, { inIdToken: true })
  onTestFinished(other.close)
  other.letIn({ ...ada, nbf: Math.floor(Date.now() / 1000) + 120 })
  const browser = openBrowser()
  const callback = `${there}/auth/login/callback`
  const { url: returned } = await browser.follow(await beginSignIn(browser, there), callback)
  const reply = await completeSignIn(browser, there, returned.searchParams)
  expect(reply).toEqual({
    status: 400,
    body: {
      code: 'sign-in-failed',
      message:
        'The identity provider refused the sign-in: its clock and the clock of this server differ by minutes',
    },
  })
})
