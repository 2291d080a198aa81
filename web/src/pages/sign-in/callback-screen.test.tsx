import { authApi } from '@lims/contract/auth.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { fillTabStorage } from '../../../test/full-tab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn, tokenOf } from '../../../test/session-token.ts'
import { clearToken, storedToken } from '../../api/stored-token.ts'
import { hasBegunSignIn, markSignInBegun } from './begun-sign-in.ts'
import { completeLogin } from './complete-login.ts'

const callback = '/auth/login/callback?code=4%2F0AbC&state=s1'
const stillSignedIn = 'The sign-in failed. Ada Lindqvist is still signed in.'

beforeEach(() => {
  emptyLab()
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
})
afterEach(() => {
  vi.restoreAllMocks()
  window.location.hash = ''
})

test('AUTH-06 AUTH-07 AUTH-08 SESS-04 code and state make a session, a greeting and the dashboard', async () => {
  const token = tokenOf({ name: 'Ada Lindqvist' })
  const requests = serverAnswers(authApi.callback, { token, target: '/dashboard' })
  const { place } = openAddress(`${callback}&iss=https%3A%2F%2Faccounts.example`)

  expect(await screen.findByText('Welcome, Ada Lindqvist')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/dashboard'))
  expect(requests[0]?.query).toEqual({ code: '4/0AbC', state: 's1', iss: 'https://accounts.example' })
  expect(storedToken()).toBe(token)
})

test('AUTH-06 a code of digits arrives as it was given', async () => {
  const requests = serverAnswers(authApi.callback, { token: tokenOf(), target: '/dashboard' })
  openAddress('/auth/login/callback?code=12345678901234567890&state=1e5')
  await waitFor(() => expect(requests[0]?.query).toEqual({ code: '12345678901234567890', state: '1e5' }))
})

test('AUTH-09 the person goes on to the given target', async () => {
  serverAnswers(authApi.callback, { token: tokenOf(), target: '/no-such-page?from=mail' })
  const { place } = openAddress(callback)
  await waitFor(() => expect(place()).toBe('/no-such-page?from=mail'))
})

test.each(['https://evil.example/', '//evil.example', '/auth/login'])(
  'AUTH-09 a target such as %s means the dashboard',
  async (target) => {
    serverAnswers(authApi.callback, { token: tokenOf(), target })
    const { place } = openAddress(callback)
    await waitFor(() => expect(place()).toBe('/dashboard'))
  },
)

test.each(['', '?code=c', '?state=s', '?code=&state='])(
  'AUTH-10 AUTH-11 SESS-05 missing parameters (%j) are said, and lead back to login; nobody is signed in',
  async (search) => {
    signIn({ name: 'An earlier person' })
    markSignInBegun()
    const requests = serverAnswers(authApi.callback, { token: tokenOf(), target: '/dashboard' })
    const { place } = openAddress(`/auth/login/callback${search}`)
    expect(await screen.findByText('Invalid callback URL. Missing parameters.')).toBeVisible()
    await waitFor(() => expect(place()).toBe('/auth/login'))
    expect(requests).toEqual([])
    expect(storedToken()).toBeUndefined()
  },
)

test('AUTH-12 SESS-05 a refused login is said with its reason, and nobody is signed in', async () => {
  signIn({ name: 'An earlier person' })
  markSignInBegun()
  serverRefuses(authApi.callback, 403, {
    code: 'not-allowed',
    message: 'mallory@x.example may not sign in here.',
  })
  const { place } = openAddress(callback)
  expect(await screen.findByText('Login failed. Please try again.')).toBeVisible()
  expect(screen.getByText('mallory@x.example may not sign in here.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/auth/login'))
  expect(storedToken()).toBeUndefined()
})

test('AUTH-12 SESS-05 a refusal by the identity provider is a failed login, and nobody is signed in', async () => {
  signIn({ name: 'An earlier person' })
  markSignInBegun()
  const { place } = openAddress('/auth/login/callback?error=access_denied&state=s1')
  expect(await screen.findByText('Login failed. Please try again.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/auth/login'))
  expect(storedToken()).toBeUndefined()
})

test.each([
  ['?error=access_denied&state=s1', "The identity provider replied 'access_denied'."],
  ['', 'Invalid callback URL. Missing parameters.'],
  ['?code=c&state=s1', 'This sign-in has expired.'],
])(
  'a callback (%j) that fails in a tab that has begun no sign-in says so, and who is still signed in',
  async (search, reason) => {
    signIn({ name: 'Ada Lindqvist' })
    const token = storedToken()
    serverRefuses(authApi.callback, 400, { code: 'sign-in-failed', message: 'This sign-in has expired.' })
    const { place } = openAddress(`/auth/login/callback${search}`)
    await waitFor(() => expect(place()).toBe('/dashboard'))
    expect(storedToken()).toBe(token)
    expect(screen.getByText(stillSignedIn)).toBeVisible()
    expect(screen.getByText(`${reason} To sign in as somebody else, log out first.`)).toBeVisible()
  },
)

test.each([
  ['Ada logs out', () => clearToken(), '/auth/login'],
  ['another person is signed in', () => signIn({ sub: 'bo', name: 'Bo Chen' }), '/dashboard'],
])('who is still signed in is no longer shown once %s', async (_when, change, next) => {
  signIn({ name: 'Ada Lindqvist' })
  const { place } = openAddress('/auth/login/callback?error=access_denied&state=s1')
  expect(await screen.findByText(stillSignedIn)).toBeVisible()
  await waitFor(() => expect(place()).toBe('/dashboard'))
  act(change)
  await waitFor(() => expect(place()).toMatch(next))
  await waitFor(() => expect(screen.queryByText(stillSignedIn)).not.toBeInTheDocument())
})

test('why a sign-in failed stays on the login page', async () => {
  signIn({ name: 'Ada Lindqvist' })
  markSignInBegun()
  const { place } = openAddress('/auth/login/callback?error=access_denied&state=s1')
  await waitFor(() => expect(place()).toBe('/auth/login'))
  expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  expect(screen.getByText("The identity provider replied 'access_denied'.")).toBeVisible()
})

test('a sign-in that is complete in a tab that has not begun it, as of a link in an e-mail, replaces the person', async () => {
  signIn({ name: 'An earlier person' })
  const token = tokenOf({ name: 'Ada Lindqvist' })
  serverAnswers(authApi.callback, { token, target: '/dashboard' })
  openAddress(callback)
  expect(await screen.findByText('Welcome, Ada Lindqvist')).toBeVisible()
  expect(storedToken()).toBe(token)
})

test.each([
  ['access_denied', "The identity provider replied 'access_denied'."],
  ['Your account is locked. Call +1 555 0100', 'The identity provider refused the sign-in.'],
])('of a refusal by the identity provider only a code is shown: %s', async (error, text) => {
  openAddress(`/auth/login/callback?error=${encodeURIComponent(error)}&state=s1`)
  expect(await screen.findByText(text)).toBeVisible()
})

test('AUTH-09 a failed login keeps the page that the person wanted to open', async () => {
  const begun = serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#at-the-provider` })
  const { user, router, place } = openAddress('/auth/login?target=%2Fsamples%3Fquery%3DP001')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

  await waitFor(() => expect(hasBegunSignIn()).toBe(true))
  router.history.push('/auth/login/callback?error=access_denied&state=s1')
  expect(await screen.findByText('Login failed. Please try again.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fsamples%3Fquery%3DP001'))
  await waitFor(() => expect(begun).toHaveLength(3))
  expect(begun.at(-1)?.body).toEqual({ target: '/samples?query=P001' })
  expect(hasBegunSignIn()).toBe(false)
  expect(screen.getByText('Please sign in to continue.')).toBeVisible()
})

test('AUTH-09 a failed login does not lead to the page of an earlier one', async () => {
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#at-the-provider` })
  const { user, router, place } = openAddress('/auth/login?target=%2Fbatches')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
  router.history.push('/auth/login')
  await waitFor(() => expect(place()).toBe('/auth/login'))
  await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

  router.history.push('/auth/login/callback?error=access_denied&state=s1')
  expect(await screen.findByText('Login failed. Please try again.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/auth/login'))
})

test('AUTH-02 AUTH-06 a tab whose storage is full can be signed in', async () => {
  fillTabStorage()
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#at-the-provider` })
  serverAnswers(authApi.callback, { token: tokenOf(), target: '/batches' })
  const { user, router, place } = openAddress('/auth/login?target=%2Fbatches')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
  await waitFor(() => expect(window.location.hash).toBe('#at-the-provider'))
  router.history.push('/auth/login/callback?code=c7&state=s7')
  await waitFor(() => expect(place()).toMatch('/batches'))
  expect(storedToken()).toBeDefined()
})

test('AUTH-13 SESS-05 no answer at all is an unexpected error, and nobody is signed in', async () => {
  signIn({ name: 'An earlier person' })
  markSignInBegun()
  server.use(http.get('*/api/auth/login/callback', () => HttpResponse.error()))
  openAddress(callback)
  expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeVisible()
  expect(storedToken()).toBeUndefined()
})

test('AUTH-14 the code is redeemed once, though React asks twice', async () => {
  const requests = serverAnswers(authApi.callback, { token: tokenOf(), target: '/dashboard' })
  const { place } = openAddress(callback, { isStrict: true })
  await waitFor(() => expect(place()).toBe('/dashboard'))
  expect(requests).toHaveLength(1)
})

test('D6 AUTH-14 a reload in the middle does not redeem the code again, and asks to sign in once more', async () => {
  sessionStorage.setItem('lims.callback', 's1')
  const requests = serverAnswers(authApi.callback, { token: tokenOf(), target: '/dashboard' })
  const { place } = openAddress(callback)
  expect(await screen.findByText('Please sign in again')).toBeVisible()
  expect(screen.getByText('The page was reloaded before the sign-in was complete.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/auth/login'))
  expect(requests).toEqual([])
})

test('after a reload in the middle, a tab that has lost its mark says who is still signed in', async () => {
  signIn({ name: 'Ada Lindqvist' })
  sessionStorage.setItem('lims.callback', 's1')
  const { place } = openAddress(callback)
  expect(await screen.findByText(stillSignedIn)).toBeVisible()
  expect(
    screen.getByText(
      'The page was reloaded before the sign-in was complete. To sign in as somebody else, log out first.',
    ),
  ).toBeVisible()
  await waitFor(() => expect(place()).toBe('/dashboard'))
})

test('D6 a call that the reload aborts leaves the flag to the page that follows', async () => {
  server.use(http.get('*/api/auth/login/callback', () => HttpResponse.error()))
  window.dispatchEvent(new Event('beforeunload'))
  const { place } = openAddress('/auth/login/callback?code=c6&state=s6')
  await screen.findByText('Signing in')
  await waitFor(() => expect(sessionStorage.getItem('lims.callback')).toBe('s6'))
  window.dispatchEvent(new Event('pageshow'))
  expect(place()).toContain('state=s6')
  expect(screen.queryByText('Login failed. Please try again.')).not.toBeInTheDocument()
})

test('AUTH-14 a second sign-in in the same tab works', async () => {
  serverAnswers(authApi.callback, { token: tokenOf(), target: '/dashboard' })
  const first = openAddress(callback)
  await waitFor(() => expect(first.place()).toBe('/dashboard'))
  expect(sessionStorage.getItem('lims.callback')).toBeNull()

  first.router.history.push('/auth/login/callback?code=c2&state=s2')
  await waitFor(() => expect(first.place()).toContain('s2'))
  await waitFor(() => expect(first.place()).toBe('/dashboard'))
})

test.each(['?code=c1&state=s1', '?code=c2&state=s1', '?error=access_denied&state=s1'])(
  'AUTH-14 Back to the identity provider, which sends the same sign-in again (%s), says who is signed in',
  async (search) => {
    const requests = serverAnswers(authApi.callback, {
      token: tokenOf({ name: 'Ada Lindqvist' }),
      target: '/batches',
    })
    const { router, place } = openAddress('/auth/login/callback?code=c1&state=s1')
    await waitFor(() => expect(place()).toMatch('/batches'))
    const token = storedToken()
    serverRefuses(authApi.callback, 400, {
      code: 'sign-in-failed',
      message: 'This sign-in was already used.',
    })
    router.history.push(`/auth/login/callback${search}`)
    expect(await screen.findByText('You are signed in as Ada Lindqvist')).toBeVisible()
    expect(screen.getByText('To sign in as somebody else, log out first.')).toBeVisible()
    await waitFor(() => expect(place()).toBe('/dashboard'))
    expect(screen.queryByText(stillSignedIn)).not.toBeInTheDocument()
    expect(requests).toHaveLength(1)
    expect(storedToken()).toBe(token)
  },
)

test("ERR-12 missing parameters throw 'Invalid callback parameters'", async () => {
  await expect(completeLogin({ state: 's' })).rejects.toThrow('Invalid callback parameters')
  await expect(completeLogin({ code: 'c' })).rejects.toThrow('Invalid callback parameters')
})

test.each([{ token: '', target: '/' }, { target: '/' }, {}])(
  "ERR-13 an answer without a token (%j) throws 'No token received from backend'",
  async (reply) => {
    server.use(http.get('*/api/auth/login/callback', () => HttpResponse.json(reply)))
    await expect(completeLogin({ code: 'c', state: 's' })).rejects.toThrow('No token received from backend')
  },
)

test('a token that is over already is not taken for a session', async () => {
  serverAnswers(authApi.callback, { token: tokenOf({ exp: 1 }), target: '/' })
  await expect(completeLogin({ code: 'c', state: 's' })).rejects.toThrow(/clock/)
})
