import { batchesApi } from '@lims/contract/batches.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aBatch } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import './batch-list-screen.tsx'

beforeEach(() => void signIn())

test('BATCH-02 lists batches with name, description, sample count and the way to each', async () => {
  serverAnswers(batchesApi.search, { batches: [aBatch({ numSamples: 12_000 })], totalBatches: 1 })
  openAddress('/batches')
  const row = (await screen.findByRole('link', { name: 'Nordic study 4' })).closest('tr') as HTMLElement
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Description',
    'Sample Count',
    'Actions',
  ])
  expect(within(row).getByText('Baseline visits')).toBeVisible()
  expect(within(row).getByText('12,000')).toBeVisible()
  expect(within(row).getByRole('link', { name: 'Show Nordic study 4' })).toHaveAttribute(
    'href',
    `/batches/${aBatch().id}`,
  )
})

test("BATCH-04 a count that is not known is 'N/A'", () => {
  expect([undefined, null, 0].map(formatSampleCount)).toEqual(['N/A', 'N/A', '0'])
})

test('BATCH-01 CONST-02 CONST-03 searches by name once the typing pauses', async () => {
  const requests = serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 30 })
  const { user, place } = openAddress('/batches?page=3&sort=name')
  await screen.findByText('Nordic study 4')
  expect(requests[0]?.query).toEqual({ pageNumber: '2', pageSize: '10', sort: 'name' })

  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'Nordic')

  await waitFor(() => expect(place()).toBe('/batches?sort=name&query=Nordic'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.query).toEqual({ pageNumber: '0', pageSize: '10', query: 'Nordic', sort: 'name' })
})

test('BATCH-03 the Name column sorts up, down and back to the newest', async () => {
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 30 })
  const { user, place } = openAddress('/batches?page=2')
  await screen.findByText('Nordic study 4')
  const head = screen.getByRole('columnheader', { name: 'Name' })
  for (const sort of ['name', '-name', 'newest']) {
    // A table that is loading takes no clicks.
    await untilReplied()
    await user.click(head)
    await waitFor(() => expect(place()).toBe(`/batches?page=1&sort=${sort}`))
  }
})

test('an empty list says how to begin', async () => {
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
  openAddress('/batches')
  expect(await screen.findByText('No batches yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/batches/create-patient')
  expect(screen.getByRole('link', { name: 'Create Batch' })).toHaveAttribute('href', '/batches/create')
  expect(screen.getByRole('link', { name: 'Create Patient Batch' })).toHaveAttribute(
    'href',
    '/batches/create-patient',
  )
})

test('a list that cannot be loaded shows the reason, and can be loaded again', async () => {
  serverRefuses(batchesApi.search, 400, { code: 'request-invalid', message: 'query is too long' })
  const { user } = openAddress('/batches')
  expect(await screen.findByText('query is too long')).toBeVisible()
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nordic study 4')).toBeVisible()
})

test("D25 BATCH-04 one unknown count reads 'N/A' and leaves the other batches in the list", async () => {
  const unknown = {
    ...aBatch({ id: '0b8a2f0e-6c0f-4a53-9a53-0d6a6f3c1f12', name: 'Baltic' }),
    numSamples: null,
  }
  serverAnswers(batchesApi.search, { batches: [aBatch(), unknown], totalBatches: 2 })
  openAddress('/batches')
  const row = (await screen.findByRole('link', { name: 'Baltic' })).closest('tr') as HTMLElement
  expect(within(row).getByText('N/A')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nordic study 4' })).toBeVisible()
})
