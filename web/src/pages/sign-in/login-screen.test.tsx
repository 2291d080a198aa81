import { authApi } from '@lims/contract/auth.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const provider = { available: true, provider: 'Google', demo: false }
const unreachable = 'Unable to connect to the authentication service. Please try again later.'
const button = () => screen.findByRole('button', { name: 'Sign in with Google' })

beforeEach(() => {
  emptyLab()
  serverAnswers(authApi.checkSite, provider)
})
afterEach(() => {
  window.location.hash = ''
})

test('AUTH-02 the button leads to the address that the server gave', async () => {
  // The one kind of address to which jsdom can go.
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#at-the-provider` })
  const { user } = openAddress('/auth/login')
  await user.click(await button())
  await waitFor(() => expect(window.location.hash).toBe('#at-the-provider'))
})

test('AUTH-02 a press before the server has given the address is not lost', async () => {
  const { promise, resolve: give } = Promise.withResolvers<void>()
  serverAnswers(authApi.login, async () => {
    await promise
    return { redirectUrl: `${window.location.origin}/#given-late` }
  })
  const { user } = openAddress('/auth/login')
  await user.click(await button())
  give()
  await waitFor(() => expect(window.location.hash).toBe('#given-late'))
})

test('AUTH-02 the address of a login page that was open for long, or asleep, is requested anew by the button', async () => {
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#too-old` })
  const { user } = openAddress('/auth/login')
  const signIn = await button()
  await untilReplied()
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#new` })
  await user.click(signIn)
  await waitFor(() => expect(window.location.hash).toBe('#new'))
})

test('AUTH-04 a button that gets no new address says so, and does not lead to the old one', async () => {
  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#too-old` })
  const { user } = openAddress('/auth/login')
  const signIn = await button()
  await untilReplied()
  serverRefuses(authApi.login, 503, { code: 'sign-in-unavailable', message: 'Google does not respond.' })
  await user.click(signIn)
  expect(await screen.findByText(unreachable)).toBeVisible()
  expect(screen.getByText('Google does not respond.')).toBeVisible()
  expect(window.location.hash).toBe('')

  serverAnswers(authApi.login, { redirectUrl: `${window.location.origin}/#new` })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(unreachable)).not.toBeInTheDocument())
  await user.click(await button())
  await waitFor(() => expect(window.location.hash).toBe('#new'))
})

test('the sign-in page says that scans in this browser wait for the person who made them', async () => {
  localStorage.setItem('lims.unsent.receive.bo.1', '{}')
  localStorage.setItem('lims.unsent.picks.ada.7.2', '{}')
  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  openAddress('/auth/login')
  expect(await screen.findByText('2 scans in this browser not sent yet')).toBeVisible()
})

test('AUTH-03 the address is requested on load, with the way back', async () => {
  const requests = serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  openAddress('/auth/login?target=%2Fbatches%3Fpage%3D2')
  await waitFor(() => expect(requests[0]?.body).toEqual({ target: '/batches?page=2' }))
})

test.each([
  ['is the way back up to 8,000 characters', 8000, true],
  ['is left out if it is longer, and the sign-in works', 8001, false],
])('AUTH-03 a long address %s', async (_, length, isSent) => {
  const target = '/samples?query='.padEnd(length, 'x')
  const requests = serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  openAddress(`/auth/login?target=${encodeURIComponent(target)}`)
  await waitFor(() => expect(requests[0]?.body).toEqual(isSent ? { target } : {}))
  expect(authApi.login.body.safeParse(requests[0]?.body).success).toBe(true)
})

test('AUTH-04 an unreachable server is reported, and Retry tries again', async () => {
  server.use(http.post('*/api/auth/login', () => HttpResponse.error()))
  const { user } = openAddress('/auth/login')
  expect(await screen.findByText(unreachable)).toBeVisible()

  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(unreachable)).not.toBeInTheDocument())
  expect(await button()).toBeEnabled()
})

test('AUTH-04 a server that cannot begin a sign-in is said with its reason', async () => {
  serverRefuses(authApi.login, 503, { code: 'sign-in-unavailable', message: 'Google does not respond.' })
  openAddress('/auth/login')
  expect(await screen.findByText(unreachable)).toBeVisible()
  expect(screen.getByText('Google does not respond.')).toBeVisible()
})

test.each(['', 'javascript:alert(1)'])(
  'AUTH-05 an answer without a web address (%j) is said',
  async (redirectUrl) => {
    serverAnswers(authApi.login, { redirectUrl })
    openAddress('/auth/login')
    const text = 'Google OAuth URL is not available. Please refresh the page and try again.'
    expect(await screen.findByText(text)).toBeVisible()
    expect(await button()).toBeDisabled()
  },
)

test('the demo identity is explained', async () => {
  serverAnswers(authApi.checkSite, { available: true, provider: 'Demo identity', demo: true })
  serverAnswers(authApi.login, { redirectUrl: 'http://localhost:3000/demo-identity' })
  openAddress('/auth/login')
  expect(await screen.findByText('This is a demonstration')).toBeVisible()
})

test('who is signed in already goes on to where they were going', async () => {
  signIn()
  const { place } = openAddress('/auth/login?target=%2Freceive')
  await waitFor(() => expect(place()).toBe('/receive'))
})

test('PUB-07 PUB-08 the 403 page needs no session, and its button leads to sign-in', async () => {
  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  const { user, place } = openAddress('/auth/not-authenticated')
  expect(await screen.findByText('403')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go to Login' }))
  await waitFor(() => expect(place()).toBe('/auth/login'))
})
