import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cell, openGrid, tubeIn } from '../../../../test/open-storage.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { setFeature } from '../../../../test/width.ts'
import { cutTubes } from './use-editor-state.ts'

const [a1, b1, c2] = [tubeIn('A1', 1, 1), tubeIn('B1', 1, 2), tubeIn('C2', 2, 3)]
const finger = { button: 0, pointerId: 5, pointerType: 'touch', clientX: 20, clientY: 20 }

const setTouch = (hasTouch: boolean) => setFeature('(any-pointer: coarse)', hasTouch)

beforeEach(() => setTouch(true))
afterEach(() => {
  cutTubes.set(undefined)
  vi.useRealTimers()
})

const selected = () =>
  [...document.querySelectorAll('[role="gridcell"][aria-selected="true"]')].map((one) =>
    one.getAttribute('aria-label'),
  )
const isDialogOpen = () => screen.queryByRole('dialog') !== null

function press(on: HTMLElement, forMs: number, movedBy = 0) {
  vi.useFakeTimers()
  fireEvent.pointerDown(on, finger)
  if (movedBy) fireEvent.pointerMove(window, { ...finger, clientY: finger.clientY + movedBy })
  act(() => void vi.advanceTimersByTime(forMs))
  fireEvent.pointerUp(window, finger)
  fireEvent.click(on)
  act(() => void vi.advanceTimersByTime(200))
  vi.useRealTimers()
}

test('E8 Choose tubes: taps select and deselect tubes, and nothing opens until Done', async () => {
  const { user } = await openGrid({}, [a1, b1, c2])
  await user.click(screen.getByRole('button', { name: 'Choose tubes' }))
  expect(screen.getByText('Tap the tubes to choose them.', { selector: 'b' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Move…' })).toBeDisabled()
  for (const tube of [/^A1/, /^C2/, /^B1/, /^B1/]) fireEvent.click(cell(tube))
  fireEvent.click(cell('A2, empty'))
  expect(selected()).toHaveLength(2)
  expect(screen.getByText('2 tubes selected')).toBeVisible()
  expect(isDialogOpen()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(selected()).toEqual([])
  fireEvent.click(cell(/^A1/))
  await waitFor(() => expect(isDialogOpen()).toBe(true))
})

test('E8 a long press selects a tube and starts choosing, and the click after it does nothing', async () => {
  await openGrid({}, [a1, b1])
  press(cell(/^A1/), 500)
  expect(selected()).toEqual([expect.stringMatching(/^A1, .*selected$/)])
  fireEvent.click(cell(/^B1/))
  expect(screen.getByText('2 tubes selected')).toBeVisible()
  expect(isDialogOpen()).toBe(false)
})

test.each([
  ['of a long press', () => press(cell(/^A1/), 500), '1 tube selected in Box 03'],
  [
    'after Choose tubes',
    () => void fireEvent.click(screen.getByRole('button', { name: 'Choose tubes' })),
    'Tap the tubes to choose them.',
  ],
])('E8 the words %s are read aloud, by a region that was there before', async (_, choose, words) => {
  await openGrid({}, [a1, b1])
  const regions = screen.getAllByRole('status')
  choose()
  expect(regions.filter((region) => region.isConnected).map(({ textContent }) => textContent)).toContain(
    words,
  )
  fireEvent.click(cell(/^B1/))
  const selectedNow = regions.map(({ textContent }) => textContent)
  expect(selectedNow).toContainEqual(expect.stringMatching(/^[12] tubes? selected in Box 03$/))
})

test.each([
  ['a short tap', 200, 0],
  ['a finger that scrolls', 800, 40],
])('E8 %s selects nothing', async (_, forMs, movedBy) => {
  await openGrid({}, [a1])
  press(cell(/^A1/), forMs, movedBy)
  expect(selected()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Done' })).not.toBeInTheDocument()
})

test('E8 chosen tubes are moved by a tap on the target and Move here', async () => {
  const requests = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 2,
    before: [],
    custodyEventIds: [],
  })
  const { user } = await openGrid({}, [a1, b1])
  press(cell(/^A1/), 500)
  fireEvent.click(cell(/^B1/))
  await user.click(screen.getByRole('button', { name: 'Move…' }))
  expect(screen.getByText('Moving 2 tubes from Box 03.')).toBeVisible()
  act(() => cell('A3, empty').focus())
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  const target = (sampleId: string, columnCoordinate: number) =>
    expect.objectContaining({ sampleId, rowCoordinate: 3, columnCoordinate })
  expect(requests[0]?.body).toMatchObject({ moves: [target(a1.contentId, 1), target(b1.contentId, 2)] })
  await waitFor(() => expect(screen.queryByText(/^Moving /)).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Choose tubes' })).toBeEnabled()
})

test('E8 chosen tubes are taken out', async () => {
  const requests = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [],
    custodyEventIds: [],
  })
  const { user } = await openGrid({}, [a1, b1])
  press(cell(/^B1/), 500)
  await user.click(screen.getByRole('button', { name: 'Disassociate' }))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('E8 without a touch screen there is nothing about touching', async () => {
  setTouch(false)
  await openGrid({}, [a1])
  expect(screen.queryByRole('button', { name: 'Choose tubes' })).not.toBeInTheDocument()
  expect(screen.queryByText(/Hold a tube/)).not.toBeInTheDocument()
})

test('E8 a long press on an empty cell opens it, as a tap does', async () => {
  await openGrid({}, [a1])
  press(cell('A2, empty'), 500)
  await waitFor(() => expect(isDialogOpen()).toBe(true))
})
