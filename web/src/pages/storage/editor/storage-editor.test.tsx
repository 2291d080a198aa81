import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { cell, openGrid, serverHas, tubeIn } from '../../../../test/open-storage.ts'
import { server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage, aStoredBox, aStoredTube } from '../../../../test/storage-records.ts'

test('GRID-01 GRID-02 shows a matrix of rows and columns, each cell by column letter and row number', async () => {
  await openGrid()
  expect(screen.getAllByRole('gridcell').map((one) => one.getAttribute('aria-label'))).toEqual(
    ['A1', 'B1', 'C1', 'D1', 'A2', 'B2', 'C2', 'D2', 'A3', 'B3', 'C3', 'D3'].map(
      (label) => `${label}, empty`,
    ),
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'A',
    'B',
    'C',
    'D',
  ])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['1', '2', '3'])
})

test('GRID-04 an occupied cell is painted by its status, or by its type', async () => {
  const { user, place } = await openGrid({}, [tubeIn('B2', 2, 2)])
  const tube = cell(/^B2, Tube B2/)
  expect(tube).toHaveAttribute('data-cell-tone', 'qc-pass')
  expect(tube).toHaveTextContent('00B2')
  expect(cell('A1, empty')).not.toHaveAttribute('data-cell-tone')
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('QC PASS 1')

  await user.click(within(screen.getByRole('radiogroup', { name: 'Colour by' })).getByTitle('Type'))
  await waitFor(() => expect(cell(/^B2/)).toHaveAttribute('data-cell-tone', 'sent-to-c2n'))
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('PLASMA 1')
  expect(place()).toContain('colour=type')
})

test.each([
  [4, false],
  [5, true],
])('GRID-05 GRID-06 of 5 cells %i are occupied: red is %s', async (occupied, isRed) => {
  const occupancy = Array.from({ length: occupied }, (_, index) => tubeIn(`${index}`, 1, index + 1))
  await openGrid({ numberRows: 1, numberColumns: 5, capacity: 5 }, occupancy)
  const figures = screen.getByText(`${occupied} of 5`).parentElement as HTMLElement
  expect(figures).toHaveTextContent(`${occupied * 20} %`)
  expect(figures).toHaveAttribute('data-high', `${isRed}`)
})

test('GRID-07 a click on a child storage opens it', async () => {
  const { user, place } = await openGrid({ id: 2, alias: 'Rack A', type: 'RACK' }, [aStoredBox()])
  serverHas([{ storage: aStorage(), occupancy: [] }])
  await user.click(cell('B1, Box 03, Box, 60 of 100'))
  await waitFor(() => expect(place()).toBe('/storage/3/enhanced'))
})

test('Back leads the next person to the first cell, not to that of the last one', async () => {
  const { user, router } = await openGrid({ id: 2, alias: 'Rack A', type: 'RACK' }, [aStoredBox()])
  serverHas([
    { storage: aStorage({ id: 2, alias: 'Rack A', type: 'RACK' }), occupancy: [aStoredBox()] },
    { storage: aStorage(), occupancy: [] },
  ])
  await user.click(cell('B1, Box 03, Box, 60 of 100'))
  await screen.findByRole('heading', { name: 'Box 03', level: 1 })
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen', jti: 'session-2' }))
  await screen.findByRole('heading', { name: 'Box 03', level: 1 })

  router.history.back()
  await screen.findByRole('heading', { name: 'Rack A', level: 1 })
  expect(await screen.findByRole('region', { name: 'Focused cell' })).toHaveTextContent('Rack A · cell A1')
})

test('Back from a child storage leads to its cell again; a link to the grid begins at the first', async () => {
  const { user, router } = await openGrid({ id: 2, alias: 'Rack A', type: 'RACK' }, [aStoredBox()])
  serverHas([
    { storage: aStorage({ id: 2, alias: 'Rack A', type: 'RACK' }), occupancy: [aStoredBox()] },
    { storage: aStorage(), occupancy: [] },
  ])
  await user.click(cell('B1, Box 03, Box, 60 of 100'))
  await screen.findByRole('heading', { name: 'Box 03', level: 1 })

  router.history.back()
  await screen.findByRole('heading', { name: 'Rack A', level: 1 })
  const panel = () => screen.findByRole('region', { name: 'Focused cell' })
  expect(await panel()).toHaveTextContent('Rack A · cell B1')
  expect(cell(/^B1/)).toHaveAttribute('tabindex', '0')

  await router.navigate({ to: '/storage/$storageId/enhanced', params: { storageId: '3' } })
  await screen.findByRole('heading', { name: 'Box 03', level: 1 })
  await router.navigate({ to: '/storage/$storageId/enhanced', params: { storageId: '2' } })
  await screen.findByRole('heading', { name: 'Rack A', level: 1 })
  expect(await panel()).toHaveTextContent('Rack A · cell A1')
})

test('one cell is in the tab order, arrow keys move the focus, and the panel describes the focused cell', async () => {
  const { user } = await openGrid({}, [tubeIn('B2', 2, 2)])
  const tabStops = () => screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)
  expect(tabStops()).toEqual([cell('A1, empty')])
  tabStops()[0]?.focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(cell(/^B2/)).toHaveFocus()
  expect(tabStops()).toEqual([cell(/^B2/)])
  const panel = within(screen.getByRole('region', { name: 'Focused cell' }))
  expect(panel.getByText('Tube B2')).toBeVisible()
  expect(panel.getByText('T000B2')).toBeVisible()

  await user.keyboard('{Control>}{End}{/Control}')
  expect(cell('D3, empty')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(cell('A3, empty')).toHaveFocus()
})

test('the cell in the address is the one in the tab order', async () => {
  signIn()
  serverHas([{ storage: aStorage({ numberRows: 3, numberColumns: 4 }), occupancy: [] }])
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  openAddress('/storage/3/enhanced?cell=c2')
  expect((await screen.findByRole('gridcell', { name: 'C2, empty' })).tabIndex).toBe(0)
})

test("ERR-53 says 'Failed to fetch storage occupancy' when the cells cannot be loaded", async () => {
  signIn()
  serverAnswers(storageApi.get, { storage: aStorage() })
  serverAnswers(storageApi.hierarchy, { hierarchy: [] })
  const message = 'The database does not respond'
  serverRefuses(storageApi.occupancy, 503, { code: 'database-unavailable', message })
  const { user } = openAddress('/storage/3/enhanced')
  expect(await screen.findByText('Failed to fetch storage occupancy')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()

  serverAnswers(storageApi.occupancy, { occupancy: [aStoredTube()], capacity: 100, occupied: 1 })
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('grid')).toBeVisible()
})

test("ERR-56 says 'Error Loading Storage' of a second box that cannot be loaded, beside the first", async () => {
  signIn()
  const refusal = { code: 'storage-not-found', message: 'Storage not found' } as const
  serverHas([{ storage: aStorage(), occupancy: [] }])
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  const ofSecond = ({ request }: { request: Request }) =>
    request.url.endsWith('=4') ? HttpResponse.json(refusal, { status: 404 }) : undefined
  for (const { path } of [storageApi.get, storageApi.occupancy])
    server.use(http.get(`*/api${path}`, ofSecond))
  openAddress('/storage/3/enhanced?beside=4')
  expect(await screen.findByText('Error Loading Storage')).toBeVisible()
  expect(screen.getByText('Storage not found')).toBeVisible()
  expect(screen.getByRole('grid', { name: 'Cells of Box 03' })).toBeVisible()
})

const tabStops = () =>
  screen
    .getAllByRole('gridcell')
    .flatMap((one) => (one.tabIndex === 0 ? [one.getAttribute('aria-label')] : []))

test('a box that others make smaller than the focused cell is reached by the tab key at its first cell', async () => {
  const { streams } = serverStreams()
  const { user } = await openGrid()
  cell('A1, empty').focus()
  await user.keyboard('{Control>}{End}{/Control}')
  expect(tabStops()).toEqual(['D3, empty'])
  serverHas([{ storage: aStorage({ numberRows: 2, numberColumns: 2, capacity: 4 }), occupancy: [] }])
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  act(() => streams.at(-1)?.say('data: {"storages":[3]}\n\n'))
  await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(4))
  expect(tabStops()).toEqual(['A1, empty'])
  expect(screen.getByRole('region', { name: 'Focused cell' })).toHaveTextContent('cell A1')
})

test('the heading of a second box has the focus once the box was opened by its name', async () => {
  const { user } = await openGrid()
  const second = aStorage({ id: 4, alias: 'Box 04' })
  serverHas([
    { storage: aStorage({ numberRows: 3, numberColumns: 4 }), occupancy: [] },
    { storage: second, occupancy: [] },
  ])
  serverAnswers(storageApi.search, { storages: [second], totalStorages: 1 })
  await user.type(screen.getByRole('combobox', { name: 'Open a second box' }), 'Box 04{Enter}')
  await screen.findByRole('grid', { name: 'Cells of Box 04' })
  expect(screen.getByRole('heading', { name: 'Box 04' })).toHaveFocus()
})

test('after the second box is closed, the panel describes a cell of the first', async () => {
  const second = { storage: aStorage({ id: 4, alias: 'Box 04' }), occupancy: [tubeIn('A1', 1, 1)] }
  const { user } = await openGrid({}, [], [second])
  await screen.findByRole('grid', { name: 'Cells of Box 04' })
  act(() => cell(/^A1, Tube A1/).focus())
  const panel = () => screen.getByRole('region', { name: 'Focused cell' })
  expect(panel()).toHaveTextContent('Box 04')
  await user.click(screen.getByRole('button', { name: 'Close Box 04' }))
  await waitFor(() => expect(screen.getAllByRole('grid')).toHaveLength(1))
  expect(panel()).toHaveTextContent('Box 03 · cell A1')
})
