import { decodeJwt } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { freePort } from '../../test/free-port.ts'
import { clientSecret, openIssuer } from '../../test/issuer.ts'
import { beginSignIn, completeSignIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'

/** A laboratory with a provider whose ID token says less than its user info, or that has no user info. */
async function openThin({ hasUserInfo }: { hasUserInfo: boolean }) {
  const port = await freePort()
  const { url } = await openSignInLab(() => ({
    OIDC_CLIENT_ID: 'lims',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ALLOWED_DOMAINS: 'brain.example',
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
  }))
  const callback = `${url}/auth/login/callback`
  const issuer = await openIssuer(port, callback, { inIdToken: true, hasUserInfo })
  afterAll(issuer.close)
  return {
    letIn: issuer.letIn,
    signIn: async () => {
      const browser = openBrowser()
      const { url: returned } = await browser.follow(await beginSignIn(browser, url), callback)
      return completeSignIn(browser, url, returned.searchParams)
    },
  }
}
const thin = await openThin({ hasUserInfo: true })
const withoutUserInfo = await openThin({ hasUserInfo: false })

const ada = { sub: 'g-1', name: 'Ada', email: 'ada@brain.example', email_verified: true }
const unverified = { sub: ada.sub, email: ada.email }

test('an ID token that does not say whether the address is verified leaves it to the user info', async () => {
  thin.letIn(ada, unverified)
  const { status, body } = await thin.signIn()
  expect(status, body.message).toBe(200)
  expect(decodeJwt(body.token ?? '').name).toBe('Ada')
})

test('an ID token that says it as text, as a claim of a policy does, is believed', async () => {
  withoutUserInfo.letIn(ada, { ...ada, email_verified: 'true' })
  expect((await withoutUserInfo.signIn()).status).toBe(200)
})

test.each([
  ['it is false as text', ada, { ...ada, email_verified: 'false' }],
  ['the user info says that it is not verified', { ...ada, email_verified: false }, unverified],
  ['neither says whether it is', unverified, unverified],
  ['the ID token says that it is not verified', ada, { ...ada, email_verified: false }],
  ['another one is verified', { ...ada, email: 'eve@evil.example' }, unverified],
  ['the user info names none', { sub: ada.sub, email_verified: true }, unverified],
])('PERM-05 the address of an ID token lets nobody in where %s', async (_, userInfo, inIdToken) => {
  thin.letIn(userInfo, inIdToken)
  const { status, body } = await thin.signIn()
  expect([status, body.code]).toEqual([403, 'not-allowed'])
})

test('PERM-05 an address that is not verified lets nobody in where there is no user info', async () => {
  withoutUserInfo.letIn(unverified)
  expect(await withoutUserInfo.signIn()).toEqual({
    status: 403,
    body: { code: 'not-allowed', message: 'The identity provider has not verified your e-mail address.' },
  })
})
