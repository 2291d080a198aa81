import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { aStorage } from '../../../../test/storage-records.ts'

const rack: Partial<Storage> = { id: 2, alias: 'Rack A', type: 'RACK' }
const boxes = [11, 12, 13, 14, 15].map((id) => aStorage({ id, alias: `Box ${id}`, occupied: 0 }))
const own = aStorage({ id: 2, alias: 'Rack A', type: 'RACK' })

const serverLists = (storages = boxes) => serverAnswers(storageApi.orphans, { storages, totalStorages: 7 })

async function open() {
  const { user } = await openGrid(rack)
  await user.click(cell('B2, empty'))
  await user.click(await screen.findByRole('button', { name: /^Associate Existing/ }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

const submit = () => screen.getByRole('button', { name: 'Associate Selected Storage' })

test('GRID-14 asks for the storages that fit here and have no parent, five per page', async () => {
  const requests = serverLists()
  const { user, dialog } = await open()
  await dialog.findByText('Box 11')
  expect(requests[0]?.query).toEqual({ forStorage: '2', pageNumber: '0', pageSize: '5' })
  await user.click(dialog.getByTitle('2'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ pageNumber: '1', pageSize: '5' }))
})

test('GRID-15 GRID-17 a storage is chosen by its radio button and put into the cell', async () => {
  serverLists()
  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage() })
  const { user, dialog } = await open()
  expect(submit()).toBeDisabled()
  await user.click(await dialog.findByRole('radio', { name: 'Box 12' }))
  await user.click(dialog.getByRole('radio', { name: 'Box 13' }))
  expect(dialog.getByRole('radio', { name: 'Box 12' })).not.toBeChecked()
  await user.click(submit())

  expect(await screen.findByText('Box 13 is now in Rack A, B2')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    id: 13,
    parentID: 2,
    rowCoordinate: 2,
    columnCoordinate: 2,
    version: aStorage().version,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a storage that another person has changed since it was chosen can be put into the cell after the refusal', async () => {
  serverLists()
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: 'Box 13' }))
  serverLists(boxes.map((box) => ({ ...box, alias: `${box.alias} new`, version: 2 })))
  const refused = serverRefuses(storageApi.update, 409, { code: 'version-stale', message: 'Changed.' })
  await user.click(submit())
  expect(await dialog.findByRole('radio', { name: 'Box 13 new' })).toBeChecked()
  expect(refused[0]?.body).toMatchObject({ version: 1 })

  const requests = serverAnswers(storageApi.update, { success: true, storage: aStorage() })
  await user.click(submit())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ version: 2 }))
})

test('GRID-16 searches by name and filters by type', async () => {
  const requests = serverLists()
  const { user, dialog } = await open()
  await user.type(dialog.getByPlaceholderText('Search by name'), 'Box')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ query: 'Box' }))
  await user.click(dialog.getByRole('combobox', { name: 'Type' }))
  const types = await screen.findAllByTitle(/^(Rack|Box|Freezer|Shelf|Drawer)$/)
  expect(types.map(({ title }) => title)).toEqual(['Rack', 'Box'])
  await user.click(types[1] as HTMLElement)
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ query: 'Box', type: 'BOX' }))
})

test('the storage of the cell itself cannot be chosen', async () => {
  serverLists([own, ...boxes.slice(1)])
  const { dialog } = await open()
  expect(await dialog.findByRole('radio', { name: 'Rack A' })).toBeDisabled()
})

test.each([
  [
    'ERR-65',
    409,
    { code: 'cell-taken' as const, message: 'B2 of Rack A holds Box 9.' },
    ': B2 of Rack A holds Box 9.',
  ],
  ['ERR-59', 500, undefined, ''],
])('%s shows why the storage was not placed', async (_, status, reply, rest) => {
  serverLists()
  serverRefuses(storageApi.update, status, reply)
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: 'Box 12' }))
  await user.click(submit())
  expect(await screen.findByText(`Failed to associate storage${rest}`)).toBeVisible()
})

test('ERR-51 ERR-71 design: a list that cannot be loaded shows the reason, and demo data that cannot be chosen', async () => {
  serverRefuses(storageApi.orphans, 400, { code: 'request-invalid', message: 'query is too long' })
  const { user, dialog } = await open()
  expect(await dialog.findByText('Failed to fetch orphan storage')).toBeVisible()
  expect(dialog.getByText('query is too long')).toBeVisible()
  const demo = within(dialog.getByRole('list', { name: 'Demo data, cannot be chosen' }))
  for (const item of demo.getAllByRole('listitem')) expect(item).toHaveTextContent('Demo data')
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
  expect(submit()).toBeDisabled()

  serverLists()
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('radio', { name: 'Box 11' })).toBeEnabled()
  expect(dialog.queryByText('Demo data')).not.toBeInTheDocument()
})
