import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
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

test('a storage that was expanded, emptied and deleted is fetched no longer', async () => {
  const { streams } = serverStreams()
  const contents = new Map<string | null, object[]>([
    ['1', [{ ...rack, ...place }]],
    ['2', [{ ...box, ...place }]],
  ])
  serverAnswers(storageApi.orphans, () => ({
    storages: [{ ...freezer, occupied: contents.get('1')?.length ?? 0 }, empty],
    totalStorages: 2,
  }))
  const fetched: (string | null)[] = []
  server.use(
    http.get(`*/api${storageApi.children.path}`, ({ request }) => {
      const id = new URL(request.url).searchParams.get('storageId')
      fetched.push(id)
      const children = contents.get(id)
      const gone = { code: 'storage-not-found', message: 'Storage not found' }
      return children ? HttpResponse.json({ children }) : HttpResponse.json(gone, { status: 404 })
    }),
  )
  const { user } = openAddress('/storage?view=tree')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  await user.click((await row('Rack A')).getByRole('button', { name: 'Expand row' }))
  await row('Box 03')
  await waitFor(() => expect(streams).toHaveLength(1))
  const gone = (alias: string) =>
    waitFor(() => expect(screen.queryByRole('link', { name: alias })).not.toBeInTheDocument())

  contents.set('1', [{ ...rack, ...place, occupied: 0 }])
  contents.set('2', [])
  streams.at(-1)?.say('data: {"storages":[1,2,3]}\n\n')
  await gone('Box 03')
  contents.set('1', [])
  contents.delete('2')
  fetched.length = 0
  streams.at(-1)?.say('data: {"storages":[1,2]}\n\n')
  await gone('Rack A')

  expect(fetched).toEqual(['1'])
  expect(screen.queryByText(/Storage not found/)).not.toBeInTheDocument()
})

test('two storages of which each was expanded in the other, before and after a move, are shown as they are now', async () => {
  const { streams } = serverStreams()
  const tower = { id: 4, alias: 'Tower', type: 'RACK', position: 'A1', capacity: 12, occupied: 1 } as const
  let topLevel = [freezer]
  const contents = new Map<string | null, object[]>([
    ['1', [{ ...rack, ...place }]],
    ['2', [{ ...tower, ...place }]],
    ['4', [{ ...box, ...place }]],
  ])
  serverAnswers(storageApi.orphans, () => ({ storages: topLevel, totalStorages: topLevel.length }))
  let hold = Promise.resolve()
  server.use(
    http.get(`*/api${storageApi.children.path}`, async ({ request }) => {
      const id = new URL(request.url).searchParams.get('storageId')
      if (id === '2') await hold
      return HttpResponse.json({ children: contents.get(id) })
    }),
  )
  const { user } = openAddress('/storage?view=tree')
  for (const alias of ['Freezer 1', 'Rack A', 'Tower']) {
    await user.click((await row(alias)).getByRole('button', { name: 'Expand row' }))
  }
  await row('Box 03')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Collapse row' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tower' })).not.toBeInTheDocument())
  await waitFor(() => expect(streams).toHaveLength(1))

  topLevel = [{ ...freezer, occupied: 0 }, aStorage({ ...tower })]
  contents.set('4', [{ ...rack, ...place }])
  contents.set('2', [{ ...box, ...place }])
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  streams.at(-1)?.say('data: {"storages":[1,2,3,4]}\n\n')
  await row('Rack A')
  expect(screen.getAllByRole('link', { name: 'Tower' })).toHaveLength(1)
  release()
  await row('Box 03')
})

test("ERR-52 shows 'Failed to fetch storage children' if a level cannot be loaded", async () => {
  const message = 'The database does not respond'
  serverRefuses(storageApi.children, 503, { code: 'database-unavailable', message })
  const { user } = openAddress('/storage?view=tree')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  expect(await screen.findByText('Failed to fetch storage children')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test('the switch between list and tree is in the address', async () => {
  serverAnswers(storageApi.search, { storages: [freezer], totalStorages: 1 })
  const { user, place: at } = openAddress('/storage?page=2')
  await user.click(await screen.findByTitle('Tree'))
  await waitFor(() => expect(at()).toBe('/storage?view=tree'))
  expect(await screen.findByText('Freezer 9')).toBeVisible()
})

test('a refetch that fails leaves the tree expanded as it is', async () => {
  const { streams } = serverStreams()
  serverAnswers(storageApi.children, { children: [{ ...rack, ...place }] })
  const { user } = openAddress('/storage?view=tree')
  await user.click((await row('Freezer 1')).getByRole('button', { name: 'Expand row' }))
  await row('Rack A')
  await waitFor(() => expect(streams).toHaveLength(1))

  const refused = serverRefuses(storageApi.orphans, 503)
  streams.at(-1)?.say('data: {"storages":[1]}\n\n')
  await waitFor(() => expect(refused).toHaveLength(3))
  const again = serverAnswers(storageApi.orphans, { storages: [freezer, empty], totalStorages: 2 })
  streams.at(-1)?.say('data: {"storages":[1]}\n\n')
  await waitFor(() => expect(again).toHaveLength(1))

  expect(await screen.findByRole('link', { name: 'Freezer 1' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Rack A' })).toBeVisible()
})
