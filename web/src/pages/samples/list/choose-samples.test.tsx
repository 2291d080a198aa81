import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample, aTree } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import './sample-list-screen.tsx'

const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`
const one = aSample({ id: idOf(1), name: 'NB-0001', status: 'RECEIVED' })
const child = aSample({ id: idOf(2), name: 'NB-0001-DNA-1', status: 'RECEIVED', parentSampleId: one.id })
const other = { ...aSample({ id: idOf(3), name: 'NB-0003', status: 'RECEIVED' }), batchId: idOf(9) }

const batchOf = (id: string, name: string) => ({ id, name, numSamples: 2, byStatus: { RECEIVED: 2 } })
const treeOf = (samples: readonly ListedSample[]): SampleTreeReply => ({
  ...aTree(samples),
  batches: [batchOf(aBatch().id, 'Nordic study 4'), batchOf(idOf(9), 'Baltic study 1')].filter(({ id }) =>
    samples.some(({ batchId }) => batchId === id),
  ),
})
const bar = async () => within(await screen.findByLabelText('Chosen samples'))

beforeEach(() => void signIn())

test('the box of the header chooses all that is loaded, and none', async () => {
  serverAnswers(samplesApi.tree, treeOf([one, child, other]))
  const { user } = openAddress('/samples')
  const all = await screen.findByLabelText('Choose all loaded: 3 samples')
  const regions = screen.getAllByRole('status')
  await user.click(all)
  expect((await bar()).getByText('3 chosen')).toBeVisible()
  expect(regions).toContain(screen.getByText('3 samples chosen'))
  expect(screen.getByLabelText('Choose NB-0001-DNA-1')).toBeChecked()
  await user.click(all)
  expect(screen.queryByLabelText('Chosen samples')).not.toBeInTheDocument()
})

test('the box of a batch chooses its samples, and says when only some are chosen', async () => {
  serverAnswers(samplesApi.tree, treeOf([one, child, other]))
  const { user } = openAddress('/samples')
  const batch = await screen.findByLabelText('Choose the samples of Nordic study 4')
  await user.click(batch)
  expect((await bar()).getByText('2 chosen')).toBeVisible()
  expect(screen.getByLabelText('Choose NB-0003')).not.toBeChecked()
  await user.click(screen.getByLabelText('Choose NB-0001'))
  expect((await bar()).getByText('1 chosen')).toBeVisible()
  expect(batch).toBePartiallyChecked()
})

test('a filter keeps what is chosen, says what it hides, and Clear drops all', async () => {
  serverAnswers(samplesApi.tree, ({ query }) => treeOf(query.query ? [other] : [one, child, other]))
  const moved = serverAnswers(samplesApi.updateStatuses, { success: true, count: 3, eventIds: [1, 2, 3] })
  const { user, router } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose all loaded: 3 samples'))
  await router.navigate({ to: '/samples', search: { query: 'NB-0003' } })
  expect(await screen.findByText('3 chosen, 2 not in this list')).toBeVisible()

  await user.click(screen.getByLabelText('Choose NB-0003'))
  expect(await screen.findByText('2 chosen, 2 not in this list')).toBeVisible()
  await user.click((await bar()).getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /PROCESSED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() =>
    expect(moved[0]?.body).toEqual({ sampleIds: [one.id, child.id], newStatus: 'PROCESSED' }),
  )
  await waitFor(() => expect(screen.queryByLabelText('Chosen samples')).not.toBeInTheDocument())
})

test('a chosen sample further down a list without filters has the statuses that follow its present one', async () => {
  serverAnswers(samplesApi.tree, ({ query }) => treeOf(query.query ? [one] : [other]))
  const now = { ...one, status: 'PROCESSED' as const, custodyEventId: null, place: null }
  serverAnswers(sampleBulkApi.chosen, { samples: [now] })
  const { user, router } = openAddress('/samples?query=NB-0001')
  await user.click(await screen.findByLabelText('Choose NB-0001'))
  await router.navigate({ to: '/samples', search: {} })
  await screen.findByLabelText('Choose NB-0003')
  expect((await bar()).getByText('1 chosen')).toBeVisible()
  await user.click((await bar()).getByText('Update status'))
  expect(await screen.findByRole('radio', { name: /QC PASS/ })).toBeVisible()
  expect(screen.queryByRole('radio', { name: /PROCESSED/ })).toBeNull()
})

test('Back from a sample finds what is chosen, also after a filter; a link to the list begins anew', async () => {
  serverAnswers(samplesApi.tree, ({ query }) => treeOf(query.query ? [other] : [one, child, other]))
  serverAnswers(samplesApi.get, { sample: other })
  const { user, router } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose NB-0001'))
  await router.navigate({ to: '/samples', search: { query: 'NB-0003' } })
  await user.click(await screen.findByRole('link', { name: 'NB-0003' }))
  await screen.findByRole('heading', { name: 'NB-0003', level: 1 })
  expect(screen.queryByLabelText('Chosen samples')).not.toBeInTheDocument()

  router.history.back()
  expect(await screen.findByText('1 chosen, 1 not in this list')).toBeVisible()
  router.history.back()
  expect(await screen.findByLabelText('Choose NB-0001')).toBeChecked()

  await router.navigate({ to: '/samples/$sampleId', params: { sampleId: other.id } })
  await screen.findByRole('heading', { name: 'NB-0003', level: 1 })
  await router.navigate({ to: '/samples', search: {} })
  expect(await screen.findByLabelText('Choose NB-0001')).not.toBeChecked()
})

test('names those of another status, where there is no next status in common', async () => {
  serverAnswers(samplesApi.tree, treeOf([one, child, { ...other, status: 'UNKNOWN' }]))
  const { user } = openAddress('/samples')
  await user.click(await screen.findByLabelText('Choose all loaded: 3 samples'))
  await user.click((await bar()).getByText('Update status'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 samples are RECEIVED')).toBeInTheDocument()
  expect(dialog.getByText('NB-0003 is UNKNOWN')).toBeInTheDocument()
})

test('D3 a parent that is listed only for its child cannot be chosen, is not counted, and is not moved', async () => {
  const [family] = treeOf([one, child]).samples
  serverAnswers(samplesApi.tree, {
    ...treeOf([one, child]),
    samples: family ? [{ ...family, isContext: true }] : [],
    totalSamples: 1,
  })
  const moved = serverAnswers(samplesApi.updateStatuses, { success: true, count: 1, eventIds: [1] })
  const { user } = openAddress('/samples?query=DNA')

  await user.click(await screen.findByLabelText('Choose all loaded: 1 sample'))
  expect((await bar()).getByText('1 chosen')).toBeVisible()
  expect(screen.queryByLabelText('Choose NB-0001')).not.toBeInTheDocument()
  const context = screen.getByText('NB-0001').closest('.ant-table-row') as HTMLElement
  expect(within(context).getByText('Does not match the filters')).toBeInTheDocument()
  await user.click(screen.getByLabelText('Choose the samples of Nordic study 4'))
  expect(screen.queryByLabelText('Chosen samples')).not.toBeInTheDocument()

  await user.click(screen.getByLabelText('Choose the samples of Nordic study 4'))
  await user.click((await bar()).getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /PROCESSED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(moved[0]?.body).toEqual({ sampleIds: [child.id], newStatus: 'PROCESSED' }))
})
