import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import './sample-list-screen.tsx'

const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-${String(number).padStart(12, '0')}`
const numbered = (number: number) =>
  aSample({ id: idOf(number), name: `NB-${number}`, alias: `T000000${number}`, status: 'RECEIVED' })
const all = [1, 2, 3, 4, 5].map(numbered)

/** The first two of all that match are loaded. */
const treeOf = (loaded: readonly ListedSample[], total: number, more: Partial<SampleTreeReply> = {}) => ({
  batches: [{ id: aBatch().id, name: aBatch().name, numSamples: 5, byStatus: { RECEIVED: 5 } }],
  samples: loaded.map((sample) => ({ ...sample, children: [] })),
  totalSamples: total,
  totalIsExact: true,
  ...more,
})
const bar = async () => within(await screen.findByLabelText('Chosen samples'))

beforeEach(() => void signIn())

test('E5 after the loaded samples all that match can be chosen, and are moved together', async () => {
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 5))
  const requested = serverAnswers(sampleBulkApi.matching, { samples: all })
  const moved = serverAnswers(samplesApi.updateStatuses, {
    success: true,
    count: 5,
    eventIds: [1, 2, 3, 4, 5],
  })
  const { user } = openAddress('/samples?status=RECEIVED')
  await user.click(await screen.findByLabelText('Choose all loaded: 2 samples'))
  expect((await bar()).getByText('2 on this page chosen')).toBeVisible()

  await user.click((await bar()).getByRole('button', { name: 'Choose all 5 that match' }))
  expect(await screen.findByText('5 chosen')).toBeVisible()
  expect(requested.map(({ query }) => query)).toEqual([{ status: 'RECEIVED' }])
  expect((await bar()).queryByText(/that match/)).toBeNull()

  await user.click((await bar()).getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /PROCESSED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  const sampleIds = all.map(({ id }) => id)
  await waitFor(() => expect(moved[0]?.body).toEqual({ sampleIds, newStatus: 'PROCESSED' }))
})

test('E5 of a sorted list all that match are chosen in its order, also those that are not loaded', async () => {
  serverAnswers(samplesApi.search, { samples: all.slice(0, 2), totalSamples: 5, totalIsExact: true })
  const requested = serverAnswers(sampleBulkApi.matching, { samples: all })
  const moved = serverAnswers(samplesApi.updateStatuses, {
    success: true,
    count: 5,
    eventIds: [1, 2, 3, 4, 5],
  })
  const { user } = openAddress('/samples?status=RECEIVED&sort=-name')
  await user.click(await screen.findByLabelText('Choose all loaded: 2 samples'))
  await user.click((await bar()).getByRole('button', { name: 'Choose all 5 that match' }))
  expect(await screen.findByText('5 chosen')).toBeVisible()
  expect(requested.map(({ query }) => query)).toEqual([{ status: 'RECEIVED', sort: '-name' }])
  await user.click((await bar()).getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /PROCESSED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(moved[0]?.body).toMatchObject({ sampleIds: all.map(({ id }) => id) }))
})

test('E5 of all that match one can be deselected again, and another filter says which it hides', async () => {
  serverAnswers(samplesApi.tree, ({ query }) => (query.query ? treeOf([], 0) : treeOf(all.slice(0, 2), 5)))
  serverAnswers(sampleBulkApi.matching, { samples: all })
  const { user, router } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  expect((await bar()).getByText('1 chosen')).toBeVisible()
  await user.click((await bar()).getByText('Choose all 5 that match'))
  expect(await screen.findByText('5 chosen')).toBeVisible()
  await user.click(screen.getByLabelText('Choose NB-2'))
  expect(await screen.findByText('4 chosen')).toBeVisible()
  await router.navigate({ to: '/samples', search: { query: 'none' } })
  expect(await screen.findByText('4 chosen, 4 not in this list')).toBeVisible()
})

test('E5 of all that match, those that others have changed since are not in the list any more, and get a status that they may have', async () => {
  const { streams } = serverStreams()
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 5))
  serverAnswers(sampleBulkApi.matching, { samples: all })
  const { user } = openAddress('/samples?status=RECEIVED')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  await user.click((await bar()).getByRole('button', { name: 'Choose all 5 that match' }))
  expect(await screen.findByText('5 chosen')).toBeVisible()

  const details = {
    volume: 0,
    subjectId: null,
    siteId: null,
    visitId: null,
    place: null,
    custodyEventId: null,
  } as const
  const processed = all.map((sample, index) => ({
    ...{ ...sample, ...details, batchName: 'Nordic study 4', version: 2 },
    status: index < 3 ? ('RECEIVED' as const) : ('PROCESSED' as const),
  }))
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 3))
  serverAnswers(sampleBulkApi.matching, { samples: all.slice(0, 3) })
  serverAnswers(sampleBulkApi.chosen, { samples: processed })
  streams.at(-1)?.say('data: {"samples":true}\n\n')
  expect(await screen.findByText('5 chosen, 2 not in this list')).toBeVisible()

  await user.click((await bar()).getByText('Update status'))
  await screen.findByRole('dialog', { name: 'Update status of 5 samples' })
  await waitFor(() => expect(screen.queryByRole('radio', { name: /PROCESSED/ })).toBeNull())
})

test('E5 Back from a sample finds all that match still in the list', async () => {
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 5))
  serverAnswers(sampleBulkApi.matching, { samples: all })
  serverAnswers(samplesApi.get, { sample: numbered(1) })
  const { user, router } = openAddress('/samples?status=RECEIVED')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  await user.click((await bar()).getByRole('button', { name: 'Choose all 5 that match' }))
  expect(await screen.findByText('5 chosen')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'NB-1' }))
  await screen.findByRole('heading', { name: 'NB-1', level: 1 })

  router.history.back()
  expect(await screen.findByText('5 chosen')).toBeVisible()
})

test('E5 says that all that match are of several subjects, if only part of their IDs is that of the filter', async () => {
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 5))
  serverAnswers(sampleBulkApi.matching, { samples: all, byPartOfId: ['subjectId'] })
  const { user } = openAddress('/samples?subjectId=P1')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  await user.click((await bar()).getByRole('button', { name: 'Choose all 5 that match' }))
  expect(
    await screen.findByText(
      'No sample has exactly this subject ID. These are of all subjects whose ID contains it.',
    ),
  ).toBeVisible()
  expect(screen.getByText('5 chosen')).toBeVisible()
})

test('E5 of a search that stops counting, all that match are offered without a number', async () => {
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 10_000, { totalIsExact: false }))
  const message = 'More than 20,000 samples match.'
  serverRefuses(sampleBulkApi.matching, 400, { code: 'too-many-samples', message })
  const { user } = openAddress('/samples?query=NB')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  await user.click((await bar()).getByRole('button', { name: 'Choose all that match' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect((await bar()).getByText('1 chosen')).toBeVisible()
})

test('E5 more than 20,000 are not offered, and the bar shows the limit', async () => {
  serverAnswers(samplesApi.tree, treeOf(all.slice(0, 2), 128_406))
  const { user } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose NB-1'))
  const text = '128,406 match; at most 20,000 can be chosen at once'
  expect((await bar()).getByText(text)).toBeVisible()
  expect((await bar()).queryByRole('button', { name: /that match/ })).toBeNull()
})
