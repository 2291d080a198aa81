import { type SyncStatus, syncApi } from '@lims/contract/sync.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aSyncStatus } from '../../../test/stats-records.ts'
import { formatInstant } from '../../ui/format-instant.ts'

const scannedAt = '2026-11-20T08:05:00.000Z'
const foundAt = '2026-11-19T07:00:00.000Z'
const question = 'Triggering a scan may take some time. Do you want to proceed?'

beforeEach(() => {
  emptyLab()
  signIn()
})
afterEach(() => {
  vi.useRealTimers()
})

async function openStatus(status: Partial<SyncStatus>) {
  serverAnswers(syncApi.status, aSyncStatus(status))
  const { user } = openAddress('/dashboard')
  await screen.findByLabelText('Sync')
  await user.click(screen.getByText('Sync Status'))
  const dialog = await screen.findByRole('dialog', { name: 'Sync Status' })
  await waitFor(() => expect(dialog).toBeVisible())
  return { dialog, row: (label: string) => within(dialog).getByText(label).closest('tr') }
}

test('DASH-07 DASH-08 DASH-09 the Sync Status card opens Status, Last Scan and Files Processed', async () => {
  const { row } = await openStatus({ lastScanTime: scannedAt, filesProcessed: 12_040 })
  expect(row('Status')).toHaveTextContent('Stopped')
  expect(row('Last Scan')).toHaveTextContent(formatInstant(scannedAt))
  expect(row('Files Processed')).toHaveTextContent('12,040')
})

test('DASH-08 a scan that runs is Running, and shows how far it is', async () => {
  const { dialog, row } = await openStatus({ isRunning: true, filesProcessed: 1204, filesExpected: 2000 })
  expect(row('Status')).toHaveTextContent('Running')
  expect(row('Files Processed')).toHaveTextContent('1,204 of about 2,000')
  const progress = within(dialog).getByLabelText('Progress of the scan')
  expect(progress).toHaveAttribute('aria-valuenow', '60')
  expect(screen.getAllByLabelText('Progress of the scan')).toHaveLength(2)
  expect(screen.getByText('Trigger Scan').closest('button')).toBeDisabled()
})

test('DASH-09 before the first scan it says so', async () => {
  const { row } = await openStatus({ isConfigured: false })
  expect(row('Last Scan')).toHaveTextContent('No scan yet')
  expect(screen.getByText(/No data repository is set/)).toBeInTheDocument()
})

test('a scan that broke off is named, beside the last complete one', async () => {
  const brokenOffTime = '2026-11-20T11:00:00.000Z'
  const { row } = await openStatus({ lastScanTime: scannedAt, brokenOffTime })
  const [at, complete] = [brokenOffTime, scannedAt].map(formatInstant)
  expect(row('Last Scan')).toHaveTextContent(`${at}, incomplete (last complete scan: ${complete})`)
})

test('DASH-10 lists recent errors with time and message, in a part that scrolls', async () => {
  const recentErrors = Array.from({ length: 40 }, (_, index) => ({
    message: `runs/p0${index}.bam: the end marker is missing`,
    timestamp: foundAt,
  }))
  const { dialog } = await openStatus({ lastScanTime: scannedAt, recentErrors, totalErrors: 52 })
  const part = within(dialog).getByLabelText('Recent errors, scrollable')
  expect(part).toHaveAttribute('tabindex', '0')
  const lines = within(part).getAllByRole('listitem')
  expect(lines).toHaveLength(40)
  expect(lines[39]).toHaveTextContent('runs/p039.bam: the end marker is missing')
  expect(lines[39]).toHaveTextContent(formatInstant(foundAt))
  expect(part).toHaveTextContent('and 12 more')
})

test('what the last scan has linked is not taken for all that is linked', async () => {
  const { row } = await openStatus({ lastScanTime: scannedAt, bamFiles: 2000, samplesLinked: 0 })
  expect(row('Newly linked by the last scan')).toHaveTextContent('0')
})

test.each([
  [40, 'All 40 errors'],
  [52, '40 of 52 errors'],
])('the button of %i errors says how many of them it shows', async (totalErrors, name) => {
  const recentErrors = Array.from({ length: 40 }, (_, index) => ({
    message: `runs/p0${index}.bam: the end marker is missing`,
    timestamp: foundAt,
  }))
  await openStatus({ lastScanTime: scannedAt, recentErrors, totalErrors })
  expect(screen.getByText(name)).toBeInTheDocument()
})

test.each([
  [30_000, aSyncStatus({ lastScanTime: scannedAt })],
  [2000, aSyncStatus({ lastScanTime: scannedAt, isRunning: true })],
])('DASH-11 asks again after %i ms: every 30 seconds, more often while a scan runs', async (ms, status) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const send = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => send.mockRestore())
  const countSent = () =>
    send.mock.calls.filter(([address]) => String(address).endsWith(syncApi.status.path)).length
  serverAnswers(syncApi.status, status)
  openAddress('/dashboard')
  await screen.findByText(formatInstant(scannedAt))
  const before = countSent()
  vi.advanceTimersByTime(ms - 1)
  expect(countSent()).toBe(before)
  vi.advanceTimersByTime(1)
  expect(countSent()).toBe(before + 1)
})

test('DASH-12 DASH-13 asks before it triggers a scan, and does nothing when that is declined', async () => {
  const triggered = serverAnswers(syncApi.trigger, {
    success: true,
    status: aSyncStatus({ isRunning: true }),
  })
  const { user } = openAddress('/dashboard')
  await user.click(await screen.findByText('Trigger Scan'))
  await waitFor(() => expect(screen.getByText(question)).toBeVisible())
  await user.click(screen.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(triggered).toHaveLength(0)
})

test('DASH-12 DASH-13 triggers a scan once that is confirmed, and shows that it runs', async () => {
  const triggered = serverAnswers(syncApi.trigger, {
    success: true,
    status: aSyncStatus({ isRunning: true }),
  })
  serverAnswers(syncApi.status, () => aSyncStatus({ isRunning: triggered.length > 0 }))
  const { user } = openAddress('/dashboard')
  expect(await screen.findByText('Stopped')).toBeVisible()
  await user.click(screen.getByText('Trigger Scan'))
  await waitFor(() => expect(screen.getByText(question)).toBeVisible())
  expect(triggered).toHaveLength(0)
  await user.click(screen.getByText('Proceed'))
  expect(await screen.findByText('Running')).toBeVisible()
  expect(triggered).toHaveLength(1)
})

test("ERR-69 says 'Failed to fetch sync status' where the status would stand, and leaves the rest", async () => {
  serverRefuses(syncApi.status, 409, { code: 'internal', message: 'The repository is away.' })
  const { user } = openAddress('/dashboard')
  expect(await screen.findByText('Failed to fetch sync status')).toBeVisible()
  expect(screen.getByText('The repository is away.')).toBeVisible()
  expect(await screen.findByText('First steps')).toBeVisible()
  serverAnswers(syncApi.status, aSyncStatus())
  await user.click(screen.getByText('Retry'))
  expect(await screen.findByText('No scan yet')).toBeVisible()
})

test("ERR-70 says 'Failed to trigger scan' with the reason", async () => {
  serverRefuses(syncApi.trigger, 409, { code: 'internal', message: 'A scan runs already.' })
  const { user } = openAddress('/dashboard')
  await user.click(await screen.findByText('Trigger Scan'))
  await waitFor(() => expect(screen.getByText(question)).toBeVisible())
  await user.click(screen.getByText('Proceed'))
  expect(await screen.findByText('Failed to trigger scan')).toBeVisible()
  expect(screen.getByText('A scan runs already.')).toBeVisible()
})

test('D20 the dialog shows the failure of its call, and tries again', async () => {
  serverRefuses(syncApi.status, 503, { code: 'internal', message: 'The database does not respond' })
  const { user } = openAddress('/dashboard')
  await screen.findByText('Failed to fetch sync status')
  await user.click(screen.getByText('Sync Status'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sync Status' }))
  expect(await dialog.findByText('Failed to fetch sync status')).toBeInTheDocument()
  serverAnswers(syncApi.status, aSyncStatus({ filesProcessed: 7 }))
  await user.click(dialog.getByText('Retry'))
  expect(await dialog.findByText('Files Processed')).toBeInTheDocument()
})

test('D20 a scan that has found more than the one before shows its count alone', async () => {
  const { row } = await openStatus({ isRunning: true, filesProcessed: 4250, filesExpected: 37 })
  expect(row('Files Processed')).toHaveTextContent(/^Files Processed4,250$/)
  expect(screen.queryByText('99%')).not.toBeInTheDocument()
})

test.each([null, 37])(
  'D20 a scan beyond its estimate of %s shows progress without a percentage',
  async (filesExpected) => {
    const { dialog } = await openStatus({ isRunning: true, filesProcessed: 4250, filesExpected })
    expect(within(dialog).getByText('4,250 files so far')).toBeVisible()
    expect(document.querySelector('[aria-valuenow]')).toBeNull()
    expect(screen.queryByText(/%/)).not.toBeInTheDocument()
  },
)
