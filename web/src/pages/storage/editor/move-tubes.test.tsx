import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { a1, acceptArrange, b1, drag, goOnline, seenIn, to } from '../../../../test/moved-tubes.ts'
import { countOpenRequests, untilReplied } from '../../../../test/open-requests.ts'
import { cell, openGrid, tubeIn } from '../../../../test/open-storage.ts'
import { scannerKeys } from '../../../../test/scanner-keys.ts'
import { server, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { cutTubes } from './use-editor-state.ts'

const c2 = tubeIn('C2', 2, 3)
const other = aStorage({ id: 4, alias: 'Box 04', numberRows: 2, numberColumns: 2, capacity: 4 })

afterEach(() => {
  cutTubes.set(undefined)
  goOnline(true)
})

test('a tube is cut, moved with the arrow keys, pasted, and moved back by Ctrl Z', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}{ArrowDown}{ArrowRight}')
  expect(cell('B2, empty, T000A1 would go here')).toHaveTextContent('00A1')
  expect(cell(/^A1, .*cut$/)).toBeVisible()
  expect(requests).toHaveLength(0)

  await user.keyboard('{Control>}v{/Control}')
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests[0]?.body).toEqual({ moves: [to(a1, 3, 2, 2)], expected: [seenIn(a1, 3, 1, 1)] })
  await waitFor(() => expect(screen.queryByText(/^Moving /)).not.toBeInTheDocument())

  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('1 tube moved back')).toBeVisible()
  expect(requests[1]?.body).toEqual({
    moves: [to(a1, 3, 1, 1)],
    expected: [to(a1, 3, 2, 2)],
    undo: { custodyEventIds: [7] },
  })
})

test.each(['Enter', 'Tab'])(
  'a code that is scanned onto a cell pastes no cut tubes, with %s',
  async (end) => {
    const requests = acceptArrange()
    const { user } = await openGrid({}, [a1])
    cell(/^A1/).focus()
    await user.keyboard('{Control>}x{/Control}{ArrowDown}')
    const scanner = scannerKeys(cell(/^A2/))
    for (const letter of 'STO0000004') scanner.character(letter)
    expect(scanner.press({ key: end })).toBe(false)
    scanner.press({ key: end })
    expect(await screen.findByText('STO0000004 was not used')).toBeVisible()
    expect(requests).toHaveLength(0)
    expect(cell(/^A1, .*cut$/)).toBeVisible()
  },
)

test('a code that is scanned onto a cell does not open it', async () => {
  await openGrid({}, [a1])
  const scanner = scannerKeys(cell(/^A1/))
  for (const letter of 'T0001230') scanner.character(letter)
  scanner.press({ key: 'Enter' })
  expect(await screen.findByText('T0001230 was not used')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('two moves of a tube are undone one after the other, however fast Ctrl Z is pressed', async () => {
  acceptArrange()
  await openGrid({}, [a1])
  drag(cell(/^A1/), cell('B2, empty'))
  await screen.findByText('1 tube moved to Box 03')
  await untilReplied()
  drag(cell(/^A1/), cell('D3, empty'))
  await waitFor(() => expect(screen.getAllByText('1 tube moved to Box 03')).toHaveLength(2))

  const replies: (() => void)[] = []
  server.use(
    http.post('*/api/samples/arrange', async () => {
      await new Promise<void>((resolve) => replies.push(resolve))
      return HttpResponse.json({ success: true, count: 1, before: [to(a1, 3, 1, 1)], custodyEventIds: [] })
    }),
  )
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(replies).toHaveLength(1))
  expect(countOpenRequests()).toBe(1)
  replies[0]?.()
  await waitFor(() => expect(replies).toHaveLength(2))
  replies[1]?.()
  await waitFor(() => expect(screen.getAllByText('1 tube moved back')).toHaveLength(2))
})

test('several tubes are selected with Space, and one taken cell refuses them all', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1, b1, c2])
  cell(/^A1/).focus()
  const regions = screen.getAllByRole('status')
  await user.keyboard(' {ArrowRight} ')
  expect(screen.getByText('2 tubes selected')).toBeVisible()
  expect(regions).toContain(screen.getByText('2 tubes selected in Box 03'))
  expect(cell(/^B1/)).toHaveAttribute('aria-selected', 'true')

  await user.keyboard('{Control>}x{/Control}{ArrowDown}')
  expect(screen.getByText(/^C2 holds Tube C2\./)).toBeVisible()
  expect(cell(/^B2, empty, T000A1 would go here/)).toBeVisible()
  expect(cell(/^C2, .*not free$/)).toBeVisible()
  await user.keyboard('{Control>}v{/Control}')
  expect(requests).toHaveLength(0)

  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('2 tubes moved to Box 03')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ moves: [to(a1, 3, 3, 2), to(b1, 3, 3, 3)] })
})

test('a region that is there before says to a screen reader that a tube is cut, and how to paste it', async () => {
  const { user } = await openGrid({}, [a1])
  const before = screen.getAllByRole('status')
  cell(/^A1/).focus()
  await user.keyboard('{Control>}ax{/Control}')
  const changed = before.filter(({ textContent }) => textContent?.startsWith('Moving '))
  expect(changed.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('press Ctrl V')])
})

test('Escape cancels the move and clears the selection', async () => {
  const { user } = await openGrid({}, [a1])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}ax{/Control}')
  expect(screen.getByText(/^Moving [^.]*\.$/)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/^Moving /)).not.toBeInTheDocument()
  expect(cell(/^A1/)).toHaveAttribute('aria-selected', 'false')
})

test('tubes selected by click are moved into the box that is open beside this one', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1, b1], [{ storage: other, occupancy: [] }])
  await screen.findByRole('grid', { name: 'Cells of Box 04' })
  await user.keyboard('{Control>}')
  await user.click(cell(/^A1, Tube/))
  await user.click(cell(/^B1, Tube/))
  await user.keyboard('{/Control}')
  await user.click(screen.getByRole('button', { name: 'Move…' }))
  const target = screen.getByRole('grid', { name: 'Cells of Box 04' }).querySelector('[data-cell="2,1"]')
  if (!target) throw new Error('Box 04 has no second row')
  await user.click(target)

  expect(await screen.findByText('2 tubes moved to Box 04')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    moves: [to(a1, 4, 2, 1), to(b1, 4, 2, 2)],
    expected: [seenIn(a1, 3, 1, 1), seenIn(b1, 3, 1, 2)],
  })
})

test('a range that begins with Shift and a click in the other box does not start at a cell of this one', async () => {
  const { user } = await openGrid({}, [a1], [{ storage: other, occupancy: [b1, tubeIn('B2', 2, 2)] }])
  await screen.findByRole('grid', { name: 'Cells of Box 04' })
  await user.keyboard('{Control>}')
  await user.click(cell(/^A1, Tube A1/))
  await user.keyboard('{/Control}{Shift>}')
  await user.click(cell(/^B2, Tube B2/))
  await user.keyboard('{/Shift}')
  expect(cell(/^B2, Tube B2/)).toHaveAttribute('aria-selected', 'true')
  expect(cell(/^B1, Tube B1/)).toHaveAttribute('aria-selected', 'false')
})

test('Move here puts the tubes into the cells that the grid shows, also after the mouse has left it', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1, b1])
  await user.keyboard('{Control>}')
  await user.click(cell(/^A1, Tube/))
  await user.click(cell(/^B1, Tube/))
  await user.keyboard('{/Control}')
  await user.click(screen.getByRole('button', { name: 'Move…' }))
  await user.hover(cell('C3, empty'))
  expect(cell('C3, empty, T000A1 would go here')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move here' }))

  expect(await screen.findByText('2 tubes moved to Box 03')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ moves: [to(a1, 3, 3, 3), to(b1, 3, 3, 4)] })
})

test('Move… cuts the selected tubes, not the one that was deselected last', async () => {
  const { user } = await openGrid({}, [a1, b1])
  await user.keyboard('{Control>}')
  await user.click(cell(/^A1, Tube/))
  await user.click(cell(/^B1, Tube/))
  await user.click(cell(/^B1, Tube/))
  await user.keyboard('{/Control}')
  expect(screen.getByText('1 tube selected')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Move…' }))

  expect(screen.getByText(`Moving ${a1.contentName} from Box 03.`)).toBeVisible()
})

test('tubes that are pasted where they were are not moved, and cut no longer', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}')
  expect(screen.getByText(/^Moving [^.]*\.$/)).toBeVisible()
  await user.keyboard('{Control>}v{/Control}')
  await waitFor(() => expect(screen.queryByText(/^Moving /)).not.toBeInTheDocument())
  expect(requests).toHaveLength(0)
})

/** Lets a test send the reply of each move. */
function holdArrange() {
  const replies: ((status: number) => void)[] = []
  server.use(
    http.post(`*/api${sampleLocationApi.arrange.path}`, async () => {
      const status = await new Promise<number>((resolve) => replies.push(resolve))
      const refusal = { code: 'cell-taken', message: 'B2 holds Tube of Bo.' }
      const reply = { success: true, count: 1, before: [to(a1, 3, 1, 1)], custodyEventIds: [] }
      return HttpResponse.json(status === 200 ? reply : refusal, { status })
    }),
  )
  return replies
}

test.each([
  [200, '1 tube moved to Box 03'],
  [409, 'B2 holds Tube of Bo.'],
])('tubes whose page is left before the reply (%d) are cut no longer', async (status, text) => {
  const replies = holdArrange()
  const { user } = await openGrid({}, [a1])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}{ArrowDown}{ArrowRight}{Control>}v{/Control}')
  await waitFor(() => expect(replies).toHaveLength(1))
  await user.click(screen.getByText('Receive'))
  await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument())
  expect(cutTubes.get()?.tubes).toHaveLength(1)

  replies[0]?.(status)
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => expect(cutTubes.get()).toBeUndefined())
})

test('tubes that are cut while others are still being moved stay cut', async () => {
  const replies = holdArrange()
  const { user } = await openGrid({}, [a1, c2])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}{ArrowDown}{ArrowRight}{Control>}v{/Control}')
  await waitFor(() => expect(replies).toHaveLength(1))
  cell(/^C2/).focus()
  await user.keyboard('{Control>}x{/Control}')
  expect(screen.getByText(`Moving ${c2.contentName} from Box 03.`)).toBeVisible()

  replies[0]?.(200)
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  // The cell keeps its mark only as long as its tube is cut.
  await waitFor(() => expect(cell(/^A1/)).not.toHaveAccessibleName(/cut$/))
  expect(screen.getByText(`Moving ${c2.contentName} from Box 03.`)).toBeVisible()
})

test('cut tubes that are taken out of storage are cut no longer, also if the page is left before the reply', async () => {
  const replies = holdArrange()
  const { user } = await openGrid({}, [a1, b1])
  cell(/^A1/).focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Control>}x{/Control}')
  await user.click(screen.getByRole('button', { name: 'Disassociate' }))
  await waitFor(() => expect(replies).toHaveLength(1))
  await user.click(screen.getByText('Receive'))
  await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument())

  replies[0]?.(200)
  expect(await screen.findByText('2 tubes taken out of Box 03')).toBeVisible()
  await waitFor(() => expect(cutTubes.get()).toBeUndefined())
})

test('tubes that somebody else has moved in the meantime stay where they are, and the grid is fetched again', async () => {
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  serverRefuses(sampleLocationApi.arrange, 409, { code: 'moved-meanwhile', message })
  const { user, requests } = await openGrid({}, [a1])
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}{ArrowRight}{Control>}v{/Control}')
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(requests.length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.queryByText(/^Moving /)).not.toBeInTheDocument())
})

test('selected tubes are taken out of storage together', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1, b1])
  cell(/^A1/).focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Disassociate' }))
  expect(await screen.findByText('2 tubes taken out of Box 03')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({
    moves: [
      { sampleId: a1.contentId, storageId: 0 },
      { sampleId: b1.contentId, storageId: 0 },
    ],
    expected: [seenIn(a1, 3, 1, 1), seenIn(b1, 3, 1, 2)],
  })
})

test('a tube that somebody else takes out is selected no longer, nor is the one that comes in its place', async () => {
  const requests = acceptArrange()
  const { streams } = serverStreams()
  const occupancy = [a1, b1]
  const { user } = await openGrid({}, occupancy)
  cell(/^A1/).focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(screen.getByText('2 tubes selected')).toBeVisible()

  occupancy[1] = { ...tubeIn('B1', 1, 2), contentId: c2.contentId, contentName: 'Tube of Bo' }
  streams.at(-1)?.say('data: {"storages":[3]}\n\n')
  await waitFor(() => expect(cell(/^B1, Tube of Bo/)).toHaveAttribute('aria-selected', 'false'))
  expect(screen.getByText('1 tube selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Disassociate' }))
  expect(await screen.findByText('1 tube taken out of Box 03')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ moves: [{ sampleId: a1.contentId, storageId: 0 }] })
})

test('what is pasted was available when it was cut: a check-out that was made since is not ended', async () => {
  const requests = acceptArrange()
  const { streams } = serverStreams()
  const available = aStoredTube(a1, { custodyEventId: 5 })
  const occupancy = [available]
  const { user } = await openGrid({}, occupancy)
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}')
  occupancy[0] = aStoredTube(a1, { custody: 'CHECKED_OUT', custodyEventId: 6 })
  streams.at(-1)?.say('data: {"storages":[3]}\n\n')
  await waitFor(() => expect(cell(/^A1, .*checked out/i)).toBeVisible())
  await user.keyboard('{ArrowDown}{ArrowRight}{Control>}v{/Control}')
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ expected: [seenIn(available, 3, 1, 1)] }))
})

test('D17 tubes that were pasted while offline stay cut, and are pasted once the connection is back', async () => {
  const { user } = await openGrid({}, [a1])
  goOnline(false)
  server.use(http.post(`*/api${sampleLocationApi.arrange.path}`, () => HttpResponse.error()))
  cell(/^A1/).focus()
  await user.keyboard('{Control>}x{/Control}{ArrowDown}{ArrowRight}{Control>}v{/Control}')
  expect(await screen.findByText(/^This computer is offline\. Nothing was moved/)).toBeVisible()

  const requests = acceptArrange()
  goOnline(true)
  await untilReplied()
  expect(cell(/^A1, .*cut$/)).toBeVisible()
  cell(/^B2, empty/).focus()
  await user.keyboard('{Control>}v{/Control}')
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests[0]?.body).toEqual({ moves: [to(a1, 3, 2, 2)], expected: [seenIn(a1, 3, 1, 1)] })
})
