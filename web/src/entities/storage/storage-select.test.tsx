import { storageApi } from '@lims/contract/storage-api.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { StorageSelect } from './storage-select.tsx'

const boxes = [1, 17, 170].map((id) => aStorage({ id, alias: `Box ${String(id).padStart(2, '0')}` }))
const foundBy = (query = '') =>
  boxes.filter(({ id, alias }) => alias.includes(query) || storageCode(id) === query)

async function open({ whyNot }: { whyNot?: () => string } = {}) {
  serverAnswers(storageApi.search, ({ query }) => {
    const storages = foundBy(query.query)
    return { storages, totalStorages: storages.length }
  })
  const choose = vi.fn()
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  openScreen(
    <form onSubmit={submit}>
      <StorageSelect aria-label="Box" onChange={choose} {...(whyNot && { whyNot })} />
    </form>,
  )
  const field = await screen.findByRole('combobox', { name: 'Box' })
  fireEvent.mouseDown(field)
  await screen.findByTitle('Box 01')
  return { field, choose, submit }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (field: HTMLElement, key: string) =>
  fireEvent.keyDown(field, { key, keyCode: { Enter: 13, Tab: 9 }[key] ?? 0 })

test.each([
  ['Box 17', 'Enter'],
  ['STO0000017', 'Enter'],
  ['STO0000017', 'Tab'],
  [']C1STO0000017', 'Enter'],
])('%s with %s before the reply chooses that box once it is found', async (text, key) => {
  const { field, choose } = await open()
  type(field, text)
  press(field, key)
  press(field, key)
  expect(choose).not.toHaveBeenCalled()
  await waitFor(() => expect(choose).toHaveBeenCalledWith(17))
  expect(choose).toHaveBeenCalledOnce()
  await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'))
})

test.each([
  [undefined, 'No storages yet. Create one first.'],
  ['BOX' as const, 'No boxes yet. Create one first.'],
])('VALID-17 a laboratory without storages (%s) differs from a name that none has', async (type, text) => {
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  openScreen(<StorageSelect aria-label="Box" {...(type && { type })} />)
  const field = await screen.findByRole('combobox', { name: 'Box' })
  fireEvent.mouseDown(field)
  expect(await screen.findByText(text)).toBeVisible()
  fireEvent.change(field, { target: { value: 'Box 9' } })
  expect(await screen.findByText('No storage of that name')).toBeVisible()
})

test('a list that could not be loaded says so beside the other choices, and is loaded when it is opened again', async () => {
  serverRefuses(storageApi.search, 503)
  const user = openScreen(<StorageSelect aria-label="Parent" none="None (top level)" />)
  const field = await screen.findByRole('combobox', { name: 'Parent' })
  await user.click(field)
  const failed = 'The storages could not be loaded'
  expect(await screen.findByTitle(failed)).toHaveClass('ant-select-item-option-disabled')
  expect(screen.getByTitle('None (top level)')).toBeVisible()

  serverAnswers(storageApi.search, { storages: boxes, totalStorages: 3 })
  await user.tab()
  await user.click(field)
  expect(await screen.findByTitle('Box 01')).toBeVisible()
  expect(screen.queryByTitle(failed)).toBeNull()
})

test('a text that names no box leaves the choice to the person', async () => {
  const { field, choose } = await open()
  type(field, '17')
  press(field, 'Enter')
  await waitFor(() => expect(screen.queryByTitle('Box 01')).toBeNull())
  expect(screen.getByTitle('Box 170')).toBeVisible()
  expect(choose).not.toHaveBeenCalled()
  press(field, 'Enter')
  expect(choose).toHaveBeenCalledWith(17, expect.anything())
})

test('a box that cannot be chosen is not chosen by its label', async () => {
  const { field, choose } = await open({ whyNot: () => 'full' })
  type(field, 'STO0000017')
  press(field, 'Enter')
  await waitFor(() => expect(screen.queryByTitle('Box 01')).toBeNull())
  expect(await screen.findByTitle('Box 17')).toBeVisible()
  expect(choose).not.toHaveBeenCalled()
})

test('Enter that waits is forgotten with the text it was for', async () => {
  const { field, choose } = await open()
  type(field, 'Box 17')
  press(field, 'Enter')
  type(field, 'Box 170')
  await waitFor(() => expect(screen.queryByTitle('Box 17')).toBeNull())
  expect(screen.getByTitle('Box 170')).toBeVisible()
  expect(choose).not.toHaveBeenCalled()
})

test('boxes of one name are told apart by their paths, and how many more there are is said', async () => {
  const box = { alias: 'Box 1', parentID: 9, parentAlias: 'Rack A', position: 'B2' }
  const storages = Array.from({ length: 100 }, (_, index) =>
    aStorage({ ...box, id: index + 1, parentPath: `Freezer ${index + 1} › Rack A` }),
  )
  const requests = serverAnswers(storageApi.search, ({ query }) =>
    query.query ? { storages: storages.slice(2, 3), totalStorages: 1 } : { storages, totalStorages: 1300 },
  )
  openScreen(<StorageSelect aria-label="Box" />)
  const field = await screen.findByRole('combobox', { name: 'Box' })
  fireEvent.mouseDown(field)
  expect(await screen.findByText(/in Freezer 1 › Rack A, B2/)).toBeVisible()
  expect(screen.getByText(/in Freezer 2 › Rack A, B2/)).toBeVisible()
  expect(screen.getByText(/^1,200 more: type the name, or the path/)).toBeVisible()
  fireEvent.change(field, { target: { value: 'Freezer 3 Box 1' } })
  await waitFor(() => expect(screen.queryByText(/more: type the name/)).toBeNull())
  expect(screen.getByText(/in Freezer 3 › Rack A, B2/)).toBeVisible()
  expect(requests.at(-1)?.query).toMatchObject({ query: 'Freezer 3 Box 1' })
})
