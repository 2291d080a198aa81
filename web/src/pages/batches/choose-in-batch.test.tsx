import { batchesApi } from '@lims/contract/batches.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aSample, aTree } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import './batch-details-screen.tsx'

const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-0000000000${String(number).padStart(2, '0')}`
const all = Array.from({ length: 12 }, (_, index) =>
  aSample({ id: idOf(index + 1), name: `NB-${index + 1}`, alias: `T00001${index + 10}` }),
)
const bar = async () => within(await screen.findByLabelText('Chosen samples'))

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch({ numSamples: 12 }) })
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  serverAnswers(samplesApi.tree, { ...aTree(all.slice(0, 10)), totalSamples: 12 })
  serverAnswers(samplesApi.search, { samples: all.slice(10), totalSamples: 12, totalIsExact: true })
})

test('E5 the samples of a batch can be chosen, ranges with Shift, and all of the batch', async () => {
  const requested = serverAnswers(sampleBulkApi.matching, { samples: all })
  const { user } = openAddress(`/batches/${aBatch().id}`)
  await user.click(await screen.findByLabelText('Choose NB-2'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByLabelText('Choose NB-5'))
  await user.keyboard('{/Shift}')
  expect((await bar()).getByText('4 chosen')).toBeVisible()
  expect(screen.getByLabelText('Choose NB-4')).toBeChecked()

  await user.click((await bar()).getByRole('button', { name: 'Choose all 12 that match' }))
  expect(await screen.findByText('12 chosen')).toBeVisible()
  expect(requested[0]?.query).toEqual({ batchId: aBatch().id })
})

test('E5 chosen samples of a batch stay chosen in another order, and move to one status', async () => {
  const moved = serverAnswers(samplesApi.updateStatuses, { success: true, count: 2, eventIds: [1, 2] })
  const { user, router } = openAddress(`/batches/${aBatch().id}`)
  await user.click(await screen.findByLabelText('Choose NB-2'))
  await router.navigate({
    to: '/batches/$batchId',
    params: { batchId: aBatch().id },
    search: { sort: '-name' },
  })
  await user.click(await screen.findByLabelText('Choose NB-12'))
  expect(await screen.findByText('2 chosen')).toBeVisible()
  await user.click((await bar()).getByText('Update status'))
  await user.click(await screen.findByRole('radio', { name: /RECEIVED/ }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(moved).toHaveLength(1))
  expect(moved[0]?.body).toMatchObject({ newStatus: 'RECEIVED', sampleIds: [idOf(12), idOf(2)] })
})

test('what is chosen in a batch is not chosen in another one that was open before', async () => {
  const other = { ...aBatch({ name: 'Baltic study 1' }), id: idOf(99) }
  serverAnswers(batchesApi.get, ({ query }) => ({ batch: query.id === other.id ? other : aBatch() }))
  const { user, router } = openAddress(`/batches/${other.id}`)
  await screen.findByRole('heading', { name: 'Baltic study 1' })
  await router.navigate({ to: '/batches/$batchId', params: { batchId: aBatch().id } })
  await screen.findByRole('heading', { name: 'Nordic study 4' })
  await user.click(await screen.findByLabelText('Choose NB-2'))
  expect((await bar()).getByText('1 chosen')).toBeVisible()
  await router.navigate({ to: '/batches/$batchId', params: { batchId: other.id } })
  expect(await screen.findByRole('heading', { name: 'Baltic study 1' })).toBeVisible()
  await screen.findByLabelText('Choose NB-2')
  expect(screen.queryByLabelText('Chosen samples')).not.toBeInTheDocument()
})
