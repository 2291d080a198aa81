import { authApi } from '@lims/contract/auth.ts'
import { type StockTakeScan, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeAudio } from '../../../test/fake-audio.ts'
import { aStockTake, aStockTakeBox, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { scannerKeys } from '../../../test/scanner-keys.ts'
import { keysOf, server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { clearToken } from '../../api/stored-token.ts'
import { keepSignedOutScans, signedOutScanKeeper } from '../../features/scanning/signed-out-scans.ts'

/** When an acceptance has closed the stock-take. */
const closedAt = '2026-11-20T09:00:00.000Z'

const notFound = { code: 'stock-take-not-found' as const, message: 'Stock-take not found' }

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.get, { storage: aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER' }) })
})

test('the stock-takes, with what was found', async () => {
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake()], totalStockTakes: 1 })
  openAddress('/stock-takes')
  const link = await screen.findByRole('link', { name: 'Stock-take of Freezer 1' })
  expect(link).toHaveAttribute('href', `/stock-takes/${workId}`)
  expect(
    screen.getByText(/4 tubes where they should be · 1 of 2 boxes counted · 1 in another place/),
  ).toBeVisible()
})

test('one unknown code is counted as one', async () => {
  const counts = { ...aStockTake().counts, 'unknown-code': 1 }
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake({ counts })], totalStockTakes: 1 })
  openAddress('/stock-takes')
  expect(await screen.findByText(/1 unknown code\b/)).toBeVisible()
})

test('the large numbers count one tube and one unknown code as one', async () => {
  const counts = { ...aStockTake().counts, 'in-place': 1, 'unknown-code': 1 }
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ counts }), boxes: [] })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText('where it should be')).toBeVisible()
  expect(screen.getByText('unknown code')).toBeVisible()
})

test('without a stock-take, only the start of one', async () => {
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  openAddress('/stock-takes')
  expect(await screen.findByText('Nothing has been counted yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start stock-take' })).toBeDisabled()
})

test('a page after the last one leads to the first', async () => {
  serverAnswers(stockTakesApi.list, ({ query }) => ({
    stockTakes: query.pageNumber === '0' ? [aStockTake()] : [],
    totalStockTakes: 1,
  }))
  const { user } = openAddress('/stock-takes?page=5')
  await user.click(await screen.findByRole('button', { name: 'Go to the first page' }))
  expect(await screen.findByRole('link', { name: 'Stock-take of Freezer 1' })).toBeVisible()
})

test('from the page of a storage, that storage is chosen', async () => {
  const starts = serverAnswers(stockTakesApi.start, { success: true, stockTake: aStockTake() })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [] })
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  const { user } = openAddress('/stock-takes?storageId=1')
  await user.click(await screen.findByRole('button', { name: 'Start stock-take' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Stock-take of Freezer 1' })).toBeVisible()
  expect(starts[0]?.body).toEqual({ storageId: 1 })
})

test('a stock-take whose reply was lost is started as the same one', async () => {
  const lost = serverRefuses(stockTakesApi.start, 502)
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  const { user } = openAddress('/stock-takes?storageId=1')
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Start stock-take' }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test('a slow start of a stock-take does not lead away from the page that was opened since', async () => {
  const replied = Promise.withResolvers<void>()
  server.use(
    http.post(`*/api${stockTakesApi.start.path}`, async () => {
      await replied.promise
      return HttpResponse.json({ success: true, stockTake: aStockTake() })
    }),
  )
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [] })
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  const { user, place } = openAddress('/stock-takes?storageId=1')
  await user.click(await screen.findByRole('button', { name: 'Start stock-take' }))
  await user.click(await screen.findByRole('link', { name: 'Receive' }))
  await waitFor(() => expect(place()).toBe('/receive'))
  replied.resolve()
  expect(await screen.findByText('Stock-take of Freezer 1 started')).toBeVisible()
  expect(place()).toBe('/receive')
})

test('tubes that are not recorded are not counted among those that were expected', async () => {
  const counts = { ...aStockTake().counts, 'in-place': 8, 'not-recorded': 1 }
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ counts }), boxes: [] })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText(/^9 of 9 tubes/)).toBeVisible()
})

test('the label of a box and a tube that are scanned after a reload, before the page is there, are counted', async () => {
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [aStockTakeBox()] })
  const scans = serverRefuses(stockTakesApi.scan, 409, { code: 'stock-take-closed', message: 'Finished' })
  openAddress(`/stock-takes/${workId}`)
  const scanner = scannerKeys(document.body)
  for (const code of ['STO0000003', 'T0000012']) {
    for (const key of code) scanner.character(key)
    scanner.press({ key: 'Enter' })
  }
  expect(await screen.findByRole('heading', { name: 'Counting Box 03' })).toBeVisible()
  await waitFor(() =>
    expect(scans.map(({ body }) => body)).toMatchObject([{ storageId: 3, code: 'T0000012' }]),
  )
})

test('a finished stock-take has no scan field', async () => {
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ state: 'applied' }), boxes: [] })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText('Finished')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Scan/ })).toBeNull()
})

test.each([`/stock-takes/${workId}`, `/stock-takes/${workId}/differences`])(
  'an old link %s leads to all stock-takes',
  async (address) => {
    serverRefuses(stockTakesApi.get, 404, notFound)
    serverRefuses(stockTakesApi.differences, 404, notFound)
    openAddress(address)
    expect(await screen.findByRole('link', { name: 'All stock-takes' })).toHaveAttribute(
      'href',
      '/stock-takes',
    )
  },
)

test('all differences of a kind are accepted with the number that is shown', async () => {
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [] })
  serverAnswers(stockTakesApi.differences, { differences: [], totalDifferences: 1, missingToPutAway: 0 })
  const accepted = serverAnswers(stockTakesApi.apply, {
    success: true,
    applied: 1,
    changedSince: 0,
    closedAt,
  })
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  await user.click(await screen.findByRole('checkbox', { name: '1 in another place' }))
  await user.click(screen.getByRole('button', { name: 'Accept 1 difference and finish' }))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  expect(accepted[0]?.body).toMatchObject({
    accept: { results: ['other-place'], expected: { 'other-place': 1 } },
  })
})

test('a tube scanned after the session has ended is counted in its box, and never received', async () => {
  const receive = vi.fn()
  keepSignedOutScans(receive, { isLasting: true })
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  const box = aStockTakeBox({ storageId: 3, alias: 'Box 03' })
  const other = aStockTakeBox({ storageId: 4, alias: 'Box 04' })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [box, other] })
  openAddress(`/stock-takes/${workId}?box=3`)
  await screen.findByRole('textbox', { name: 'Scan the tubes' })

  act(clearToken)
  await screen.findByRole('button', { name: 'Sign in with Google' })
  for (const raw of ['T2', 'STO0000004', 'T3']) signedOutScanKeeper()?.({ raw })
  expect(receive).not.toHaveBeenCalled()
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('lims.unsent.stock-take.ada.'))
  const scans = kept.map((key) => JSON.parse(localStorage.getItem(key) ?? '').scan)
  expect(Object.fromEntries(scans.map(({ readings, storageId }) => [readings.raw, storageId]))).toEqual({
    T2: 3,
    T3: 4,
  })
})

test('tubes scanned after the session has ended, without a box to count them in, are named, also after the sign-in', async () => {
  const { played } = fakeAudio()
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [aStockTakeBox()] })
  openAddress(`/stock-takes/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the label of a box' })

  act(clearToken)
  const button = await screen.findByRole('button', { name: 'Sign in with Google' })
  window.history.replaceState(null, '', '/auth/login')
  function scan(code: string) {
    const keys = scannerKeys(button)
    for (const key of code) keys.character(key)
    keys.press({ key: 'Enter' })
  }
  scan('T0000123')
  expect(await screen.findByText('T0000123 is not kept')).toBeVisible()
  scan('T0000123')
  scan('T0000124')
  expect(await screen.findByText('2 scans are not kept')).toBeVisible()
  expect(screen.getByText(/^T0000123, T0000124\./)).toBeVisible()
  expect(played).toHaveLength(3)

  cleanup()
  signIn({ sub: 'bo' })
  openAddress(`/stock-takes/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the label of a box' })
  expect(screen.queryByText(/T0000123/)).toBeNull()

  cleanup()
  signIn()
  const { user } = openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText('2 scans were not kept')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  cleanup()
  openAddress(`/stock-takes/${workId}`)
  await screen.findByRole('textbox', { name: 'Scan the label of a box' })
  expect(screen.queryByText('2 scans were not kept')).toBeNull()
})

test('scans that come after the end of a stock-take are named on its page', async () => {
  const scan = {
    id: 's1',
    readings: { raw: 'T0000001' },
    scannedAt: 1,
    stockTakeId: workId,
    storageId: 3,
    boxAlias: 'Box 03',
    progress: { state: 'unsent', reason: '' },
  }
  sessionStorage.setItem('lims.stock-take.ada', JSON.stringify({ scans: [scan] }))
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ state: 'applied' }), boxes: [] })
  serverRefuses(stockTakesApi.scan, 409, {
    code: 'stock-take-closed',
    message: 'The stock-take of Freezer 1 was finished by Bo Chen (2026-11-20 09:00 UTC).',
  })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText('1 of your scans came after the end of the count')).toBeVisible()
  expect(screen.getByText('T0000001')).toBeVisible()
})

test('scans that came after the end are named also once the end is undone, until they are made again', async () => {
  const scan = (raw: string, scannedAt: number, progress: object) => ({
    id: `${raw} ${scannedAt}`,
    readings: { raw },
    scannedAt,
    stockTakeId: workId,
    storageId: 3,
    boxAlias: 'Box 03',
    progress,
  })
  const tooLate = { state: 'refused', isTooLate: true, reason: 'The stock-take of Freezer 1 was finished.' }
  const found: StockTakeScan = {
    code: 'T0000001',
    result: 'in-place',
    sample: null,
    recordedPlace: null,
    position: 'A1',
    isRepeat: false,
    countedBefore: null,
    countedLater: null,
  }
  const scans = [
    scan('T0000001', 3, { state: 'counted', found }),
    scan('T0000002', 2, tooLate),
    scan('T0000001', 1, tooLate),
  ]
  sessionStorage.setItem('lims.stock-take.ada', JSON.stringify({ scans }))
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ state: 'open' }), boxes: [aStockTakeBox()] })
  openAddress(`/stock-takes/${workId}`)
  const notice = await screen.findByText('1 of your scans came after the end of the count')
  expect(notice.parentElement).toHaveTextContent('The count is open again: scan them again.')
  expect(notice.parentElement).toHaveTextContent('T0000002')
})
