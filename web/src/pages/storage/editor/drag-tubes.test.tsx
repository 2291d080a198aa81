import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { a1, acceptArrange, b1, drag, goOnline, to } from '../../../../test/moved-tubes.ts'
import { untilReplied } from '../../../../test/open-requests.ts'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { server } from '../../../../test/server.ts'

afterEach(() => goOnline(true))

test('a tube is dragged to another cell, and the click that ends the drag opens nothing', async () => {
  const requests = acceptArrange()
  await openGrid({}, [a1])
  const from = cell(/^A1/)
  const target = cell('D3, empty')
  document.elementFromPoint = vi.fn(() => target)
  fireEvent.pointerDown(from, { button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 80, clientY: 80 })
  expect(cell('D3, empty, T000A1 would go here')).toBeVisible()
  fireEvent.pointerUp(window, { clientX: 80, clientY: 80 })
  fireEvent.click(target)

  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ moves: [to(a1, 3, 3, 4)] })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a drag ended by Escape opens nothing when the button is released over its tube', async () => {
  const requests = acceptArrange()
  const { user } = await openGrid({}, [a1])
  const from = cell(/^A1/)
  // A dialog that is loaded opens at once.
  await user.click(from)
  const title = await screen.findByText('Sample Information')
  await waitFor(() => expect(title).toBeVisible())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(title).not.toBeVisible())

  document.elementFromPoint = vi.fn(() => from)
  fireEvent.pointerDown(from, { button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 80, clientY: 80 })
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  fireEvent.click(from)
  expect(screen.queryByText('Sample Information')).not.toBeVisible()
  expect(requests).toHaveLength(0)
  await user.click(from)
  await waitFor(() => expect(screen.getByText('Sample Information')).toBeVisible())
})

test('tubes that are dropped where they were are not moved', async () => {
  const requests = acceptArrange()
  await openGrid({}, [a1])
  drag(cell(/^A1/), cell(/^A1/))
  drag(cell(/^A1/), cell('D3, empty'))
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests.map(({ body }) => body)).toMatchObject([{ moves: [to(a1, 3, 3, 4)] }])
})

test('a pen gesture that the browser takes for scrolling moves nothing, then or later', async () => {
  const requests = acceptArrange()
  await openGrid({}, [a1])
  const target = cell('D3, empty')
  document.elementFromPoint = vi.fn(() => target)
  fireEvent.pointerDown(cell(/^A1/), { button: 0, pointerType: 'pen', clientX: 10, clientY: 10 })
  fireEvent.pointerCancel(window, { pointerType: 'pen' })
  fireEvent.pointerMove(window, { pointerType: 'pen', clientX: 80, clientY: 80 })
  expect(cell('D3, empty')).toBeVisible()
  fireEvent.pointerUp(window, { pointerType: 'pen', clientX: 80, clientY: 80 })
  await untilReplied()
  expect(requests).toHaveLength(0)
})

test('a drag whose release was missed is over when the next one starts', async () => {
  const requests = acceptArrange()
  await openGrid({}, [a1, b1])
  const target = cell('D3, empty')
  document.elementFromPoint = vi.fn(() => target)
  fireEvent.pointerDown(cell(/^A1/), { button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 })
  fireEvent.pointerDown(cell(/^B1/), { button: 0, pointerType: 'mouse', clientX: 40, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 80, clientY: 80 })
  fireEvent.pointerUp(window, { clientX: 80, clientY: 80 })
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests.map(({ body }) => body)).toMatchObject([{ moves: [to(b1, 3, 3, 4)] }])

  fireEvent.pointerDown(cell('A3, empty'), { button: 0, pointerType: 'mouse', clientX: 10, clientY: 80 })
  fireEvent.pointerMove(window, { clientX: 10, clientY: 120 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 120 })
  await untilReplied()
  expect(requests).toHaveLength(1)
})

test('a hand on the screen beside the pen does not end the drag', async () => {
  const requests = acceptArrange()
  await openGrid({}, [a1])
  const target = cell('D3, empty')
  document.elementFromPoint = vi.fn(() => target)
  const pen = { button: 0, pointerId: 7, pointerType: 'pen' }
  const hand = { button: 0, pointerId: 8, pointerType: 'touch', clientX: 200, clientY: 200 }
  fireEvent.pointerDown(cell(/^A1/), { ...pen, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { ...pen, clientX: 40, clientY: 40 })
  fireEvent.pointerDown(cell('A3, empty'), hand)
  fireEvent.pointerUp(window, hand)
  fireEvent.pointerMove(window, { ...pen, clientX: 80, clientY: 80 })
  expect(cell('D3, empty, T000A1 would go here')).toBeVisible()
  expect(requests).toHaveLength(0)
  fireEvent.pointerUp(window, { ...pen, clientX: 80, clientY: 80 })
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
})

test('a press that does not move is a click, not a drag', async () => {
  const { user } = await openGrid({}, [a1])
  await user.click(cell(/^A1/))
  const title = await screen.findByText('Sample Information')
  await waitFor(() => expect(title).toBeVisible())
})

test('D17 a drag while offline is refused at once and never sent later, and the next one is sent once', async () => {
  await openGrid({}, [a1])
  goOnline(false)
  server.use(http.post(`*/api${sampleLocationApi.arrange.path}`, () => HttpResponse.error()))
  drag(cell(/^A1/), cell('D3, empty'))
  expect(
    await screen.findByText('This computer is offline. Nothing was moved, and nothing will be moved later.'),
  ).toBeVisible()

  const requests = acceptArrange()
  goOnline(true)
  await untilReplied()
  drag(cell(/^A1/), cell('C3, empty'))
  expect(await screen.findByText('1 tube moved to Box 03')).toBeVisible()
  expect(requests.map(({ body }) => body)).toMatchObject([{ moves: [to(a1, 3, 3, 3)] }])
})

test('D17 a move without a reply is reported as unknown', async () => {
  await openGrid({}, [a1])
  server.use(http.post(`*/api${sampleLocationApi.arrange.path}`, () => HttpResponse.error()))
  drag(cell(/^A1/), cell('D3, empty'))
  expect(await screen.findByText(/^The server did not respond, so the move may or may not/)).toBeVisible()
})

test('a move whose reply cannot be read does not claim that the server did not respond', async () => {
  await openGrid({}, [a1])
  server.use(http.post(`*/api${sampleLocationApi.arrange.path}`, () => HttpResponse.text('<html>')))
  drag(cell(/^A1/), cell('D3, empty'))
  expect(await screen.findByText(/^The move may or may not have been saved/)).toBeVisible()
})
