import { authApi } from '@lims/contract/auth.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { scannerKeys, scanUntilSaid } from '../../../test/scanner-keys.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { keepSignedOutScans } from '../../features/scanning/signed-out-scans.ts'

test('scans made as the session ended are sent after the sign-in of the same person, and of nobody else', async () => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  const refused = serverRefuses(samplesApi.receive, 401, { code: 'not-signed-in', message: 'Please sign in' })
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T1{Enter}')
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()

  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  signIn({ sub: 'bo', jti: 'of-bo' })
  await screen.findByText('This session')
  expect(sent).toHaveLength(0)

  signIn({ jti: 'of-ada-again' })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.headers.get('idempotency-key')).toBe(refused[0]?.headers.get('idempotency-key'))
})

const field = () => screen.findByLabelText('Scan or enter identifier')

function serverIsThere() {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
}

test('D24 ERR-25 with the token gone, the list stays, the scan is kept and sign-in is offered', async () => {
  signIn()
  serverIsThere()
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const { user } = openAddress('/receive')
  await user.type(await field(), 'T1{Enter}')
  expect(await screen.findByText('Last Received Sample')).toBeVisible()

  localStorage.removeItem('lims.token')
  await user.type(await field(), 'T2{Enter}')
  expect((await screen.findAllByText(/^Authentication Error/))[0]).toBeVisible()
  const list = screen.getByRole('list', { name: 'Scans of this session' })
  expect(list).toHaveTextContent('T2not sent yet')
  expect(list).toHaveTextContent(aReceivedSample().name)
  expect(screen.getByText('Sign in').closest('a')).toHaveAttribute('href', '/auth/login?target=%2Freceive')
})

/** A logout in another tab. */
async function sessionEnds() {
  localStorage.removeItem('lims.token')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'lims.token' })))
  const button = await screen.findByRole('button', { name: 'Sign in with Google' })
  button.focus()
  window.history.replaceState(null, '', '/auth/login')
  return button
}

/** Returns false if the Enter of the scanner presses nothing. */
function scanAt(element: HTMLElement, code: string): boolean {
  const keys = scannerKeys(element)
  for (const key of code) keys.character(key)
  return keys.press({ key: 'Enter' })
}

test.each(['T0000123', 'AB 1234', 'SAMPLE'])(
  'D24 a scan on the sign-in page, after a logout in another tab, is kept and sent later: %s',
  async (code) => {
    signIn()
    serverIsThere()
    const { place } = openAddress('/receive')
    await field()
    const button = await sessionEnds()
    expect(scanAt(button, code)).toBe(false)
    expect(await screen.findByText('1 scan is kept')).toBeVisible()

    const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
    act(() => void signIn({ jti: 'again' }))
    await waitFor(() => expect(place()).toBe('/receive'))
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ identifier: code }]))
  },
)

test('a tube that is only read again on the sign-in page is one kept scan, and each session begins anew', async () => {
  signIn()
  serverIsThere()
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const { place } = openAddress('/receive')
  await field()
  const button = await sessionEnds()
  scanAt(button, 'T0000123')
  scanAt(button, 'T0000123')
  expect(await screen.findByText('1 scan is kept')).toBeVisible()
  scanAt(button, 'T0000124')
  expect(await screen.findByText('2 scans are kept')).toBeVisible()
  scanAt(button, 'T0000124')
  expect(screen.getByText('2 scans are kept')).toBeVisible()

  act(() => void signIn({ jti: 'again' }))
  await waitFor(() => expect(place()).toBe('/receive'))
  await screen.findByText('2 received · 0 refused')
  scanAt(await sessionEnds(), 'T0000125')
  expect(await screen.findByText('1 scan is kept')).toBeVisible()
})

test('what a page does nothing with is not said to be kept on the sign-in page, but why', async () => {
  signIn()
  serverIsThere()
  openAddress('/receive')
  await field()
  const button = await sessionEnds()
  keepSignedOutScans(() => 'The box is full.')
  scanAt(button, 'T0000123')
  expect(await screen.findByText('T0000123 is not kept')).toBeVisible()
  expect(screen.getByText('The box is full.')).toBeVisible()
})

test('a scan on the sign-in page after the session of another person is not kept for the person before', async () => {
  signIn()
  serverIsThere()
  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const { router, place } = openAddress('/receive')
  await field()
  await act(() => router.navigate({ to: '/tokens' }))
  await sessionEnds()
  act(() => void signIn({ sub: 'bo', jti: 'of-bo' }))
  await waitFor(() => expect(place()).toBe('/tokens'))

  scanAt(await sessionEnds(), 'T0000124')
  expect(screen.queryByText('1 scan is kept')).not.toBeInTheDocument()
  act(() => void signIn({ jti: 'of-ada-again' }))
  await waitFor(() => expect(place()).toBe('/tokens'))
  await act(() => router.navigate({ to: '/receive' }))
  expect(await screen.findByText('Nothing scanned yet.')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test('a page that stays open as another tab signs in the next person keeps scans for that person', async () => {
  signIn()
  serverIsThere()
  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  openAddress('/receive')
  await field()
  act(() => void signIn({ sub: 'bo', jti: 'of-bo' }))
  await field()
  scanAt(await sessionEnds(), 'T0000125')
  expect(await screen.findByText('1 scan is kept')).toBeVisible()
  act(() => void signIn({ sub: 'bo', jti: 'of-bo-again' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ identifier: 'T0000125' }]))
})

test('a scan that is not sent, as the role was lowered, stays in sight; later ones are said not to be taken', async () => {
  const { streams } = serverStreams()
  signIn()
  roleIs('bench')
  serverIsThere()
  const denied = 'You are not allowed to receive samples. Chiara Rossi can grant it.'
  serverRefuses(samplesApi.receive, 403, { code: 'permission-denied', message: denied })
  const { user } = openAddress('/receive')
  const scanField = await field()
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  await user.type(scanField, 'T1{Enter}')
  expect(await screen.findByText(denied)).toBeVisible()
  roleIs('viewer')
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  expect(await screen.findByText('You are not allowed to receive samples. Ask Chiara Rossi.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Scans of this session' })).toHaveTextContent('T1not sent yet')
  expect(await field()).toBeDisabled()

  await scanUntilSaid('T0000123', 'T0000123 was scanned, but is not taken.')
  await scanUntilSaid('AB 1234', 'AB 1234 was scanned, but is not taken.')
  await scanUntilSaid('S/2026/0001', 'S/2026/0001 was scanned, but is not taken.')
  expect(screen.getByLabelText('Scan or search')).not.toHaveFocus()
})
