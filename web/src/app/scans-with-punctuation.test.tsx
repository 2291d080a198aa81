import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aReceivedSample } from '../../test/records.ts'
import { scannerKeys } from '../../test/scanner-keys.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

beforeEach(emptyLab)

test.each([
  ['a space', 'AB 1234'],
  ['slashes', 'S/2026/0001'],
])(
  'a code with %s that is scanned while the page of scans is loading is received as a whole',
  async (_, code) => {
    signIn()
    const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
    const { router } = openAddress('/dashboard')
    await screen.findByRole('navigation', { name: 'Main' })
    await act(async () => {
      const loading = router.navigate({ to: '/receive' })
      const scanner = scannerKeys(document.body)
      for (const key of code) {
        scanner.character(key, document.activeElement as HTMLElement)
        // Its release presses no button, as it does in some browsers.
        if (key === ' ') expect(scanner.release({ key })).toBe(false)
      }
      scanner.press({ key: 'Enter' }, document.activeElement as HTMLElement)
      await loading
    })
    await screen.findByLabelText('Scan or enter identifier')
    await waitFor(() => expect(received[0]?.body).toMatchObject({ identifier: code }))
  },
)

/** Opens Receive and scans a tube before any page is there. Returns the requests that receive one. */
function scanWhileOpening() {
  signIn()
  const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  openAddress('/receive')
  const scanner = scannerKeys(document.body)
  for (const key of 'T0000002') scanner.character(key)
  scanner.press({ key: 'Enter' })
  return received
}

test('a code that is scanned after a reload, before any page is there, is received', async () => {
  const received = scanWhileOpening()
  await waitFor(() => expect(received[0]?.body).toMatchObject({ identifier: 'T0000002' }))
})

test('a code that was scanned before something was pressed is not received', async () => {
  const received = scanWhileOpening()
  fireEvent.pointerDown(document.body)
  await screen.findByLabelText('Scan or enter identifier')
  expect(received).toEqual([])
})

test('a code that begins before the application is there is received as a whole', async () => {
  signIn()
  const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const early: KeyboardEvent[] = []
  const keep = (event: KeyboardEvent) => early.push(event)
  window.addEventListener('keydown', keep)
  const scanner = scannerKeys(document.body)
  for (const key of 'T000') scanner.character(key)
  window.removeEventListener('keydown', keep)
  window.takeEarlyKeys = () => early.splice(0)
  onTestFinished(() => void Reflect.deleteProperty(window, 'takeEarlyKeys'))

  openAddress('/receive')
  for (const key of '0002') scanner.character(key)
  scanner.press({ key: 'Enter' })
  await waitFor(() => expect(received[0]?.body).toMatchObject({ identifier: 'T0000002' }))
})

test('a code with a slash that is scanned while a dialog is open does not go to the search', async () => {
  signIn()
  const { user } = openAddress('/dashboard')
  await screen.findByRole('navigation', { name: 'Main' })
  await user.keyboard('?')
  const close = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Close' })
  close.focus()
  const scanner = scannerKeys(close)
  for (const key of 'S/2026/0001') scanner.press({ key }, document.activeElement as HTMLElement)
  scanner.press({ key: 'Enter' }, document.activeElement as HTMLElement)
  expect(await screen.findByText('S/2026/0001 was not used')).toBeVisible()
  expect(close).toHaveFocus()
})
