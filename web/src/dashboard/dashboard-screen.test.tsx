import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

beforeEach(() => {
  emptyLab()
  signIn({ sub: 'google|117', name: 'Ada Lindqvist' })
})

test('DASH-01 DASH-02 greets by name and shows who is signed in', async () => {
  openAddress('/dashboard')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Good .+, Ada Lindqvist$/)
  expect(screen.getByText('google|117')).toBeVisible()
  expect(screen.getAllByText('AL')).not.toHaveLength(0)
})

test('shows the totals that the server counted, each leading to what it counts', async () => {
  serverAnswers(samplesApi.search, ({ query }) => ({
    samples: [],
    totalSamples: query.status === 'SEQUENCED' ? 9800 : 128_406,
    totalIsExact: true,
  }))
  serverAnswers(batchesApi.list, { batches: [], totalBatches: 1204 })
  const { user, place } = openAddress('/dashboard')

  expect(await screen.findByRole('link', { name: '128,406 Total Samples' })).toBeVisible()
  expect(await screen.findByRole('link', { name: '1,204 Total Batches' })).toBeVisible()
  await user.click(await screen.findByRole('link', { name: '9,800 SEQUENCED' }))
  await waitFor(() => expect(place()).toBe('/samples?status=SEQUENCED'))
})

test('numbers that cannot be loaded are said, and can be asked for again', async () => {
  serverRefuses(batchesApi.list, 409, { code: 'internal', message: 'The database is down.' })
  const { user } = openAddress('/dashboard')
  expect(await screen.findByText('The database is down.')).toBeVisible()
  serverAnswers(batchesApi.list, { batches: [], totalBatches: 7 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: '7 Total Batches' })).toBeVisible()
})

test.each([
  ['Receive samples', '/receive'],
  ['Create patient batch', '/batches/create-patient'],
])('%s leads to %s', async (name, address) => {
  const { user, place } = openAddress('/dashboard')
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(place()).toBe(address))
})
