import { type Deletion, deletionsApi } from '@lims/contract/deletions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { formatInstant } from '../../ui/format-instant.ts'

const aDeletion = (deletion: Partial<Deletion> = {}): Deletion => ({
  deletionId: '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11',
  entityType: 'sample',
  name: 'NB-1',
  alias: 'T0001230',
  storageType: null,
  numSamples: 1,
  deletedAt: '2026-11-20T14:02:00.000Z',
  deletedByName: 'Bo Chen',
  ...deletion,
})
const ids = [1, 2, 3].map((digit) => `5a1d3f52-1111-4a53-9a53-0d6a6f3c1f1${digit}`)
const deletions = [
  aDeletion({ deletionId: ids[0] ?? '' }),
  aDeletion({ deletionId: ids[1] ?? '', entityType: 'batch', name: 'Pilot', alias: null, numSamples: 1000 }),
  aDeletion({
    deletionId: ids[2] ?? '',
    entityType: 'storage',
    name: 'Box 3',
    alias: null,
    storageType: 'BOX',
    numSamples: 0,
  }),
]

/** Answers with what is not restored yet. */
function serverKeeps(left: Deletion[]) {
  serverAnswers(deletionsApi.list, () => ({ deletions: left, totalDeletions: left.length }))
  return serverAnswers(deletionsApi.undo, ({ body }) => {
    const { deletionId } = body as { deletionId: string }
    left.splice(
      left.findIndex((one) => one.deletionId === deletionId),
      1,
    )
    return { success: true as const, numSamples: 1 }
  })
}

beforeEach(() => {
  emptyLab()
  signIn()
})

test('E6 shows what was deleted, by whom and when, and restores it', async () => {
  const undone = serverKeeps([...deletions])
  const { user } = openAddress('/recently-deleted')
  const row = (name: RegExp) => screen.findByRole('row', { name })
  expect(await row(/NB-1/)).toHaveTextContent('T0001230Sample')
  expect(await row(/NB-1/)).toHaveTextContent('Bo Chen')
  expect(await row(/NB-1/)).toHaveTextContent(formatInstant(aDeletion().deletedAt))
  expect(await row(/Pilot/)).toHaveTextContent('Batch with 1,000 samples')
  expect(await row(/Box 3/)).toHaveTextContent('Box')

  await user.click(within(await row(/Pilot/)).getByRole('button', { name: 'Restore Pilot' }))
  expect(await screen.findByText('Pilot is back')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Pilot/ })).toBeNull())
  expect(undone.map(({ body }) => body)).toEqual([{ deletionId: ids[1] }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Restore Box 3' })).toHaveFocus())
})

test('E6 D7 a sample whose cell was taken names the tube there, and comes back without its place', async () => {
  const message = 'It cannot come back to its place: A1 of Box 3 holds NB-7 (T0000007) now.'
  serverAnswers(deletionsApi.list, { deletions, totalDeletions: 3 })
  serverRefuses(deletionsApi.undo, 409, { code: 'cell-taken', message })
  const { user } = openAddress('/recently-deleted')
  await user.click(await screen.findByRole('button', { name: 'Restore NB-1' }))
  expect(await screen.findByText(message)).toBeVisible()
  const undone = serverKeeps([...deletions])
  await user.click(screen.getByText('Bring it back without its place'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /NB-1/ })).toBeNull())
  expect(undone.map(({ body }) => body)).toEqual([{ deletionId: ids[0], withoutPlace: true }])
})

test('E6 a deletion that another person has restored leaves the list', async () => {
  const left = [...deletions]
  serverKeeps(left)
  serverRefuses(deletionsApi.undo, 409, {
    code: 'deletion-undone',
    message: 'This deletion was undone already',
  })
  const { user } = openAddress('/recently-deleted')
  const restore = await screen.findByRole('button', { name: 'Restore NB-1' })
  left.shift()
  await user.click(restore)
  expect(await screen.findByText('The deletion could not be undone')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /NB-1/ })).toBeNull())
})

test('E6 samples that were deleted together come back by their number', async () => {
  const undone = serverKeeps([aDeletion({ numSamples: 3 })])
  const { user } = openAddress('/recently-deleted')
  expect(await screen.findByRole('row', { name: /NB-1/ })).toHaveTextContent('and 2 more samples')
  await user.click(screen.getByRole('button', { name: 'Restore NB-1' }))
  expect(await screen.findByText('3 samples are back')).toBeVisible()
  expect(undone.map(({ body }) => body)).toEqual([{ deletionId: aDeletion().deletionId }])
})

test('E6 searches for the code of a sample, and shows when none was deleted', async () => {
  const requests = serverAnswers(deletionsApi.list, ({ query }) => ({
    deletions: query.code ? [] : deletions,
    totalDeletions: query.code ? 0 : 3,
  }))
  const { user, place } = openAddress('/recently-deleted')
  await user.type(await screen.findByRole('searchbox', { name: 'Sample ID or tube ID' }), 't99{Enter}')
  expect(await screen.findByText("No deleted sample has the code 't99'.")).toBeVisible()
  expect(place()).toBe('/recently-deleted?code=t99')
  expect(requests.at(-1)?.query).toEqual({ pageNumber: '0', pageSize: '20', code: 't99' })
  await user.click(screen.getByRole('button', { name: 'Show all deletions' }))
  await screen.findByRole('row', { name: /Pilot/ })
})

test('E6 the user menu and a command lead there', async () => {
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByLabelText(/^Account of/))
  await user.click(await screen.findByText('Recently deleted'))
  await waitFor(() => expect(place()).toBe('/recently-deleted'))
  expect(await screen.findByText('Nothing was deleted in the last 90 days.')).toBeVisible()
})

test('E6 a list that cannot be loaded shows the reason', async () => {
  serverRefuses(deletionsApi.list, 503, { code: 'database-unavailable', message: 'The database is down.' })
  openAddress('/recently-deleted')
  expect(await screen.findByText('The deletions could not be loaded')).toBeVisible()
  expect(screen.getByText('The database is down.')).toBeVisible()
})
