import { freezerWorkApi } from '@lims/contract/freezer-work.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { noFreezerWork, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const work = {
  ...noFreezerWork,
  totalOverdue: 1234,
  moves: [{ id, name: 'Evacuate Freezer 3', boxes: 1200, moved: 4, pickedUp: 1 }],
  pickLists: [{ id, name: 'Shipment', personName: 'Bo Chen', wanted: 3 }],
  stockTakes: [{ id, storageName: 'Freezer 1', numBoxes: 2, numFinishedBoxes: 1 }],
}

beforeEach(() => signIn())

const entryOf = async (title: string) => {
  const entry = (await screen.findByRole('heading', { name: title })).closest('li')
  if (!entry) throw new Error(`${title} is in no list`)
  return within(entry)
}

test('each kind of work shows what of it is open, with the way to it', async () => {
  serverAnswers(freezerWorkApi.open, work)
  openAddress('/freezer-work')
  const custody = await entryOf('Check out and return')
  expect(await custody.findByRole('link', { name: '1,234 tubes overdue' })).toHaveAttribute(
    'href',
    '/custody?show=overdue',
  )
  const picks = await entryOf('Pick lists')
  expect(picks.getByRole('link', { name: 'Shipment' })).toHaveAttribute('href', `/picks/${id}`)
  expect(picks.getByText('for Bo Chen, 3 left to pick')).toBeVisible()
  const stockTakes = await entryOf('Stock-takes')
  expect(stockTakes.getByRole('link', { name: 'Stock-take of Freezer 1' })).toHaveAttribute(
    'href',
    `/stock-takes/${id}`,
  )
  const moves = await entryOf('Evacuate and consolidate')
  expect(moves.getByText('4 of 1,200 moved, 1 out of the cold')).toBeVisible()
})

test('returned tubes that wait to be put away are named beside the overdue ones', async () => {
  const toPutAwaySince = '2026-11-19T07:12:00.000Z'
  serverAnswers(freezerWorkApi.open, { ...work, totalToPutAway: 4, toPutAwaySince })
  openAddress('/freezer-work')
  const custody = await entryOf('Check out and return')
  const link = await custody.findByRole('link', { name: /^4 returned tubes to put away, the longest since / })
  expect(link).toHaveAttribute('href', '/custody?show=to-put-away')
  expect(custody.getByRole('link', { name: '1,234 tubes overdue' })).toBeVisible()
})

test('where nothing is open there are the four ways alone', async () => {
  serverAnswers(freezerWorkApi.open, noFreezerWork)
  openAddress('/freezer-work')
  const list = (await screen.findByRole('heading', { name: 'Pick lists' })).closest('ul')
  expect(within(list as HTMLElement).getAllByRole('link')).toHaveLength(4)
})

test('open work that could not be loaded does not look like none, and the pages can be opened all the same', async () => {
  serverRefuses(freezerWorkApi.open, 500, { code: 'internal', message: 'Something went wrong' })
  openAddress('/freezer-work')
  expect(await screen.findByText('The open work could not be loaded')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Stock-takes/ })).toHaveAttribute('href', '/stock-takes')

  serverAnswers(freezerWorkApi.open, work)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Evacuate Freezer 3' })).toBeVisible()
  expect(screen.queryByText('The open work could not be loaded')).not.toBeInTheDocument()
})
