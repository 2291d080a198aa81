import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverHas } from '../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage, aStoredBox } from '../../../test/storage-records.ts'

const rack = aStorage({ id: 2, alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
const field = (name: string) => screen.getByLabelText(name)
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.search, { storages: [rack, aStorage()], totalStorages: 2 })
  serverHas([
    { storage: rack, occupancy: [aStoredBox({ position: 'A1', rowCoordinate: 1, columnCoordinate: 1 })] },
  ])
})

async function open(address: string) {
  const { user, place } = openAddress(address)
  await screen.findByLabelText('Alias')
  const choose = async (name: string, title: string) => {
    await user.click(screen.getByRole('combobox', { name }))
    await user.click(await screen.findByTitle(title))
  }
  return { user, place, choose }
}

test('STORF-01 STORF-03 STORF-06 STORF-08 the create form has the fields of a storage, 1 × 1, and no Unknown type', async () => {
  const { user } = await open('/storage/create')
  const labels = [...document.querySelectorAll('label[for]')].map(({ textContent }) => textContent)
  expect(labels).toEqual([
    'Alias',
    'Type',
    'Parent ID',
    'Cell',
    'Rows',
    'Columns',
    'Row Prefix',
    'Column Prefix',
    'Nominal temperature (°C)',
  ])
  expect(field('Rows')).toHaveValue('1')
  expect(field('Columns')).toHaveValue('1')
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  const types = await screen.findAllByTitle(/^(Freezer|Shelf|Drawer|Rack|Box|Unknown)$/)
  expect(types.map(({ title }) => title)).toEqual(['Freezer', 'Shelf', 'Drawer', 'Rack', 'Box'])
})

test('STORF-04 VALID-14 BATCH-11 can be submitted once every required field is filled; None (top level) is a valid parent', async () => {
  const requests = serverAnswers(storageApi.add, {
    success: true,
    storage: aStorage({ id: 2, alias: 'Freezer 1' }),
  })
  const { user, place, choose } = await open('/storage/create')
  await user.type(field('Alias'), 'Freezer 1')
  await choose('Type', 'Freezer')
  expect(button('Create')).toBeDisabled()
  await waitFor(() => expect(button('Create')).toHaveAccessibleDescription('Complete or correct: Parent ID'))
  await choose('Parent ID', 'None (top level)')
  await waitFor(() => expect(button('Create')).toBeEnabled())
  await user.click(button('Create'))

  await waitFor(() => expect(place()).toBe('/storage?page=1'))
  expect(requests[0]?.body).toEqual({
    alias: 'Freezer 1',
    type: 'FREEZER',
    parentID: 0,
    numberRows: 1,
    numberColumns: 1,
    rowPrefix: '1',
    columnPrefix: 'A',
    nominalTemperatureC: null,
  })
  await user.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Freezer 1' }))
  await waitFor(() => expect(place()).toBe('/storage/2/enhanced'))
  await waitFor(() => expect(screen.queryByText('Storage created')).toBeNull())
})

test("VALID-13 an emptied or skipped required field shows 'Please input {field}!'", async () => {
  const { user } = await open('/storage/create')
  for (const name of ['Alias', 'Rows', 'Columns', 'Type', 'Parent ID']) {
    await user.clear(field(name))
    await user.tab()
    expect(await screen.findByText(`Please input ${name}!`)).toBeVisible()
  }
})

test('STORF-05 design: the parent in the address is chosen; a free cell can be chosen, a taken one cannot', async () => {
  const requests = serverAnswers(storageApi.add, { success: true, storage: aStorage() })
  const { user, choose } = await open('/storage/create?parentId=2')
  expect(await screen.findByText('Rack A')).toBeVisible()
  await user.type(field('Alias'), 'Box 9')
  await choose('Type', 'Box')
  await user.click(screen.getByRole('combobox', { name: 'Cell' }))
  const taken = await screen.findByTitle('A1 · Box 03')
  expect(taken).toHaveClass('ant-select-item-option-disabled')
  await user.click(screen.getByTitle('B2'))
  await user.click(button('Create'))
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ parentID: 2, rowCoordinate: 2, columnCoordinate: 2 }),
  )
})

test('a box in the address is not chosen as parent, and offers no cell', async () => {
  serverHas([{ storage: aStorage(), occupancy: [] }])
  const { user, choose } = await open('/storage/create?parentId=3')
  expect(await screen.findByText('A Box cannot hold a storage')).toBeVisible()
  await user.type(field('Alias'), 'Rack 9')
  await choose('Type', 'Rack')
  expect(await screen.findByText('A Box cannot hold a Rack')).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Cell' })).not.toBeInTheDocument()
  expect(button('Create')).toBeDisabled()
})

test('STORF-05 a parent in the address that no longer exists is named, and Create waits for another one', async () => {
  const missing = { code: 'storage-not-found', message: 'Storage not found' } as const
  serverRefuses(storageApi.get, 404, missing)
  serverRefuses(storageApi.occupancy, 404, missing)
  const requests = serverAnswers(storageApi.add, { success: true, storage: aStorage() })
  const { user, choose } = await open('/storage/create?parentId=77')
  const text = 'This storage no longer exists. Choose another one.'
  expect(await screen.findByText(text)).toBeVisible()
  await choose('Type', 'Box')
  await user.type(field('Alias'), 'Box 9{Enter}')
  expect(screen.queryByRole('combobox', { name: 'Cell' })).not.toBeInTheDocument()
  expect(button('Create')).toBeDisabled()

  await choose('Parent ID', 'None (top level)')
  await waitFor(() => expect(button('Create')).toBeEnabled())
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  await user.click(button('Create'))
  await waitFor(() => expect(requests.map(({ body }) => body)).toMatchObject([{ parentID: 0 }]))
})

test('STORF-09 the server searches for parents, and one that cannot hold the type is disabled', async () => {
  const requests = serverAnswers(storageApi.search, { storages: [rack, aStorage()], totalStorages: 101 })
  const { user, choose } = await open('/storage/create')
  await choose('Type', 'Box')
  await user.type(screen.getByRole('combobox', { name: 'Parent ID' }), 'ra')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ query: 'ra', pageSize: '100' }))
  expect(await screen.findByText('A Box cannot hold a Box')).toBeVisible()
  expect(screen.getByTitle('Box 03')).toHaveClass('ant-select-item-option-disabled')
})

test('the preview shows the labels of the cells', async () => {
  const { user } = await open('/storage/create')
  expect(screen.getByText(/1 × 1: 1 cell/)).toHaveTextContent(/1 cell, A1$/)
  await user.clear(field('Rows'))
  await user.type(field('Rows'), '8')
  await user.clear(field('Columns'))
  await user.type(field('Columns'), '12')
  await user.clear(field('Row Prefix'))
  await user.type(field('Row Prefix'), 'A')
  await user.clear(field('Column Prefix'))
  await user.type(field('Column Prefix'), '1')
  const preview = within(screen.getByRole('table', { name: 'The first corner' }))
  expect(preview.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(screen.getByText(/8 × 12: 96 cells/)).toHaveTextContent('A1 to H12')
  await user.clear(field('Row Prefix'))
  await user.type(field('Row Prefix'), '?')
  expect(await screen.findByText('These prefixes give no valid axes.')).toBeVisible()
})

const edited: Partial<Storage> = { parentID: 2, parentAlias: 'Rack A', position: 'A1', version: 4 }

test('STORF-02 STORF-07 the edit form begins with what is saved, sends the version, and returns to the list', async () => {
  serverHas([
    { storage: aStorage(edited), occupancy: [] },
    { storage: rack, occupancy: [] },
  ])
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(edited) })
  const { user, place } = await open('/storage/3/edit')
  expect(field('Alias')).toHaveValue('Box 03')
  await user.type(field('Alias'), 'b')
  await user.click(button('Save'))
  await waitFor(() => expect(place()).toBe('/storage'))
  expect(requests[0]?.body).toEqual({
    id: 3,
    version: 4,
    alias: 'Box 03b',
    type: 'BOX',
    numberRows: 10,
    numberColumns: 10,
    rowPrefix: '1',
    columnPrefix: 'A',
    nominalTemperatureC: null,
  })
})

test('design: a stale save shows who changed what and when; the newest version is loaded and unsaved input stays', async () => {
  serverHas([
    { storage: aStorage(edited), occupancy: [] },
    { storage: rack, occupancy: [] },
  ])
  const message = 'Not saved: Bo Chen changed numberRows of Box 03.'
  const changes = [{ field: 'numberRows', personName: 'Bo Chen', changedAt: new Date().toISOString() }]
  serverRefuses(storageApi.update, 409, { code: 'version-stale', message, changes })
  const { user, place } = await open('/storage/3/edit')
  await user.type(field('Alias'), 'b')
  await user.click(button('Save'))
  expect(
    await within(screen.getByRole('main')).findByText(/^Rows was changed by Bo Chen at \d\d:\d\d\.$/),
  ).toBeVisible()

  serverHas([
    { storage: aStorage({ ...edited, numberRows: 12, version: 5 }), occupancy: [] },
    { storage: rack, occupancy: [] },
  ])
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(edited) })
  await user.click(button('Load newest version'))
  await waitFor(() => expect(field('Rows')).toHaveValue('12'))
  expect(field('Alias')).toHaveValue('Box 03b')
  await user.click(button('Save'))
  await waitFor(() => expect(place()).toBe('/storage'))
  expect(requests[0]?.body).toMatchObject({ version: 5, alias: 'Box 03b', numberRows: 12 })
})

test('the first free cell is offered in another parent only; back in its own, a storage has its own cell', async () => {
  const own = { position: 'B2', rowCoordinate: 2, columnCoordinate: 2 }
  const box = aStorage({ ...edited, ...own })
  serverHas([
    { storage: box, occupancy: [] },
    { storage: rack, occupancy: [aStoredBox(own)] },
    { storage: rackB, occupancy: [] },
  ])
  serverAnswers(storageApi.search, { storages: [rack, rackB], totalStorages: 2 })
  const requests = serverAnswers(storageApi.update, { success: true, storage: box })
  const { user, choose } = await open('/storage/3/edit')
  const cell = () => screen.getByRole('combobox', { name: 'Cell' })
  const chosenCell = () => cell().closest('.ant-select')
  await waitFor(() => expect(chosenCell()).toHaveTextContent('B2'))
  await user.click(cell())
  expect(await screen.findByTitle('A1')).toBeVisible()
  expect(screen.queryByTitle(/^First free cell/)).not.toBeInTheDocument()

  await choose('Parent ID', 'Rack B')
  await waitFor(() => expect(chosenCell()).toHaveTextContent('First free cell: A1'))
  await choose('Parent ID', 'Rack A')
  await waitFor(() => expect(chosenCell()).toHaveTextContent(/^B2$/))
  await user.type(field('Alias'), 'b')
  await user.click(button('Save'))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ alias: 'Box 03b' }))
  expect(requests[0]?.body).not.toHaveProperty('parentID')
})

const rackB = aStorage({ id: 4, alias: 'Rack B', type: 'RACK', numberRows: 2, numberColumns: 2 })
const movedToRackB: Partial<Storage> = { parentID: 4, parentAlias: 'Rack B', position: 'B2', version: 5 }
const movedInRackA: Partial<Storage> = { ...edited, position: 'B2', version: 5 }

const serverHasBox = (box: Partial<Storage>) =>
  serverHas([aStorage(box), rack, rackB].map((storage) => ({ storage, occupancy: [] })))

/** Opens the form of the box in A1 of Rack A; the server refuses to save it as another person has changed it. */
async function openStaleBox() {
  serverHasBox(edited)
  serverAnswers(storageApi.search, { storages: [rack, rackB], totalStorages: 2 })
  serverRefuses(storageApi.update, 409, { code: 'version-stale', message: 'Bo Chen changed Cell.' })
  return open('/storage/3/edit')
}

test.each([
  [
    'a cell',
    { Cell: 'B1' },
    movedToRackB,
    'Rack B, B2',
    { rowCoordinate: 1, columnCoordinate: 2, parentID: 2 },
  ],
  [
    'the cell of the same label in another parent',
    { 'Parent ID': 'Rack B', Cell: 'A1' },
    movedInRackA,
    'Rack A, B2',
    { rowCoordinate: 1, columnCoordinate: 1, parentID: 4 },
  ],
])(
  '%s that was chosen is not mixed with the place that another person has saved',
  async (_, choices, moved, saved, body) => {
    const { user, place, choose } = await openStaleBox()
    for (const [name, title] of Object.entries(choices)) await choose(name, title)
    await user.click(button('Save'))
    await screen.findByRole('button', { name: 'Load newest version' })

    serverHasBox(moved)
    const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage(moved) })
    await user.click(button('Load newest version'))
    expect(await screen.findByText(`Now saved: ${saved}`)).toBeVisible()
    await user.click(button('Save'))
    await waitFor(() => expect(place()).toBe('/storage'))
    expect(requests[0]?.body).toMatchObject({ version: 5, ...body })
  },
)

test('a cell of an unsaved change is restored with its parent after another person has moved the storage', async () => {
  const { choose } = await openStaleBox()
  await choose('Cell', 'B1')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))

  cleanup()
  serverHasBox(movedToRackB)
  await open('/storage/3/edit')
  expect(screen.getByText('Your unsaved input was restored')).toBeVisible()
  expect(await screen.findByText('Now saved: Rack B, B2')).toBeVisible()
  const chosen = (name: string) => screen.getByRole('combobox', { name }).closest('.ant-select')
  await waitFor(() => expect(chosen('Parent ID')).toHaveTextContent('Rack A'))
  expect(chosen('Cell')).toHaveTextContent('B1')
})

const smallRack = { ...rack, numberRows: 1, numberColumns: 2 }
const chooseAnother = 'B2 is not a cell of Rack A any more. Choose another.'

/** Another person makes the rack smaller, and the server tells the open page. */
async function shrinkRack(streams: ReturnType<typeof serverStreams>['streams'], others: Storage[] = []) {
  const reads = serverHas([smallRack, ...others].map((storage) => ({ storage, occupancy: [] })))
  streams.at(-1)?.say('data: {"storages":[2]}\n\n')
  await waitFor(() => expect(reads.length).toBeGreaterThan(0))
}

test('a chosen cell that the parent has no more is not exchanged for the first free one', async () => {
  const { streams } = serverStreams()
  const requests = serverAnswers(storageApi.add, { success: true, storage: aStorage() })
  const { user, choose } = await open('/storage/create?parentId=2')
  await waitFor(() => expect(streams).toHaveLength(1))
  await user.type(field('Alias'), 'Box 9')
  await choose('Type', 'Box')
  await choose('Cell', 'B2')
  await waitFor(() => expect(button('Create')).toBeEnabled())

  await shrinkRack(streams)
  expect(await screen.findByText(chooseAnother)).toBeVisible()
  expect(button('Create')).toBeDisabled()
  await user.type(field('Alias'), '{Enter}')
  expect(requests).toHaveLength(0)

  await choose('Cell', 'B1')
  await waitFor(() => expect(button('Create')).toBeEnabled())
  expect(screen.queryByText(chooseAnother)).not.toBeInTheDocument()
  await user.click(button('Create'))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ rowCoordinate: 1, columnCoordinate: 2 }))
})

test('an edited storage whose new cell is gone is not saved as if it had moved; its own cell hinders nothing', async () => {
  const { streams } = serverStreams()
  const box = aStorage({ ...edited, position: 'B2' })
  serverHas([box, rack].map((storage) => ({ storage, occupancy: [] })))
  const requests = serverAnswers(storageApi.update, { success: true, storage: box })
  const { choose } = await open('/storage/3/edit')
  await waitFor(() => expect(streams).toHaveLength(1))
  await choose('Cell', 'A2')
  await shrinkRack(streams, [box])
  expect(await screen.findByText(chooseAnother.replace('B2', 'A2'))).toBeVisible()
  expect(button('Save')).toBeDisabled()

  cleanup()
  sessionStorage.clear()
  const { user } = await open('/storage/3/edit')
  await user.type(field('Alias'), 'b')
  await waitFor(() => expect(button('Save')).toBeEnabled())
  expect(screen.queryByText(chooseAnother)).not.toBeInTheDocument()
  await user.click(button('Save'))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ alias: 'Box 03b' }))
  expect(requests[0]?.body).not.toHaveProperty('parentID')
})

test("the server's sentence about a field stands at the field", async () => {
  const message = 'must be at most 200 characters long'
  serverRefuses(storageApi.add, 400, { code: 'request-invalid', message, field: 'alias' })
  const { user, choose } = await open('/storage/create')
  await user.type(field('Alias'), 'Box')
  await choose('Type', 'Box')
  await choose('Parent ID', 'None (top level)')
  await waitFor(() => expect(button('Create')).toBeEnabled())
  await user.click(button('Create'))
  expect(await within(screen.getByRole('main')).findByText(message)).toBeVisible()
})

test('leaving a new storage with unsaved input asks first, and a reload restores it', async () => {
  const { user, place } = await open('/storage/create')
  await user.type(field('Alias'), 'Box 9')
  await user.click(screen.getByText('Samples'))
  await waitFor(() => expect(screen.getByText('Leave without saving?')).toBeVisible())
  await user.click(screen.getByText('Stay'))
  expect(place()).toBe('/storage/create')

  cleanup()
  await open('/storage/create')
  expect(field('Alias')).toHaveValue('Box 9')
  await userEvent.setup().click(screen.getByText('Cancel'))
  cleanup()
  await open('/storage/create')
  expect(field('Alias')).toHaveValue('')
})

test('unsaved changes of a storage are restored after a reload, and Cancel removes them', async () => {
  const box = aStorage({ parentID: 2, parentAlias: 'Rack A', position: 'A1' })
  serverHas([box, rack].map((storage) => ({ storage, occupancy: [] })))
  const { user } = await open('/storage/3/edit')
  await user.type(field('Alias'), 'b')
  await user.clear(field('Rows'))
  await user.type(field('Rows'), '12')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))

  cleanup()
  await open('/storage/3/edit')
  expect(screen.getByText('Your unsaved input was restored')).toBeVisible()
  expect(field('Alias')).toHaveValue('Box 03b')
  expect(field('Rows')).toHaveValue('12')
  await userEvent.setup().click(screen.getByText('Cancel'))
  expect(sessionStorage).toHaveLength(0)
})

test('the form of a storage without changes is left without asking', async () => {
  const box = aStorage({ parentID: 2, parentAlias: 'Rack A', position: 'A1' })
  serverHas([box, rack].map((storage) => ({ storage, occupancy: [] })))
  const { user, place } = await open('/storage/3/edit')
  await user.click(screen.getByText('Receive'))
  await waitFor(() => expect(place()).toBe('/receive'))
})

test('a storage that was deleted cannot be saved, and unsaved input stays', async () => {
  serverHas([{ storage: aStorage(), occupancy: [] }])
  serverRefuses(storageApi.update, 404, { code: 'storage-not-found', message: 'Storage not found' })
  const { user } = await open('/storage/3/edit')
  await user.type(field('Alias'), 'b')
  await waitFor(() => expect(button('Save')).toBeEnabled())
  await user.click(button('Save'))
  expect(await screen.findByText('Box 03 has been deleted')).toBeVisible()
  expect(button('Save')).toBeDisabled()
  expect(field('Alias')).toHaveValue('Box 03b')
})
