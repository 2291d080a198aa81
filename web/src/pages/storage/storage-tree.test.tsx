import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'

const freezer = aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER', capacity: 4, occupied: 1 })
const empty = aStorage({ id: 9, alias: 'Freezer 9', type: 'FREEZER', capacity: 4, occupied: 0 })
const place = { rowCoordinate: 1, columnCoordinate: 1 }
const rack = { id: 2, alias: 'Rack A', type: 'RACK', position: 'A1', capacity: 12, occupied: 1 } as const
const box = { id: 3, alias: 'Box 03', type: 'BOX', position: 'B4', capacity: 100, occupied: 60 } as const

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.usage, { usage: [] })
  serverAnswers(storageApi.orphans, { storages: [freezer, empty], totalStorages: 2 })
})

const row = async (alias: string) =>
  within((await screen.findByRole('link', { name: alias })).closest('tr') as HTMLElement)

test('the tree starts at the top level and fetches each level when it is expanded', async () => {
  const requests = serverAnswers(storageApi.children, ({ query }) => ({
    children: query.storageId === '1' ? [{ ...rack, ...place }] : [{ ...box, ...place }],
  }))
  const { user } = openAddress('/storage?view=tree')
  expect(await screen.findByText('2 storages at the top level')).toBeVisible()
  expect(requests).toHaveLength(0)

  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  await user.click((await row('Rack A')).getByRole('button', { name: 'Expand row' }))
  expect((await row('Box 03')).getByText('B4')).toBeVisible()
  expect(requests.map(({ query }) => query.storageId)).toEqual(['1', '2'])

  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Collapse row' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Rack A' })).not.toBeInTheDocument())
})

test('only storages that contain storages can be expanded', async () => {
  serverAnswers(storageApi.children, { children: [{ ...box, ...place }] })
  const { user } = openAddress('/storage?view=tree')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  for (const alias of ['Box 03', 'Freezer 9']) {
    expect((await row(alias)).queryByRole('button', { name: 'Expand row' })).not.toBeInTheDocument()
  }
})

test("ERR-52 shows 'Failed to fetch storage children' if a level cannot be loaded", async () => {
  serverRefuses(storageApi.children, 404)
  const { user } = openAddress('/storage?view=tree')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  expect(await screen.findByText(/^Failed to fetch storage children/)).toBeVisible()
})

test('the switch between list and tree is in the address', async () => {
  serverAnswers(storageApi.search, { storages: [freezer], totalStorages: 1 })
  const { user, place: at } = openAddress('/storage?page=2')
  await user.click(await screen.findByTitle('Tree'))
  await waitFor(() => expect(at()).toBe('/storage?view=tree'))
  expect(await screen.findByText('Freezer 9')).toBeVisible()
})
