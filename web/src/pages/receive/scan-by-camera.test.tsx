import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeCamera } from '../../../test/fake-camera.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { ReceiveScreen } from './receive-screen.tsx'

beforeEach(() => void serverAnswers(batchesApi.get, { batch: aBatch() }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openCamera() {
  const user = openScreen(<ReceiveScreen />)
  await user.click(await screen.findByLabelText('Scan with the camera'))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog).toBeVisible())
  return { dialog, within: within(dialog) }
}

test('a tube in front of the camera is received like a scanned one, and the dialog shows the outcome', async () => {
  const { seen } = fakeCamera()
  const sample = aReceivedSample({ name: 'NB-7' })
  const received = serverAnswers(samplesApi.receive, { success: true, sample })
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
  const { dialog, within } = await openCamera()
  seen.code = ']Q1t0000007'
  expect(await within.findByText('NB-7')).toBeVisible()
  expect(received.map(({ body }) => body)).toMatchObject([{ identifier: 't0000007' }])
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
})

test('Ctrl+Z undoes a receipt while the dialog of the camera is open', async () => {
  const { seen } = fakeCamera()
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ name: 'NB-7', eventId: 17 }) })
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  signIn()
  const { user } = openAddress('/receive')
  const page = within(await screen.findByRole('main'))
  await user.click(await page.findByLabelText('Scan with the camera'))
  const dialog = await screen.findByRole('dialog')
  seen.code = ']Q1t0000007'
  expect(await within(dialog).findByText('NB-7')).toBeVisible()
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [17] }))
})

test('a code that is not an identifier is refused in the dialog', async () => {
  const { seen } = fakeCamera()
  const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const { within } = await openCamera()
  seen.code = 'x'.repeat(201)
  expect(await within.findByRole('alert')).toHaveTextContent(/200/)
  expect(received).toEqual([])
})
