import { custodyApi } from '@lims/contract/custody-api.ts'
import { healthApi } from '@lims/contract/health.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { aReturnedTube } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aReceivedSample } from '../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'

beforeEach(() => {
  emptyLab()
  signIn()
})

const keep = (owner: string, boxAndId: string, scan = {}) =>
  localStorage.setItem(`lims.unsent.scan-in.${owner}.${boxAndId}`, JSON.stringify({ tab: 'closed', scan }))

test('B3 scans into a box that an earlier session has not sent are announced, with the way to the box', async () => {
  serverAnswers(storageApi.get, { storage: aStorage() })
  keep('ada', '3.first')
  keep('ada', '3.second')
  keep('bo', '3.third')
  keep('ada.li', '3.fourth')
  const { user, place } = openAddress('/dashboard')
  expect(await screen.findByText('2 scans into Box 03 not sent yet')).toBeVisible()
  expect(screen.getByText('Kept since an earlier session. Scan in of Box 03 sends them.')).toBeVisible()
  expect(screen.getAllByText(/not sent yet/)).toHaveLength(1)

  await user.click(screen.getByText('Open Box 03'))
  await waitFor(() => expect(place()).toBe('/storage/3/enhanced'))
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
})

test('B3 a box without a name is announced by its number', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  keep('ada', '7.first')
  openAddress('/dashboard')
  expect(await screen.findByText('1 scan into storage 7 not sent yet')).toBeVisible()
})

test('unsent scans into a box that was deleted name their tubes, and are announced until they are discarded', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  keep('ada', '7.first', { readings: { raw: 'T1' } })
  keep('ada', '7.second', { readings: { raw: 'T2' } })
  keep('bo', '7.third', { readings: { raw: 'T3' } })
  openAddress('/dashboard')
  expect(
    await screen.findByText('The storage no longer exists. Tubes that were scanned: T1, T2.'),
  ).toBeVisible()
  cleanup()

  const { user } = openAddress('/dashboard')
  await screen.findByText('2 scans into storage 7 not sent yet')
  await user.click(screen.getByRole('button', { name: 'Discard the scans' }))
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
  expect(Object.keys(localStorage).filter((key) => key.startsWith('lims.unsent'))).toEqual([
    'lims.unsent.scan-in.bo.7.third',
  ])
})

test('unsent scans of a person are not for the next one to discard', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  keep('ada', '7.first', { readings: { raw: 'T1' } })
  openAddress('/dashboard')
  const discard = { name: 'Discard the scan' }
  await screen.findByRole('button', discard)
  act(() => void signIn({ jti: 'session-2' }))
  expect(screen.getByRole('button', discard)).toBeVisible()

  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await waitFor(() => expect(screen.queryByRole('button', discard)).toBeNull())
  expect(localStorage.getItem('lims.unsent.scan-in.ada.7.first')).not.toBeNull()
})

test('unsent scans of a pick list that does not exist any more name their tubes, and can be discarded', async () => {
  serverRefuses(picksApi.get, 404, { code: 'pick-list-not-found', message: 'No pick list' })
  const scan = { readings: { raw: 'T1' } }
  localStorage.setItem('lims.unsent.picks.ada.7.first', JSON.stringify({ tab: 'closed', scan }))
  const { user } = openAddress('/dashboard')
  expect(
    await screen.findByText('The pick list no longer exists. Tubes that were scanned: T1.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard the scan' }))
  await waitFor(() => expect(localStorage.getItem('lims.unsent.picks.ada.7.first')).toBeNull())
})

test('unsent scans into a box cannot be discarded while the server does not respond', async () => {
  serverRefuses(storageApi.get, 503)
  keep('ada', '7.first', { readings: { raw: 'T1' } })
  openAddress('/dashboard')
  expect(await screen.findByText('1 scan into storage 7 not sent yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open storage 7' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Discard/ })).toBeNull()
})

test('B3 receipts that a closed tab has left are sent from any page, and a notice says so', async () => {
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const scan = {
    id: 'first',
    readings: { raw: 'T0001230' },
    notes: 'on dry ice',
    scannedAt: Date.now(),
    progress: { state: 'unsent', reason: 'No response from the server' },
  }
  localStorage.setItem('lims.unsent.receive.ada.first', JSON.stringify({ tab: 'closed', scan }))
  openAddress('/dashboard')
  expect(await screen.findByText('1 scan is sent now')).toBeVisible()
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ identifier: 'T0001230', notes: 'on dry ice' }),
  )
})

/** Has a script fail to load, as on flaky Wi-Fi or after another version was installed. */
function failToLoad(script: string) {
  vi.doMock(script, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.doUnmock(script)
    vi.restoreAllMocks()
  })
}

test('scans whose script does not load are named, and those of the other pages are sent', async () => {
  const tube = { ...aReturnedTube(), eventId: 17, wasMissing: false }
  const requests = serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  failToLoad('../pages/receive/receive-queue.ts')
  const scan = {
    id: 'second',
    readings: { raw: 'T0001230' },
    notes: '',
    scannedAt: Date.now(),
    mode: 'return',
    purpose: '',
    thawed: false,
    keepPlace: false,
    progress: { state: 'unsent', reason: 'No response from the server' },
  }
  localStorage.setItem('lims.unsent.receive.ada.first', JSON.stringify({ tab: 'closed', scan: {} }))
  localStorage.setItem('lims.unsent.custody.ada.second', JSON.stringify({ tab: 'closed', scan }))
  openAddress('/dashboard')
  expect(await screen.findByText('1 scan is sent now')).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(await screen.findByText('1 scan not sent yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('receipts without a reply are sent when the server is ready again, whatever page is shown', async () => {
  serverRefuses(samplesApi.receive, 503)
  serverRefuses(healthApi.ready, 503)
  const { user, router } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T1{Enter}T2{Enter}')
  await waitFor(() => expect(screen.getByText(/2 not sent yet/)).toBeVisible())
  await act(() => router.navigate({ to: '/dashboard' }))

  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  serverAnswers(healthApi.ready, { status: 'ready' })
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ body }) => (body as { identifier: string }).identifier)).toEqual(['T1', 'T2'])
})
