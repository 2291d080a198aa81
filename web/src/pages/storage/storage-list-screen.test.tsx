import { deletionsApi } from '@lims/contract/deletions.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { setWidth } from '../../../test/width.ts'

const box = aStorage({ parentID: 2, parentAlias: 'Rack A', position: 'B4' })
const freezer = aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER', capacity: 4, occupied: 1 })

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.usage, { usage: [{ id: 1, tubes: 33, tubePlaces: 100 }] })
})

async function rowOf(alias: string) {
  return within((await screen.findByRole('link', { name: alias })).closest('tr') as HTMLElement)
}

test('STOR-03 STOR-05 lists name, type, parent, occupancy and actions', async () => {
  serverAnswers(storageApi.search, { storages: [box, freezer], totalStorages: 2 })
  openAddress('/storage')
  const row = await rowOf('Box 03')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Type',
    'Parent',
    'Tube places in use',
    'Actions',
  ])
  expect(row.getByText('Box')).toBeVisible()
  expect(row.getByRole('link', { name: 'Rack A' })).toHaveAttribute('href', '/storage/2/enhanced')
  expect(row.getByText('60 of 100')).toBeVisible()
  expect(row.getByRole('link', { name: 'Box 03' })).toHaveAttribute('href', '/storage/3/enhanced')
  expect(row.getByRole('link', { name: 'Edit Box 03' })).toHaveAttribute('href', '/storage/3/edit')
  expect(row.getByRole('link', { name: 'Enhanced View of Box 03' })).toHaveAttribute(
    'href',
    '/storage/3/enhanced',
  )
  expect((await rowOf('Freezer 1')).getByText('Top level')).toBeVisible()
})

test('boxes of one name differ by the storages around them, on a phone and in the question before one is deleted', async () => {
  setWidth(390)
  serverAnswers(storageApi.search, {
    storages: [box, { ...box, id: 9, parentPath: 'Freezer 2 › Rack A' }],
    totalStorages: 2,
  })
  const { user } = openAddress('/storage')
  expect(await screen.findByText('Box in Rack A, B4')).toBeVisible()
  const other = screen.getByText('Box in Freezer 2 › Rack A, B4').closest('tr') as HTMLElement
  await user.click(within(other).getByRole('button', { name: 'Delete Box 03' }))
  expect(await screen.findByText('Box 03 in Freezer 2 › Rack A, B4')).toBeVisible()
})

test('STOR-01 STOR-02 searches by name after a pause in typing', async () => {
  const requests = serverAnswers(storageApi.search, { storages: [box], totalStorages: 30 })
  const { user, place } = openAddress('/storage?page=3&sort=-alias')
  await screen.findByText('Box 03')
  expect(requests[0]?.query).toEqual({ pageNumber: '2', pageSize: '10', sort: '-alias' })

  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'Box')

  await waitFor(() => expect(place()).toBe('/storage?sort=-alias&query=Box'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.query).toEqual({ pageNumber: '0', pageSize: '10', query: 'Box', sort: '-alias' })
})

test('STOR-04 sorts by name, first ascending, then descending', async () => {
  const requests = serverAnswers(storageApi.search, { storages: [box], totalStorages: 30 })
  const { user, place } = openAddress('/storage?page=2')
  await screen.findByText('Box 03')
  expect(requests[0]?.query.sort).toBe('alias')
  const head = screen.getByRole('columnheader', { name: 'Name' })
  expect(head).toHaveAttribute('aria-sort', 'ascending')
  for (const sort of ['-alias', 'alias']) {
    // A table that is loading takes no clicks.
    await untilReplied()
    await user.click(head)
    await waitFor(() => expect(place()).toBe(`/storage?page=1&sort=${sort}`))
  }
})

test('STOR-07 the list is fetched again each time the page is opened', async () => {
  const requests = serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  const { router } = openAddress('/storage')
  await screen.findByText('Box 03')
  await router.navigate({ to: '/batches/create' })
  await screen.findByRole('heading', { name: 'Create Batch' })
  await router.navigate({ to: '/storage' })
  await screen.findByText('Box 03')
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('STOR-06 asks before it deletes, and No deletes nothing', async () => {
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  const requests = serverAnswers(storageApi.delete, { success: true, deletionId: crypto.randomUUID() })
  const { user } = openAddress('/storage')
  await user.click((await rowOf('Box 03')).getByRole('button', { name: 'Delete Box 03' }))
  const name = 'Are you sure you want to delete this storage? This action cannot be undone.'
  const question = within(await screen.findByRole('dialog', { name }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(requests).toHaveLength(0)
})

test('STOR-06 design: a deleted storage can be restored from the notice', async () => {
  const deletionId = crypto.randomUUID()
  const listed = serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  const deleted = serverAnswers(storageApi.delete, { success: true, deletionId })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 0 })
  const { user } = openAddress('/storage')
  await user.click((await rowOf('Box 03')).getByRole('button', { name: 'Delete Box 03' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Box 03 deleted')).toBeVisible()
  expect(deleted[0]?.query).toEqual({ id: '3' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Box 03 is back')).toBeVisible()
  expect(undone[0]?.body).toEqual({ deletionId })
  await waitFor(() => expect(listed).toHaveLength(3))
})

test('a storage that is not empty is not deleted, and the reason is shown', async () => {
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  const message = 'Box 03 holds 60 samples. Empty it before you delete it.'
  serverRefuses(storageApi.delete, 409, { code: 'storage-not-empty', message })
  const { user } = openAddress('/storage')
  await user.click((await rowOf('Box 03')).getByRole('button', { name: 'Delete Box 03' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(message)).toBeVisible()
})

test('an empty list offers to create a storage, and a search without a match offers to clear it', async () => {
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  const { user, place } = openAddress('/storage')
  expect(await screen.findByRole('link', { name: 'Create a freezer' })).toHaveAttribute(
    'href',
    '/storage/create',
  )
  await user.type(screen.getByRole('searchbox'), 'x{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Show all storages' }))
  await waitFor(() => expect(place()).toBe('/storage?view=list'))
})

test('a list that cannot be loaded shows the reason, and Retry loads it again', async () => {
  serverRefuses(storageApi.search, 400, { code: 'request-invalid', message: 'query is too long' })
  const { user } = openAddress('/storage')
  expect(await screen.findByText('query is too long')).toBeVisible()
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Box 03')).toBeVisible()
})

test('E11 a freezer shows the tube places in use, as on the dashboard, and a box its own cells', async () => {
  const shelf = aStorage({ id: 5, alias: 'Shelf 1', type: 'SHELF', capacity: 4, occupied: 0 })
  const usage = serverAnswers(storageApi.usage, {
    usage: [
      { id: 1, tubes: 33, tubePlaces: 100 },
      { id: 5, tubes: 0, tubePlaces: 0 },
    ],
  })
  serverAnswers(storageApi.search, { storages: [box, freezer, shelf], totalStorages: 3 })
  openAddress('/storage')
  expect(await (await rowOf('Freezer 1')).findByText('33 of 100')).toBeVisible()
  expect((await rowOf('Freezer 1')).getByText('33 %')).toBeVisible()
  expect((await rowOf('Shelf 1')).getByText('No boxes yet')).toBeVisible()
  expect((await rowOf('Box 03')).getByText('60 of 100')).toBeVisible()
  expect(usage.map(({ query }) => query.storageIds)).toEqual(['1,5'])
})
