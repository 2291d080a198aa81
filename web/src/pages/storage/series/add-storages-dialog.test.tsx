import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { untilReplied } from '../../../../test/open-requests.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { serverHas } from '../../../../test/open-storage.ts'
import { reloadTab } from '../../../../test/reload-tab.ts'
import { roleIs } from '../../../../test/roles.ts'
import { keysOf, server, serverAnswers, serverLosesReplies, serverRefuses } from '../../../../test/server.ts'
import { aStorage, aStoredBox } from '../../../../test/storage-records.ts'
import './add-storages-dialog.tsx'
import { AddStoragesButton } from './creation-buttons.tsx'

const rack = aStorage({ id: 2, alias: 'Rack 3', type: 'RACK', numberRows: 3, numberColumns: 4 })
const created = {
  success: true as const,
  count: 3,
  undo: { storageIds: [11, 12, 13] },
  storages: [11, 12, 13].map((id) => ({ id, alias: `Box ${id - 9}`, position: 'A1' })),
}

beforeEach(() => {
  serverAnswers(storageApi.search, { storages: [rack], totalStorages: 1 })
  serverAnswers(storageApi.orphans, { storages: [], totalStorages: 0 })
})

async function openDialog(parentId = rack.id, occupancy: OccupancyEntry[] = [], more: Partial<Storage> = {}) {
  serverHas([{ storage: { ...rack, ...more }, occupancy }])
  const user = openScreen(<AddStoragesButton parentId={parentId} />)
  await user.click(await screen.findByRole('button', { name: 'Add several…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add several storages' }))
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveFocus())
  // It suggests names.
  await untilReplied()
  const choose = async (name: string, title: string) => {
    await user.click(dialog.getByRole('combobox', { name }))
    await user.click(await screen.findByTitle(title))
  }
  const write = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label))
    await user.type(dialog.getByLabelText(label), text)
  }
  return { user, dialog, choose, write }
}

test('boxes of one size go into a rack, with the next free name suggested, and are undone together', async () => {
  const requests = serverAnswers(storageApi.addMany, created)
  const undone = serverAnswers(storageApi.undoAdd, { success: true, count: 3 })
  const box1 = aStoredBox({ contentName: 'Box 1', contentAlias: 'Box 1' })
  const { user, dialog, choose, write } = await openDialog(rack.id, [box1])
  expect(dialog.getByText('Choose a type to see what will be created, and where.')).toBeVisible()
  await choose('Type', 'Box')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Box 2'))
  await write('How many', '3')
  expect(await dialog.findByText('Box 2 … Box 4, in A1 … D1 of Rack 3')).toBeVisible()
  await write('Rows', '9')
  await write('Columns', '9')
  await user.click(dialog.getByRole('button', { name: 'Create 3 boxes' }))

  expect(await screen.findByText('3 boxes created')).toBeVisible()
  expect(screen.getByText('Box 2, Box 3, Box 4')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    type: 'BOX',
    parentID: 2,
    aliases: ['Box 2', 'Box 3', 'Box 4'],
    nominalTemperatureC: null,
    numberRows: 9,
    numberColumns: 9,
    rowPrefix: '1',
    columnPrefix: 'A',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('3 storages removed')).toBeVisible()
  expect(undone[0]?.body).toEqual({ storageIds: [11, 12, 13] })
})

test('the first name goes on from the last storage of the type, if that can be counted on', async () => {
  const [rackA, box, spare] = [
    aStoredBox({ contentName: 'Rack A', storage: { type: 'RACK', capacity: 9, occupied: 0 } }),
    aStoredBox({ contentName: 'Lund 08', rowCoordinate: 2 }),
    aStoredBox({
      contentName: 'Spare',
      rowCoordinate: 3,
      storage: { type: 'RACK', capacity: 9, occupied: 0 },
    }),
  ]
  const { dialog, choose } = await openDialog(rack.id, [rackA, box, spare])
  await choose('Type', 'Box')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Lund 09'))
  await choose('Type', 'Rack')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Rack 1'))
})

test('after Rack Z and Rack AA the names go on with Rack AB', async () => {
  const requests = serverAnswers(storageApi.addMany, created)
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA']
  const racks = letters.map((letter, index) =>
    aStoredBox({
      contentName: `Rack ${letter}`,
      rowCoordinate: Math.floor(index / 4) + 1,
      columnCoordinate: (index % 4) + 1,
      storage: { type: 'RACK', capacity: 9, occupied: 0 },
    }),
  )
  const { user, dialog, choose, write } = await openDialog(rack.id, racks, { numberRows: 9 })
  await choose('Type', 'Rack')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Rack AB'))
  await write('How many', '2')
  expect(await dialog.findByText('Rack AB and Rack AC, in D7 and A8 of Rack 3')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create 2 racks' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ aliases: ['Rack AB', 'Rack AC'] }))
})

test('only the types that the parent may hold are offered; at the top level all of them', async () => {
  const { user, dialog, choose } = await openDialog()
  const typesOf = async () => {
    await user.click(dialog.getByRole('combobox', { name: 'Type' }))
    const found = await screen.findAllByTitle(/^(Freezer|Shelf|Drawer|Rack|Box)$/)
    await user.keyboard('{Escape}')
    return found.map(({ title }) => title)
  }
  await waitFor(async () => expect(await typesOf()).toEqual(['Rack', 'Box']))
  await choose('In', 'None (top level)')
  await waitFor(async () => expect(await typesOf()).toEqual(['Freezer', 'Shelf', 'Drawer', 'Rack', 'Box']))
})

test('what is in the way is said before anything is sent, and goes away', async () => {
  const requests = serverAnswers(storageApi.addMany, created)
  const { user, dialog, choose, write } = await openDialog(rack.id, [aStoredBox()])
  await choose('Type', 'Box')
  await write('How many', '12')
  expect(await dialog.findByText('Only 11 cells of Rack 3 are free.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Create 12 boxes' })).toBeDisabled()
  await user.type(dialog.getByLabelText('How many'), '{Enter}')
  await write('How many', '2')
  await write('First name', 'Box 03')
  expect(await dialog.findByText('Rack 3 already holds Box 03.')).toBeVisible()
  expect(requests).toEqual([])
  await write('First name', 'Box 04')
  expect(await dialog.findByText('Box 04 and Box 05, in A1 and C1 of Rack 3')).toBeVisible()
  await write('How many', '501')
  expect(await dialog.findByText('must be a whole number from 1 to 500')).toBeVisible()
  expect(dialog.getByRole('status')).toHaveTextContent('Enter a name, and how many.')
})

test('the type has the focus; after it Tab and Enter create freezers at the top level', async () => {
  const requests = serverAnswers(storageApi.addMany, created)
  const { user, dialog, choose } = await openDialog(0)
  await choose('Type', 'Freezer')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Freezer 1'))
  await user.keyboard('{Tab}2{Tab}')
  expect(dialog.getByLabelText('First name')).toHaveFocus()
  expect(await dialog.findByText('Freezer 1 and Freezer 2, at the top level')).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({
      parentID: 0,
      type: 'FREEZER',
      aliases: ['Freezer 1', 'Freezer 2'],
    }),
  )
})

test("the server's refusal is shown, and the dialog stays open with what was entered", async () => {
  const message = 'Rack 3 has only 1 free cell for 5 storages. Nothing was created.'
  serverRefuses(storageApi.addMany, 409, { code: 'storage-full', message })
  const { user, dialog, choose } = await openDialog()
  await choose('Type', 'Box')
  await user.click(await dialog.findByRole('button', { name: 'Create 5 boxes' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(dialog.getByLabelText('First name')).toHaveValue('Box 1')
})

test('after a lost reply, Create tries again; once the dialog is closed, the same storages are new ones', async () => {
  const { user, dialog, choose } = await openDialog()
  const lost = serverLosesReplies(storageApi.addMany)
  await choose('Type', 'Box')
  for (const times of [1, 2]) {
    await user.click(await dialog.findByRole('button', { name: 'Create 5 boxes' }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  await dialog.findByRole('button', { name: 'Create 5 boxes' })
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const answered = serverAnswers(storageApi.addMany, created)
  await user.click(screen.getByRole('button', { name: 'Add several…' }))
  const again = within(await screen.findByRole('dialog'))
  await user.click(await again.findByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByTitle('Box'))
  await user.click(await again.findByRole('button', { name: 'Create 5 boxes' }))
  await waitFor(() => expect(answered).toHaveLength(1))
  expect(answered[0]?.body).toEqual(lost[0]?.body)
  expect(keysOf(lost)[1]).toBe(keysOf(lost)[0])
  expect(keysOf(answered)).not.toContain(keysOf(lost)[0])
})

test('people who may not edit storages do not see the button', async () => {
  const requests = roleIs('bench')
  openScreen(
    <>
      <p>Page</p>
      <AddStoragesButton parentId={0} />
    </>,
  )
  await screen.findByText('Page')
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add several…' })).toBeNull())
})

test('a creation of storages whose reply was lost may have been saved, which its restored dialog says', async () => {
  server.use(http.post(`*/api${storageApi.addMany.path}`, () => HttpResponse.error()))
  const { user, dialog, choose } = await openDialog()
  await choose('Type', 'Box')
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Box 1'))
  await user.click(dialog.getByRole('button', { name: 'Create 5 boxes' }))
  await screen.findByText('It is not known whether this was done')
  reloadTab()

  const again = await openDialog()
  expect(
    await again.dialog.findByText('It may have been saved already', { exact: false }),
  ).toBeInTheDocument()
})
