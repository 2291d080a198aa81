import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../../test/empty-lab.ts'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverAnswers } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'

const noSamples = { batches: [], samples: [], totalSamples: 0, totalIsExact: true }
const monday = new Date(2026, 10, 9).toISOString()
const nextMonday = new Date(2026, 10, 16).toISOString()

beforeEach(() => {
  emptyLab()
  signIn()
})

test('the week of a dashboard link is shown above the list, and can be removed', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const range = { reached: 'RECEIVED', reachedFrom: monday, reachedTo: nextMonday }
  const { user, place } = openAddress(`/samples?${new URLSearchParams(range)}`)
  expect(await screen.findByText('from 9 Nov 2026 to 15 Nov 2026')).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toEqual(range))
  await user.click(screen.getByText('At any time'))
  await waitFor(() => expect(place()).toBe('/samples'))
})

test('a view of a batch that was deleted since says so', async () => {
  serverAnswers(samplesApi.tree, noSamples)
  const { user, place } = openAddress('/samples?batchId=7f9c24e8-3b1a-4d0e-9c55-000000000001')
  expect(await screen.findByText('a batch that does not exist')).toBeVisible()
  await user.click(screen.getByText('Show all batches'))
  await waitFor(() => expect(place()).toBe('/samples'))
})

test('how long samples have waited is said above the list, and can be taken away alone', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const { user, place } = openAddress(`/samples?status=RECEIVED&waitingSince=${monday}`)
  expect(await screen.findByText('9 Nov 2026, 00:00')).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toEqual({ status: 'RECEIVED', waitingSince: monday }))
  await user.click(screen.getByText('Any waiting time'))
  await waitFor(() => expect(place()).toBe('/samples?status=RECEIVED'))
})

test('samples that wait are said to be that, and those that do not come back', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const { user, place } = openAddress('/samples?status=UNKNOWN&waits=yes')
  expect(await screen.findByText(/^Only samples that wait/)).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toEqual({ status: 'UNKNOWN', waits: 'yes' }))
  await user.click(screen.getByRole('button', { name: 'Also those that do not wait' }))
  await waitFor(() => expect(place()).toBe('/samples?status=UNKNOWN'))
})

test('the samples of one change are said to be that, and all come back', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const change = {
    ...{ change: 'sample.arrange', changedBy: 'demo-bo', changedFrom: monday, changedTo: monday },
    changedVariant: 'taken-out',
  }
  const { user, place } = openAddress(`/samples?${new URLSearchParams(change)}`)
  expect(await screen.findByText('9 Nov 2026, 00:00')).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toEqual(change))
  await user.click(screen.getByText('All samples'))
  await waitFor(() => expect(place()).toBe('/samples'))
})

test('tubes that have not arrived are listed without children, which can be shown too', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const { user, place } = openAddress('/samples?status=UNKNOWN,COLLECTED&hasParent=no')
  expect(await screen.findByText('Without children')).toBeVisible()
  await waitFor(() => expect(requests[0]?.query).toEqual({ status: 'UNKNOWN,COLLECTED', hasParent: 'no' }))
  await user.click(screen.getByRole('button', { name: 'Parents and children' }))
  await waitFor(() => expect(decodeURIComponent(place())).toBe('/samples?status=UNKNOWN,COLLECTED'))
})
