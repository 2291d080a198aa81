import { ErrorReply } from '@lims/contract/errors.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openLab } from '../../test/lab.ts'
import { beginSignIn, signIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'

const lab = await openLab()
const proxied = await openLab({
  PUBLIC_URL: 'https://lims.example.org',
  OIDC_ISSUER: 'https://issuer.example.org',
  OIDC_CLIENT_ID: 'lims',
  OIDC_ALLOWED_DOMAINS: 'brain.example',
})
const { url } = await openSignInLab()
const addresses = [
  '/api/health/live',
  '/api/samples/list',
  '/api/auth/check-site',
  '/',
  '/demo-identity/auth',
]

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.0.2.7',
])("A4 a request for the host '%s' is refused wherever it goes", async (host) => {
  for (const address of addresses) {
    const reply = await lab.app.inject({
      url: address,
      headers: { host, authorization: `Bearer ${lab.token()}` },
    })
    expect(reply.statusCode, address).toBe(400)
    expect(ErrorReply.parse(reply.json()).message).toContain('PUBLIC_URL')
  }
})

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:5173', '127.8.9.1', '[::1]:3000', 'localhost:'])(
  'A4 a request for the loopback host %s is answered, whatever PUBLIC_URL is',
  async (host) => {
    for (const { app } of [lab, proxied]) {
      expect((await app.inject({ url: '/api/health/live', headers: { host } })).statusCode).toBe(200)
    }
  },
)

test.each(['lims.example.org', 'LIMS.example.org:443', 'lims.example.org:8443'])(
  'A4 a request for the host %s of PUBLIC_URL is answered, with or without a port',
  async (host) => {
    expect((await proxied.app.inject({ url: '/api/health/live', headers: { host } })).statusCode).toBe(200)
    expect((await lab.app.inject({ url: '/api/health/live', headers: { host } })).statusCode).toBe(400)
  },
)

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'cf-connecting-ip'])(
  'A4 the demo identity signs in nobody who comes with %s',
  async (header) => {
    const browser = openBrowser()
    const begun = await beginSignIn(browser, url)
    const headers = { [header]: '203.0.113.7' }
    for (const address of [begun, `${url}/demo-identity/.well-known/openid-configuration`]) {
      const reply = await browser.send(address, { headers })
      expect(reply.status).toBe(403)
      expect(await reply.json()).toMatchObject({ code: 'not-allowed' })
    }
    const login = await browser.send(`${url}/api/auth/login`, { json: {}, headers })
    expect(login.status).toBe(403)
    const callback = await browser.send(`${url}/api/auth/login/callback?code=a&state=b`, { headers })
    expect(callback.status).toBe(403)
  },
)

test('A4 people at the machine itself still sign in', async () => {
  expect((await signIn(url)).token).toMatch(/\./)
})
