import type { HierarchyEntry, Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { formatInstant } from '../../ui/format-instant.ts'

const inRack = {
  parentID: 2,
  parentAlias: 'Rack A',
  position: 'B4',
  rowCoordinate: 4,
  columnCoordinate: 2,
} as const
const path: HierarchyEntry[] = [
  { id: 1, alias: 'Freezer 1', type: 'FREEZER', level: 0 },
  { id: 2, alias: 'Rack A', type: 'RACK', level: 1 },
  { id: 3, alias: 'Box 03', type: 'BOX', level: 2 },
]

beforeEach(() => void signIn())
afterEach(() => void vi.unstubAllGlobals())

function open(storage: Partial<Storage> = inRack, address = '/storage/3/enhanced') {
  serverAnswers(storageApi.get, { storage: aStorage(storage) })
  serverAnswers(storageApi.hierarchy, { hierarchy: path })
  serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 100, occupied: 0 })
  return openAddress(address)
}

test('STORD-05 the breadcrumb shows the storages that contain this one', async () => {
  open()
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  await crumbs.findByRole('link', { name: 'Rack A' })
  expect(crumbs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Storage', '/storage'],
    ['Freezer 1', '/storage/1/enhanced'],
    ['Rack A', '/storage/2/enhanced'],
  ])
  expect(crumbs.getByText('Box 03')).toHaveAttribute('aria-current', 'page')
})

test('ERR-01 a way that could not be loaded is not shown as that of a storage without a parent', async () => {
  serverAnswers(storageApi.get, { storage: aStorage(inRack) })
  serverRefuses(storageApi.hierarchy, 400, { code: 'internal', message: 'No.' })
  const { user } = openAddress('/storage/3/enhanced')
  expect(await screen.findByText('The way to this storage could not be loaded')).toBeVisible()
  serverAnswers(storageApi.hierarchy, { hierarchy: path })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Freezer 1' })).toBeVisible()
  expect(screen.queryByText('The way to this storage could not be loaded')).toBeNull()
})

test('STORD-06 STORD-07 STORD-10 shows title, type and matrix size, Edit and the tabs', async () => {
  open()
  const heading = await screen.findByRole('heading', { name: 'Box 03' })
  expect(heading.closest('header')).toHaveTextContent('Box · 10 × 10 · position B4 in Rack A')
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/storage/3/edit')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Storage Grid',
    'Details',
    'Temperature',
    'History',
  ])
})

test('STORD-11 the Details tab lists all fields', async () => {
  const { user, place } = open()
  await user.click(await screen.findByRole('tab', { name: 'Details' }))
  const table = within(await screen.findByRole('table', { name: 'Storage' }))
  const made = formatInstant(aStorage().metadata.createdAt)
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ID3',
    'AliasBox 03',
    'TypeBox',
    'Total Capacity100',
    'Rows10',
    'Columns10',
    'Row Prefix1',
    'Column PrefixA',
    'Parent ID2',
    `Created${made}`,
    `Updated${made}`,
  ])
  expect(place()).toBe('/storage/3/enhanced?tab=details')
})

test('STORD-08 a storage at the top level has no Disassociate button', async () => {
  open({})
  await screen.findByRole('heading', { name: 'Box 03' })
  expect(screen.queryByRole('button', { name: 'Disassociate from Parent' })).not.toBeInTheDocument()
})

test('STORD-08 STORD-09 takes the storage out of its parent after confirmation, and Undo puts it back', async () => {
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage({ version: 8 }) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Disassociate from Parent' }))
  await screen.findAllByText('Take Box 03 out of Rack A?')
  expect(requests).toHaveLength(0)
  await user.click(screen.getByText('Disassociate'))

  expect(await screen.findByText('Box 03 was taken out of Rack A')).toBeVisible()
  expect(requests[0]?.body).toEqual({ id: 3, parentID: null, version: aStorage().version })
  await user.click(screen.getByText('Undo'))
  expect(await screen.findByText('Box 03 is back in Rack A, B4')).toBeVisible()
  expect(requests[1]?.body).toEqual({ id: 3, parentID: 2, rowCoordinate: 4, columnCoordinate: 2, version: 8 })
})

test.each([
  { before: inRack, button: 'Move box…', ok: 'Move', back: 'Box 03 is back in Rack A, B4' },
  { before: {}, button: 'Place box…', ok: 'Place', back: 'Box 03 is back at the top level' },
])('$button puts a box into the first free cell of another storage, and Undo puts it back', async (place) => {
  const { before, button, ok, back } = place
  const other = aStorage({ id: 8, alias: 'Rack B', type: 'RACK', numberRows: 2, numberColumns: 2 })
  const { user } = open(before)
  serverAnswers(storageApi.search, { storages: [other], totalStorages: 1 })
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: `${ok} Box 03` }))
  await user.click(dialog.getByRole('combobox', { name: 'Into' }))
  await user.click(await screen.findByTitle('Rack B'))
  const moved = { ...inRack, parentID: 8, parentAlias: 'Rack B', position: 'A1', version: 8 }
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(moved) })
  await user.click(dialog.getByRole('button', { name: ok }))

  expect(await screen.findByText('Box 03 is now in Rack B, A1')).toBeVisible()
  expect(requests[0]?.body).toEqual({ id: 3, parentID: 8, version: aStorage().version })
  await user.click(screen.getByText('Undo'))
  expect(await screen.findByText(back)).toBeVisible()
  const { parentID = null, rowCoordinate = null, columnCoordinate = null }: Partial<Storage> = before
  expect(requests[1]?.body).toEqual({ id: 3, parentID, rowCoordinate, columnCoordinate, version: 8 })
})

/** Chooses B2 of Rack B for Box 03. `setRackB` changes what the server has. */
async function chooseCellOfRackB() {
  const { streams } = serverStreams()
  const other: Partial<Storage> = { id: 8, alias: 'Rack B', type: 'RACK', numberRows: 2, numberColumns: 2 }
  const { user } = open()
  const setRackB = (more: Partial<Storage> = {}) =>
    serverAnswers(storageApi.get, ({ query: { id } }) => ({
      storage: aStorage(id === '8' ? { ...other, ...more } : inRack),
    }))
  setRackB()
  serverAnswers(storageApi.search, { storages: [aStorage(other)], totalStorages: 1 })
  await screen.findByText('Live')
  await user.click(await screen.findByRole('button', { name: 'Move box…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Box 03' }))
  await user.click(dialog.getByRole('combobox', { name: 'Into' }))
  await user.click(await screen.findByTitle('Rack B'))
  await user.click(await dialog.findByRole('combobox', { name: 'Cell' }))
  await user.click(await screen.findByTitle('B2'))
  return { user, dialog, streams, setRackB }
}

test('Move box… puts a box into the cell that was chosen', async () => {
  const { user, dialog } = await chooseCellOfRackB()
  const moved = { ...inRack, parentID: 8, parentAlias: 'Rack B', position: 'B2', version: 8 }
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(moved) })
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Box 03 is now in Rack B, B2')).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ parentID: 8, rowCoordinate: 2, columnCoordinate: 2 })
})

test('a cell that is gone since it was chosen for a box is not taken for the first free one', async () => {
  const { user, dialog, streams, setRackB } = await chooseCellOfRackB()
  setRackB({ columnPrefix: 'K' })
  streams.at(-1)?.say('data: {"storages":[8]}\n\n')
  await user.click(dialog.getByRole('combobox', { name: 'Cell' }))
  await screen.findByTitle('K1')
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(inRack) })
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText('B2 is not a cell of Rack B any more. Choose another.')).toBeVisible()
  expect(requests).toEqual([])
})

test('ERR-65 the dialog that moves a box closes if somebody has changed it, as the page shows it anew', async () => {
  const { user, dialog } = await chooseCellOfRackB()
  const changes = [{ field: 'alias', personName: 'Bo Chen', changedAt: '2026-11-20T09:00:00.000Z' }]
  serverRefuses(storageApi.update, 409, { code: 'version-stale', message: 'Stale', changes })
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  const refusal = /^Failed to associate storage: Bo Chen changed it since/
  expect(await screen.findByText(refusal)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move Box 03' })).toBeNull())
})

test('a storage that cannot be loaded takes no box, and the dialog says why', async () => {
  const { user } = open()
  const other = aStorage({ id: 8, alias: 'Rack B', type: 'RACK' })
  serverAnswers(storageApi.search, { storages: [other], totalStorages: 1 })
  await user.click(await screen.findByRole('button', { name: 'Move box…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Box 03' }))
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  await user.click(dialog.getByRole('combobox', { name: 'Into' }))
  await user.click(await screen.findByTitle('Rack B'))
  expect(await dialog.findByText('This storage no longer exists. Choose another one.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
})

test('a storage that no other can hold has no button to place it', async () => {
  open({ type: 'FREEZER', alias: 'Freezer 1' })
  await screen.findByRole('heading', { name: 'Freezer 1' })
  expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull()
})

test.each([
  [
    'version-stale',
    409,
    'Not saved: Bo Chen changed parentID and position of Box 03.',
    'Failed to disassociate storage: Somebody changed it since. Nothing was moved; please check again.',
  ],
  ['storage-not-found', 404, 'Storage not found', 'Failed to disassociate storage: Storage not found'],
  [undefined, 500, undefined, 'Failed to disassociate storage'],
] as const)('ERR-68 shows why it could not be taken out (%s)', async (code, status, message, shown) => {
  serverRefuses(storageApi.update, status, code && { code, message })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Disassociate from Parent' }))
  await user.click(await screen.findByRole('button', { name: 'Disassociate' }))
  expect(await screen.findByText(shown)).toBeVisible()
})

test("ERR-57 shows 'Storage Not Found' for a storage that does not exist", async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  serverRefuses(storageApi.hierarchy, 404, { code: 'storage-not-found', message: 'Storage not found' })
  openAddress('/storage/not-a-number/enhanced')
  expect(await screen.findByText('Storage Not Found')).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Storage · LIMS'))
})

test('D21 an open grid stays when the server is unavailable, and shows when it was loaded', async () => {
  const { streams } = serverStreams()
  open()
  expect(await screen.findByRole('grid', { name: 'Cells of Box 03' })).toBeVisible()
  await screen.findByText('Live')
  const refusal = { code: 'internal', message: 'Something went wrong' } as const
  serverRefuses(storageApi.get, 503, refusal)
  serverRefuses(storageApi.occupancy, 503, refusal)
  streams.at(-1)?.say('data: {"storages":[3]}\n\n')
  expect(await screen.findByText(/^LIMS does not respond\. Shown as of /)).toBeVisible()
  expect(screen.getByRole('grid', { name: 'Cells of Box 03' })).toBeVisible()
  expect(screen.queryByText('Error Loading Storage')).not.toBeInTheDocument()
})

test('D21 a breadcrumb of ten levels shows both ends, and the levels in between in a menu', async () => {
  open()
  const levels = Array.from({ length: 10 }, (_, level) => ({
    id: level + 10,
    alias: `Level ${level}`,
    type: 'RACK' as const,
    level,
  }))
  serverAnswers(storageApi.hierarchy, { hierarchy: levels })
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  await crumbs.findByText('Level 8')
  expect(crumbs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Storage',
    'Level 7',
    'Level 8',
  ])
  await userEvent.click(crumbs.getByLabelText('7 levels between'))
  expect(await screen.findByText('Level 3')).toBeInTheDocument()
})
