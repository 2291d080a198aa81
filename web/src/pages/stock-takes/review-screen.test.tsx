import { type StockTakeDifference, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aDifference, aStockTake, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { roleIs } from '../../../test/roles.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

/** When an acceptance has closed the stock-take. */
const closedAt = '2026-11-20T09:00:00.000Z'

const missing = aDifference()
const inBox2 = aDifference({ result: 'other-place', foundPlace: 'Rack A › Box 02' })
const inBox4 = aDifference({ result: 'other-place', foundPlace: 'Rack A › Box 04' })
const other = aDifference({ id: 18, code: 'T0000018', sampleName: 'NB-18' })

beforeEach(() => {
  signIn()
  const counts = { ...aStockTake().counts, missing: 2 }
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ counts }), boxes: [] })
})

const serverLists = (differences: StockTakeDifference[], missingToPutAway = 0) =>
  serverAnswers(stockTakesApi.differences, {
    differences,
    totalDifferences: differences.length,
    missingToPutAway,
  })
const choose = (code: string) => screen.findByRole('checkbox', { name: `Accept ${code}` })
const accept = (words: string) => screen.findByRole('button', { name: `Accept ${words} and finish` })

test.each([
  { change: 'was found', before: missing, after: [inBox2, other] },
  { change: 'was found in another box than before', before: inBox2, after: [inBox4, other] },
  { change: 'was moved', before: missing, after: [aDifference({ isChangedSince: true }), other] },
  { change: 'is where it should be', before: missing, after: [other] },
])('a chosen tube that $change is not chosen any more, and the others are', async ({ before, after }) => {
  serverLists([before, other])
  const message =
    '1 difference has changed since you chose it: other people are still counting. Nothing was accepted.'
  const refused = serverRefuses(stockTakesApi.apply, 409, { code: 'stock-take-changed-since', message })
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  await user.click(await choose(before.code))
  await user.click(await choose(other.code))
  serverLists(after)
  await user.click(await accept('2 differences'))
  expect(await screen.findByText(message)).toBeVisible()
  const asShown = ({ id, result, foundPlace }: StockTakeDifference) => ({ id, result, foundPlace })
  expect(refused[0]?.body).toMatchObject({ accept: { differences: [before, other].map(asShown) } })

  const again = await accept('1 difference')
  const notice =
    '1 difference that you chose has changed and will not be accepted: other people are still counting.'
  expect(screen.getByText(notice)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close this note' }))
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
  expect(await choose(other.code)).toBeChecked()
  if (after.length > 1) expect(await choose(before.code)).not.toBeChecked()
  const accepted = serverAnswers(stockTakesApi.apply, {
    success: true,
    applied: 1,
    changedSince: 0,
    closedAt,
  })
  await user.click(again)
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  expect(accepted[0]?.body).toMatchObject({ accept: { results: [], differences: [asShown(other)] } })
})

test('all of a kind are accepted as they are shown, one is left out, and one that is changed is not chosen', async () => {
  serverLists([missing, other, aDifference({ id: 19, code: 'T0000019', isChangedSince: true })])
  const accepted = serverAnswers(stockTakesApi.apply, {
    success: true,
    applied: 1,
    changedSince: 0,
    closedAt,
  })
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  const all = await screen.findByRole('checkbox', { name: '2 missing' })
  await user.click(all)
  expect(await choose(missing.code)).toBeChecked()
  await user.click(await choose(missing.code))
  expect(all).not.toBeChecked()
  await user.click(await accept('1 difference'))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  expect(accepted[0]?.body).toMatchObject({
    accept: { results: [], differences: [{ id: 18, result: 'missing', foundPlace: null }] },
  })
})

test('a kind of which all are accepted names each that is shown: as many others are not the same', async () => {
  serverLists([missing, other])
  const accepted = serverAnswers(stockTakesApi.apply, {
    success: true,
    applied: 2,
    changedSince: 0,
    closedAt,
  })
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  await user.click(await screen.findByRole('checkbox', { name: '2 missing' }))
  await user.click(await accept('2 differences'))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  const shown = [17, 18].map((id) => ({ id, result: 'missing', foundPlace: null }))
  expect(accepted[0]?.body).toMatchObject({
    accept: { results: ['missing'], expected: { missing: 2 }, differences: shown },
  })
})

test('what was chosen of one stock-take is not chosen of another', async () => {
  const otherId = workId.replace(/^./, 'e')
  serverLists([missing, other])
  serverAnswers(stockTakesApi.get, ({ query }) => {
    const { id = '' } = query
    const counts = { ...aStockTake().counts, missing: 2 }
    const storageName = id === otherId ? 'Freezer 2' : 'Freezer 1'
    return { stockTake: aStockTake({ id, storageName, counts }), boxes: [] }
  })
  const { user, router } = openAddress(`/stock-takes/${otherId}/differences`)
  await screen.findByText('Differences in Freezer 2')
  act(() => router.history.push(`/stock-takes/${workId}/differences`))
  await screen.findByText('Differences in Freezer 1')
  await user.click(screen.getByRole('checkbox', { name: '2 missing' }))
  await user.click(screen.getByRole('checkbox', { name: 'Missing tubes keep their cells' }))
  expect(await accept('2 differences')).toBeVisible()

  act(() => router.history.back())
  await screen.findByText('Differences in Freezer 2')
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Finish without changes' })).toBeVisible()
})

test('what was chosen is kept while a person looks at a sample or reloads, until the stock-take is closed', async () => {
  serverLists([missing, other])
  const address = `/stock-takes/${workId}/differences`
  const keepCells = () => screen.findByRole('checkbox', { name: 'Missing tubes keep their cells' })
  const { user } = openAddress(address)
  await user.click(await choose(other.code))
  await user.click(await keepCells())

  cleanup()
  const again = openAddress(address)
  expect(await choose(other.code)).toBeChecked()
  expect(await choose(missing.code)).not.toBeChecked()
  expect(await keepCells()).toBeChecked()

  serverAnswers(stockTakesApi.apply, { success: true, applied: 1, changedSince: 0, closedAt })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ state: 'applied' }), boxes: [] })
  await again.user.click(await accept('1 difference'))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /finish/ })).toBeNull())
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('lims.typed'))).toHaveLength(0)
})

test('a person who may not accept differences can choose none, and reads whom to ask', async () => {
  roleIs('bench')
  serverLists([missing, other])
  openAddress(`/stock-takes/${workId}/differences`)
  expect(
    await screen.findByText(
      'You are not allowed to accept differences of stock-takes, and cancel them. Ask Chiara Rossi.',
    ),
  ).toBeVisible()
  expect(screen.getByText(missing.code)).toBeVisible()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByText('not accepted')).toBeNull()
})

test('missing tubes that wait to be put away are named, so that a person looks for them first', async () => {
  serverLists([aDifference({ isToPutAway: true }), other], 1)
  openAddress(`/stock-takes/${workId}/differences`)
  expect(await screen.findByText('returned, not put away yet')).toBeVisible()
  expect(
    screen.getByText('1 missing tube was returned and waits to be put away: check the returned tubes first.'),
  ).toBeVisible()
})

test('such tubes are counted too beyond the differences that are shown', async () => {
  serverLists([other], 7)
  openAddress(`/stock-takes/${workId}/differences`)
  expect(await screen.findByText(/^7 missing tubes were returned and wait to be put away/)).toBeVisible()
})

test('differences are accepted anew after an acceptance whose reply was lost has been undone', async () => {
  serverLists([missing, other])
  const serverIs = (state: 'open' | 'applied') =>
    serverAnswers(stockTakesApi.get, {
      stockTake: aStockTake({ state, closedAt: state === 'applied' ? closedAt : null }),
      boxes: [],
    })
  const lost = serverRefuses(stockTakesApi.apply, 502)
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  await user.click(await choose(missing.code))
  serverIs('applied')
  await user.click(await accept('1 difference'))
  const undo = await screen.findByRole('button', { name: 'Undo' })

  const undone = serverAnswers(stockTakesApi.undo, { success: true })
  serverIs('open')
  await user.click(undo)
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ id: workId, closedAt }]))
  const accepted = serverAnswers(stockTakesApi.apply, {
    success: true,
    applied: 1,
    changedSince: 0,
    closedAt,
  })
  await user.click(await accept('1 difference'))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  expect(accepted[0]?.body).toEqual(lost[0]?.body)
  expect(keysOf(accepted)).not.toEqual(keysOf(lost))
})

test('an Enter that is held too long does not cancel a stock-take', async () => {
  serverLists([missing, other])
  const cancelled = serverAnswers(stockTakesApi.cancel, { success: true })
  const { user } = openAddress(`/stock-takes/${workId}/differences`)
  ;(await screen.findByRole('button', { name: 'Cancel stock-take…' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go on counting' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(cancelled).toEqual([])
})

test.each(['Finish without changes', 'Cancel stock-take…'])(
  'while scans of a stock-take are not sent, it is not closed by %s',
  async (button) => {
    serverLists([missing, other])
    serverRefuses(stockTakesApi.scan, 503)
    const applied = serverAnswers(stockTakesApi.apply, {
      success: true,
      applied: 0,
      changedSince: 0,
      closedAt,
    })
    const scan = {
      id: 'scan-1',
      readings: { raw: missing.code },
      scannedAt: Date.now(),
      stockTakeId: workId,
      storageId: 102,
      boxAlias: 'Box 02',
      progress: { state: 'waiting' },
    }
    sessionStorage.setItem('lims.stock-take.ada', JSON.stringify({ scans: [scan] }))
    const { user } = openAddress(`/stock-takes/${workId}/differences`)
    await user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(/^1 scan is not sent yet, and would be refused/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(applied).toEqual([])
  },
)
