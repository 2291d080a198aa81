import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import type { StoragesInside } from '@lims/contract/storage-series.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { untilReplied } from '../../../../test/open-requests.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { serverHas } from '../../../../test/open-storage.ts'
import { roleIs } from '../../../../test/roles.ts'
import { keysOf, serverAnswers, serverLosesReplies } from '../../../../test/server.ts'
import { aStorage, aStoredBox } from '../../../../test/storage-records.ts'
import './copy-storage-dialog.tsx'
import { CopyStorageButton } from './creation-buttons.tsx'

const freezer = aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER', numberRows: 4, numberColumns: 1 })
const shelf = aStorage({ id: 2, alias: 'Shelf 1', type: 'SHELF', parentID: 1, parentAlias: 'Freezer 1' })
const shelves = ['Shelf 1', 'Shelf 2'].map((contentName, index) =>
  aStoredBox({ contentName, contentId: `${index + 2}`, rowCoordinate: index + 1, columnCoordinate: 1 }),
)
const inside: StoragesInside[] = [
  { type: 'RACK', count: 4 },
  { type: 'BOX', count: 20 },
]
const copied = {
  success: true as const,
  count: 50,
  undo: { storageIds: [11, 12, 13] },
  storages: [
    { id: 11, alias: 'Shelf 3', position: 'A3' },
    { id: 12, alias: 'Shelf 4', position: 'A4' },
  ],
}

beforeEach(() => {
  serverAnswers(storageApi.search, { storages: [freezer, aStorage()], totalStorages: 2 })
  serverHas([
    { storage: freezer, occupancy: shelves },
    { storage: aStorage(), occupancy: [] },
  ])
})

async function openDialog(storage: Storage = shelf, contents = inside) {
  serverAnswers(storageApi.inside, { inside: contents })
  const user = openScreen(<CopyStorageButton storage={storage} />)
  await user.click(await screen.findByRole('button', { name: 'Copy…' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Copy ${storage.alias}` }))
  await waitFor(() => expect(dialog.getByLabelText('How many')).toHaveFocus())
  // It suggests names.
  await untilReplied()
  const write = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label))
    await user.type(dialog.getByLabelText(label), text)
  }
  return { user, dialog, write }
}

test('a shelf is copied with its racks and boxes beside itself, and the copies are undone together', async () => {
  const requests = serverAnswers(storageApi.copy, copied)
  const undone = serverAnswers(storageApi.undoAdd, { success: true, count: 50 })
  const { user, dialog, write } = await openDialog()
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveValue('Shelf 3'))
  expect(await dialog.findByText('1 shelf with 4 racks and 20 boxes')).toBeVisible()
  await write('How many', '2')
  expect(await dialog.findByText('2 shelves with 8 racks and 40 boxes')).toBeVisible()
  expect(dialog.getByText('Shelf 3 and Shelf 4, in A3 and A4 of Freezer 1')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create 2 copies' }))

  expect(await screen.findByText('2 shelves with 8 racks and 40 boxes created')).toBeVisible()
  expect(requests[0]?.body).toEqual({ storageId: 2, aliases: ['Shelf 3', 'Shelf 4'], parentID: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('50 storages removed')).toBeVisible()
  expect(undone[0]?.body).toEqual({ storageIds: [11, 12, 13] })
})

test('after a lost reply, the same copy is a new one once the dialog was closed', async () => {
  const { user, dialog } = await openDialog()
  const lost = serverLosesReplies(storageApi.copy)
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveValue('Shelf 3'))
  await user.click(await dialog.findByRole('button', { name: 'Create copy' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  await dialog.findByRole('button', { name: 'Create copy' })
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const answered = serverAnswers(storageApi.copy, copied)
  await user.click(screen.getByRole('button', { name: 'Copy…' }))
  const again = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(again.getByLabelText('Name')).toHaveValue('Shelf 3'))
  await user.click(again.getByRole('button', { name: 'Create copy' }))
  await waitFor(() => expect(answered).toHaveLength(1))
  expect(answered[0]?.body).toEqual(lost[0]?.body)
  expect(keysOf(answered)).not.toContain(keysOf(lost)[0])
})

test('more copies than free cells, or than can be made at once, are refused before they are sent', async () => {
  const { dialog, write } = await openDialog(shelf, [{ type: 'BOX', count: 2000 }])
  await write('How many', '3')
  expect(
    await dialog.findByText('That makes 6,003 storages: at most 5,000 are created at once.'),
  ).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Create 3 copies' })).toBeDisabled()
})

test('more copies than free cells are refused before they are sent, and fit at the top level', async () => {
  const orphans = serverAnswers(storageApi.orphans, { storages: [], totalStorages: 0 })
  const requests = serverAnswers(storageApi.copy, copied)
  const { user, dialog, write } = await openDialog()
  await write('How many', '3')
  expect(await dialog.findByText('Only 2 cells of Freezer 1 are free.')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'In' }))
  await user.click(await screen.findByTitle('None (top level)'))
  expect(await dialog.findByText('Shelf 2 … Shelf 4, at the top level')).toBeVisible()
  await waitFor(() => expect(orphans[0]?.query).toMatchObject({ query: 'Shelf' }))
  await user.click(dialog.getByRole('button', { name: 'Create 3 copies' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      storageId: 2,
      aliases: ['Shelf 2', 'Shelf 3', 'Shelf 4'],
      parentID: 0,
    }),
  )
})

test('with the keyboard alone: two copies of a freezer', async () => {
  const storages = [freezer, aStorage({ id: 9, alias: 'freezer 2', type: 'FREEZER' })]
  serverAnswers(storageApi.orphans, { storages, totalStorages: 2 })
  const requests = serverAnswers(storageApi.copy, copied)
  const { user, dialog } = await openDialog(freezer, [])
  const name = dialog.getByLabelText('Name')
  await waitFor(() => expect(name).toHaveValue('Freezer 3'))
  expect(dialog.getByLabelText('How many')).toHaveFocus()
  await user.keyboard('2')
  expect(await dialog.findByText('Freezer 3 and Freezer 4, at the top level')).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({ storageId: 1, aliases: ['Freezer 3', 'Freezer 4'], parentID: 0 }),
  )
})

test('a name that a person has written stays when another parent is chosen', async () => {
  serverAnswers(storageApi.orphans, { storages: [], totalStorages: 0 })
  const { user, dialog, write } = await openDialog()
  await write('Name', 'Shelf X')
  await user.click(dialog.getByRole('combobox', { name: 'In' }))
  await user.click(await screen.findByTitle('None (top level)'))
  expect(await dialog.findByText('Shelf X, at the top level')).toBeVisible()
})

test('people who may not edit storages do not see the button', async () => {
  const requests = roleIs('viewer')
  openScreen(<CopyStorageButton storage={shelf} />)
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy…' })).toBeNull())
})
