import { samplesApi } from '@lims/contract/samples-api.ts'
import { statsApi } from '@lims/contract/stats.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { syncApi } from '@lims/contract/sync.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aFreezer, anActivity, anOverview, countedAt } from '../../../test/stats-records.ts'

const { byStatus, byType, weeks, waiting } = anOverview()
const busyLab = anOverview({
  totalSamples: 128_406,
  totalBatches: 1204,
  newestBatch: { id: aBatch().id, name: 'Nordic study 4' },
  byStatus: { ...byStatus, RECEIVED: 6240, QC_FAIL: 310, SEQUENCED: 9800 },
  byType: { ...byType, PLASMA: 100_000, DNA: 28_406 },
  weeks: weeks.map((week, index) => (index === 11 ? { ...week, received: 312, sequenced: 76 } : week)),
  waiting: waiting.map((wait) =>
    wait.status === 'RECEIVED'
      ? {
          ...wait,
          samples: 6240,
          longWaiting: 41,
          oldest: [{ ...aSample({ name: 'NB-001', alias: 'T0000001' }), since: '2026-10-17T08:00:00.000Z' }],
        }
      : wait,
  ),
})
const oneFreezer = {
  freezers: [
    aFreezer({
      tubes: 88,
      parts: [{ id: 2, alias: 'Shelf 1', type: 'SHELF' as const, tubePlaces: 50, tubes: 21, freeCells: 0 }],
    }),
  ],
  totalFreezers: 1,
}

beforeEach(() => {
  emptyLab()
  signIn({ sub: 'google|117', name: 'Ada Lindqvist' })
})

test('DASH-01 DASH-02 greets by name and shows who is signed in', async () => {
  openAddress('/dashboard')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Good .+, Ada Lindqvist$/)
  const card = screen.getByLabelText('You')
  expect(within(card).getByText('Ada Lindqvist')).toBeVisible()
  expect(within(card).getByText('google|117')).toBeVisible()
  expect(within(card).getByText('AL')).toBeVisible()
})

test('DASH-02 shows the picture of a person whose provider has one', async () => {
  signIn({ sub: 'google|117', name: 'Ada Lindqvist', avatar: 'https://pictures.example/ada.png' })
  openAddress('/dashboard')
  const card = await screen.findByLabelText('You')
  expect(card.querySelector('img')).toHaveAttribute('src', 'https://pictures.example/ada.png')
})

test('DASH-03 DASH-04 DASH-05 the Data Overview card opens the counts, each leading to its list', async () => {
  serverAnswers(statsApi.overview, busyLab)
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Data Overview' }))

  const dialog = await screen.findByRole('dialog', { name: 'Data Overview' })
  await waitFor(() => expect(dialog).toBeVisible())
  const value = (label: string) => within(dialog).getByText(label).closest('tr')
  expect(value('Total Samples')).toHaveTextContent('128,406')
  expect(value('Total Batches')).toHaveTextContent('1,204')
  expect(value('SEQUENCED')).toHaveTextContent('9,800')
  await user.click(within(dialog).getByText('9,800'))
  await waitFor(() => expect(place()).toBe('/samples?status=SEQUENCED'))
})

const week = 'reachedFrom=2026-11-16T00%3A00%3A00.000Z&reachedTo=2026-11-23T00%3A00%3A00.000Z'

test.each([
  ['6,240 RECEIVED', '/samples?status=RECEIVED'],
  ['28,406 DNA', '/samples?sampleType=DNA'],
  [/^312 received in the week of/, `/samples?reached=RECEIVED&${week}`],
  [/^76 sequenced in the week of/, `/samples?reached=SEQUENCED&${week}`],
  [
    '41 RECEIVED for over 7 days',
    '/samples?status=RECEIVED&waits=yes&waitingSince=2026-11-13T09%3A00%3A00.000Z',
  ],
])('the number %s leads to the list behind it', async (name, address) => {
  serverAnswers(statsApi.overview, busyLab)
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByLabelText(name))
  await waitFor(() => expect(place()).toBe(address))
})

test.each([
  ['NB-001', `/samples/${aSample().id}`],
  ['Freezer 1', '/storage/1/enhanced'],
  ['Shelf 1', '/storage/2/enhanced'],
])('%s leads to itself', async (name, address) => {
  serverAnswers(statsApi.overview, busyLab)
  serverAnswers(statsApi.freezers, oneFreezer)
  serverRefuses(samplesApi.info, 404)
  serverRefuses(storageApi.get, 404)
  serverRefuses(storageApi.hierarchy, 404)
  serverRefuses(storageApi.occupancy, 404)
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByText(name))
  await waitFor(() => expect(place()).toBe(address))
})

test('the freezers are there although the numbers of the samples could not be loaded', async () => {
  serverRefuses(statsApi.overview, 500)
  serverAnswers(statsApi.freezers, oneFreezer)
  openAddress('/dashboard')
  expect(await screen.findByText('The numbers could not be loaded')).toBeVisible()
  expect(await screen.findByText('88 %')).toBeVisible()
})

test('all storages are linked as a tree, without the number of freezers', async () => {
  serverAnswers(statsApi.freezers, { ...oneFreezer, totalFreezers: 30 })
  openAddress('/dashboard')
  expect(await screen.findByRole('link', { name: 'All storages' })).toHaveAttribute(
    'href',
    '/storage?view=tree',
  )
  expect(screen.getByRole('link', { name: 'and 29 more' })).toHaveAttribute('href', '/storage?view=tree')
  expect(screen.queryByText('30 storages')).toBeNull()
})

test('a freezer says how full it is, and is red above 80 %', async () => {
  serverAnswers(statsApi.overview, busyLab)
  serverAnswers(statsApi.freezers, oneFreezer)
  openAddress('/dashboard')
  expect(await screen.findByText('88 %')).toHaveAttribute('data-high', 'true')
  expect(screen.getByText('42 %')).toHaveAttribute('data-high', 'false')
  expect(screen.getByText(/88 of 100 tube places/)).toBeVisible()
})

test('shows who did what, with links to it', async () => {
  serverAnswers(statsApi.activity, {
    activities: [
      anActivity({ things: 17, from: '2026-11-20T08:40:00.000Z' }),
      anActivity({ personName: 'Ada Lindqvist', action: 'sample.delete', isGone: true, name: 'NB-009' }),
    ],
  })
  const { user, place } = openAddress('/dashboard')
  const lines = within(await screen.findByLabelText('Recent activity', { selector: 'ol' })).getAllByRole(
    'listitem',
  )
  expect(lines[0]).toHaveTextContent(/^Bo Chen received 17 samples of Nordic study 4/)
  expect(lines[1]).toHaveTextContent(/^Ada Lindqvist deleted NB-009/)
  expect(within(lines[1] as HTMLElement).queryByRole('link')).toBeNull()
  await user.click(screen.getByText('17 samples'))
  await waitFor(() =>
    expect(place()).toBe(
      `/samples?${new URLSearchParams({
        change: 'sample.receive',
        changedBy: 'demo-bo',
        changedFrom: '2026-11-20T08:40:00.000Z',
        changedTo: countedAt,
        changedVariant: 'none',
      })}`,
    ),
  )
})

test.each([
  ['2 samples', 'none'],
  ['3 samples', 'taken-out'],
])('%s of one move lead to their own list', async (count, changedVariant) => {
  const move = anActivity({ action: 'sample.arrange' })
  serverAnswers(statsApi.activity, {
    activities: [
      { ...move, things: 2 },
      { ...move, things: 3, variant: 'taken-out', entityId: aBatch().id },
    ],
  })
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByText(count))
  const { action, personId, from, at } = move
  const change = { change: action, changedBy: personId, changedFrom: from, changedTo: at }
  await waitFor(() => expect(place()).toBe(`/samples?${new URLSearchParams({ ...change, changedVariant })}`))
})

test('a new laboratory sees what to do first', async () => {
  serverAnswers(statsApi.freezers, { freezers: [aFreezer({ tubePlaces: 0 })], totalFreezers: 1 })
  const { user, place } = openAddress('/dashboard')
  expect(await screen.findByText('First steps')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText('Describe your freezers').closest('li')).toHaveTextContent('done'),
  )
  expect(screen.getByText('Register a batch').closest('li')).not.toHaveTextContent('done')
  expect(screen.queryByText('Samples by status')).toBeNull()
  await user.click(screen.getByText('Create a patient batch'))
  await waitFor(() => expect(place()).toBe('/batches/create-patient'))
})

test('a card that cannot be loaded shows an error, and can be loaded again', async () => {
  serverRefuses(statsApi.overview, 409, { code: 'internal', message: 'The database is down.' })
  serverRefuses(statsApi.activity, 409, { code: 'internal', message: 'The diary is lost.' })
  serverRefuses(syncApi.status, 409)
  const { user } = openAddress('/dashboard')
  expect(await screen.findByText('The database is down.')).toBeVisible()
  expect(await screen.findByText('The diary is lost.')).toBeVisible()
  expect(screen.getByText('google|117')).toBeVisible()

  serverAnswers(statsApi.overview, busyLab)
  const alert = screen.getByText('The database is down.').closest('[role="alert"]') as HTMLElement
  await user.click(within(alert).getByText('Retry'))
  expect(await screen.findByText('Samples by status')).toBeVisible()
  expect(screen.getByText('The diary is lost.')).toBeVisible()
})

test.each([
  ['Receive samples', '/receive'],
  ['Create patient batch', '/batches/create-patient'],
])('%s leads to %s', async (name, address) => {
  serverAnswers(statsApi.overview, busyLab)
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByText(name))
  await waitFor(() => expect(place()).toBe(address))
})

test('the number of those that wait leads to their list, without those that do not', async () => {
  serverAnswers(statsApi.overview, busyLab)
  openAddress('/dashboard')
  const count = await screen.findByRole('link', { name: '6,240 waiting in RECEIVED' })
  expect(count).toHaveAttribute('href', '/samples?status=RECEIVED&waits=yes')
})
