import { type StockTakeScan, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeAudio } from '../../../test/fake-audio.ts'
import { fakeCamera } from '../../../test/fake-camera.ts'
import { aStockTake, aStockTakeBox, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setWidth } from '../../../test/width.ts'
import { clearToken } from '../../api/stored-token.ts'
import { signedOutScanKeeper } from '../../features/scanning/signed-out-scans.ts'

const { played } = fakeAudio()
const goodSound = [880, 1320]
const lowSound = [185]

const found = (code: string): StockTakeScan => ({
  code,
  result: 'in-place',
  sample: null,
  recordedPlace: null,
  position: 'A1',
  isRepeat: false,
  countedBefore: null,
  countedLater: null,
})

let sent: ReturnType<typeof serverAnswers>

beforeEach(() => {
  signIn()
  played.splice(0)
  const boxes = [aStockTakeBox(), aStockTakeBox({ storageId: 4, alias: 'Box 04' })]
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes })
  sent = serverAnswers(stockTakesApi.scan, ({ body }) => ({
    success: true as const,
    scan: found((body as { code: string }).code),
  }))
})

const sentTubes = () =>
  sent.map(({ body }) => {
    const { code, storageId } = body as { code: string; storageId: number }
    return [code, storageId]
  })

async function openField(address: string, label: string) {
  const { user } = openAddress(address)
  await user.click(await screen.findByRole('textbox', { name: label }))
  return user
}

test.each([
  [`/stock-takes/${workId}`, 'Scan the label of a box'],
  [`/stock-takes/${workId}?box=3`, 'Scan the tubes'],
])('tubes that follow a label at once are counted in its box: %s', async (address, label) => {
  const user = await openField(address, label)
  await user.paste('STO0000004\nT1\nT2\nSTO0000003\nT3')
  await waitFor(() => expect(sentTubes()).toHaveLength(3))
  expect(sentTubes()).toEqual([
    ['T1', 4],
    ['T2', 4],
    ['T3', 3],
  ])
  expect(await screen.findByRole('heading', { name: 'Counting Box 03' })).toBeVisible()
})

test('tubes that follow the label of another storage are counted in no box until one is chosen', async () => {
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.paste('T1\nSTO0000009\nT2')
  expect(await screen.findByRole('heading', { name: 'Choose a box' })).toBeVisible()
  await user.click(screen.getByRole('textbox', { name: 'Scan the label of a box' }))
  await user.keyboard('T3{Enter}')
  expect(screen.getByText('Scan the label of a box first, or choose the box in the picture.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Box 03/ }))
  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  await user.keyboard('T4{Enter}')
  await waitFor(() =>
    expect(sentTubes()).toEqual([
      ['T1', 3],
      ['T4', 3],
    ]),
  )
})

test('the name of several boxes leaves the open one, and is no tube of it', async () => {
  const boxes = [
    aStockTakeBox(),
    aStockTakeBox({ storageId: 4, alias: 'Box 1' }),
    aStockTakeBox({ storageId: 5, alias: 'Box 1', path: 'Rack B' }),
  ]
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes })
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.keyboard('box 1{Enter}')
  expect(await screen.findByRole('heading', { name: 'Choose a box' })).toBeVisible()
  expect(
    screen.getByText(
      'Several boxes of Freezer 1 are called Box 1. Scan the label of the box, or choose it in the picture.',
    ),
  ).toBeVisible()
  expect(played).toEqual(lowSound)
  await user.click(screen.getByRole('textbox', { name: 'Scan the label of a box' }))
  await user.keyboard('T1{Enter}')
  const inRackB = within(screen.getByRole('list', { name: 'Rack B' }))
  await user.click(inRackB.getByRole('button', { name: /^Box 1/ }))
  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(sentTubes()).toEqual([['T2', 5]]))
})

test('of boxes whose names differ only in a space, the one with exactly the scanned name is chosen', async () => {
  const boxes = [
    aStockTakeBox(),
    aStockTakeBox({ storageId: 4, alias: 'Box 1 1' }),
    aStockTakeBox({ storageId: 5, alias: 'Box 11' }),
  ]
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes })
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.keyboard('Box 11{Enter}')
  expect(await screen.findByRole('heading', { name: 'Counting Box 11' })).toBeVisible()
  await user.keyboard('box11{Enter}')
  expect(await screen.findByRole('heading', { name: 'Choose a box' })).toBeVisible()
})

test('a box whose label was scanned before that of the open one is counted once it is chosen in the picture', async () => {
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.paste('STO0000004\nSTO0000003')
  await user.click(screen.getByRole('button', { name: /^Box 04/ }))
  expect(await screen.findByRole('heading', { name: 'Counting Box 04' })).toBeVisible()
  await user.click(screen.getByRole('textbox', { name: 'Scan the tubes' }))
  await user.keyboard('T1{Enter}')
  await waitFor(() => expect(sentTubes()).toEqual([['T1', 4]]))
})

test('after a label, the box that is chosen in the picture is counted', async () => {
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.paste('STO0000003\nT1')
  await user.click(screen.getByRole('button', { name: /^Box 04/ }))
  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  expect(await screen.findByRole('heading', { name: 'Counting Box 04' })).toBeVisible()
  await user.keyboard('T2{Enter}')
  await waitFor(() =>
    expect(sentTubes()).toEqual([
      ['T1', 3],
      ['T2', 4],
    ]),
  )
})

test('a label that changes the box sounds good, and any other than of a box here sounds low', async () => {
  const user = await openField(`/stock-takes/${workId}`, 'Scan the label of a box')
  await user.keyboard('T1{Enter}')
  expect(screen.getByText('Scan the label of a box first, or choose the box in the picture.')).toBeVisible()
  expect(played.splice(0)).toEqual(lowSound)
  await user.keyboard('STO0000009{Enter}')
  expect(screen.getByText('STO0000009 is not the label of a box of Freezer 1.')).toBeVisible()
  expect(played.splice(0)).toEqual(lowSound)
  await user.keyboard('STO0000004{Enter}')
  expect(await screen.findByRole('heading', { name: 'Counting Box 04' })).toBeVisible()
  expect(played).toEqual(goodSound)
})

test('the camera dialog shows the label that was scanned last, whether it is of a box here or not', async () => {
  const { seen } = fakeCamera()
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.click(
    within(screen.getByRole('region', { name: 'Counting' })).getByRole('button', {
      name: 'Scan with the camera',
    }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Hold a code inside the frame')
  seen.code = 'T1'
  expect(await dialog.findByText('T1', { selector: 'div' })).toBeVisible()

  seen.code = 'STO0000009'
  expect(await dialog.findByText('STO0000009 is not the label of a box of Freezer 1.')).toBeVisible()
  expect(dialog.queryByText('T1')).not.toBeInTheDocument()

  seen.code = 'STO0000004'
  expect(await dialog.findByText('Now scan the tubes of this box.')).toBeVisible()
  expect(dialog.getByText('Box 04')).toBeVisible()

  seen.code = 'T2'
  expect(await dialog.findByText('T2', { selector: 'div' })).toBeVisible()
  expect(dialog.queryByText('Box 04')).not.toBeInTheDocument()
  expect(sentTubes()).toEqual([
    ['T1', 3],
    ['T2', 4],
  ])
})

test('boxes of one name are told apart by the storage that they are in', async () => {
  const boxes = [
    aStockTakeBox(),
    aStockTakeBox({ storageId: 4, path: 'Shelf 1 › Rack B' }),
    aStockTakeBox({ storageId: 5, alias: 'Box 04' }),
  ]
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes })
  const { user } = openAddress(`/stock-takes/${workId}`)
  const inRackA = within(await screen.findByRole('list', { name: 'Rack A' }))
  expect(screen.getByRole('heading', { name: 'Rack A' })).toBeVisible()
  expect(inRackA.getAllByRole('button')).toHaveLength(2)
  const inRackB = within(screen.getByRole('list', { name: 'Shelf 1 › Rack B' }))
  await user.click(inRackB.getByRole('button', { name: /^Box 03/ }))
  const counting = within(screen.getByRole('region', { name: 'Counting' }))
  expect(await counting.findByRole('heading', { name: 'Counting Box 03' })).toBeVisible()
  expect(counting.getByText('in Shelf 1 › Rack B')).toBeVisible()

  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  await user.keyboard('STO0000003{Enter}')
  await counting.findByText('Now scan the tubes of this box.')
  // At the head of the panel, and in the result of the scan.
  expect(counting.getAllByText('in Rack A')).toHaveLength(2)
})

test('a finished box says how many of its tubes could not be judged', async () => {
  serverAnswers(stockTakesApi.finishBox, { success: true, missing: 0, notJudged: 2 })
  const { user } = openAddress(`/stock-takes/${workId}?box=4`)
  await user.click(await screen.findByRole('button', { name: /^Finish Box 04/ }))
  expect(await screen.findByText('Box 04 is counted')).toBeVisible()
  expect(screen.getByText(/^2 tubes were not scanned, and cannot be judged as missing: /)).toBeVisible()
})

test('on a phone Back leads from a box to the picture of all boxes, as All boxes does', async () => {
  setWidth(390)
  const { user, place, router } = openAddress(`/stock-takes/${workId}`)
  for (const leave of [
    async () => {
      act(() => router.history.back())
    },
    () => user.click(screen.getByRole('button', { name: 'All boxes' })),
  ]) {
    await user.click(await screen.findByRole('button', { name: /^Box 04/ }))
    expect(await screen.findByRole('heading', { name: 'Counting Box 04' })).toBeVisible()
    expect(screen.getByText('What was not scanned is missing.')).toBeVisible()
    await leave()
    expect(await screen.findByRole('heading', { name: 'Choose a box' })).toBeVisible()
    expect(place()).toBe(`/stock-takes/${workId}`)
  }
  expect(router.history.length).toBe(2)
})

test('on a phone the label of another storage does not leave the page after a box was left', async () => {
  setWidth(390)
  const { user, place, router } = openAddress('/nowhere')
  await act(() => router.navigate({ to: '/stock-takes/$stockTakeId', params: { stockTakeId: workId } }))
  await user.click(await screen.findByRole('button', { name: /^Box 04/ }))
  await user.click(await screen.findByRole('button', { name: 'All boxes' }))
  await user.type(
    await screen.findByRole('textbox', { name: 'Scan the label of a box' }),
    'STO0000009{Enter}',
  )
  expect(await screen.findByText(/^STO0000009 is not the label of a box of/)).toBeVisible()
  expect(place()).toBe(`/stock-takes/${workId}`)
})

test('on a phone the label that follows a foreign one at once opens its box', async () => {
  setWidth(390)
  window.history.pushState(null, '', '/stock-takes')
  const history = createBrowserHistory()
  onTestFinished(() => {
    history.destroy()
    window.history.pushState(null, '', '/')
  })
  const { user, router } = openAddress('/stock-takes', { history })
  await act(() => router.navigate({ to: '/stock-takes/$stockTakeId', params: { stockTakeId: workId } }))
  await user.click(await screen.findByRole('button', { name: /^Box 04/ }))
  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  const steps = vi.spyOn(window.history, 'back')
  await user.paste('STO0000999\nSTO0000003\n')
  expect(await screen.findByRole('heading', { name: 'Counting Box 03' })).toBeVisible()
  expect(steps).not.toHaveBeenCalled()
})

test('in one column the scan field comes before the boxes, for the tab key too', async () => {
  setWidth(900)
  await openField(`/stock-takes/${workId}`, 'Scan the label of a box')
  const field = screen.getByRole('textbox', { name: 'Scan the label of a box' })
  const tile = screen.getByRole('button', { name: /^Box 04/ })
  expect(field.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the region of the outcome is there before its words, also after the label of a box', async () => {
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  const regions = screen.getAllByRole('status')
  await user.keyboard('STO0000004{Enter}')
  expect(await screen.findByText('Now scan the tubes of this box.')).toBeVisible()
  await user.keyboard('T1{Enter}')
  const outcome = await screen.findByText('T1', { selector: 'div' })
  expect(regions.some((region) => region.contains(outcome))).toBe(true)
})

test.each([
  ['viewer', false],
  ['bench', true],
] as const)('scans after the session of a %s has ended are kept: %s', async (role, isKept) => {
  roleIs(role)
  openAddress(`/stock-takes/${workId}?box=3`)
  const field = await screen.findByRole('textbox', { name: 'Scan the tubes' })
  if (!isKept) await waitFor(() => expect(field).toBeDisabled())
  act(clearToken)
  expect(signedOutScanKeeper() !== undefined).toBe(isKept)
})
