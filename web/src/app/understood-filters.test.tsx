import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

const noSamples = { batches: [], samples: [], totalSamples: 0, totalIsExact: true }
const monday = '2026-11-09T00:00:00.000Z'

beforeEach(() => {
  emptyLab()
  signIn()
})

test('a filter that is not understood shows no list before it is removed', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const { user, place } = openAddress('/samples?status=RECEIVED,NOPE&siteId=SITE001')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'A filter of this address is not understood',
  )
  expect(document.title).toBe('A filter of this address is not understood · LIMS')
  expect(screen.getByText(/^status=RECEIVED,NOPE\./)).toBeVisible()
  expect(requests).toHaveLength(0)

  await user.click(screen.getByRole('button', { name: 'Show the list without it' }))
  await waitFor(() => expect(requests[0]?.query).toEqual({ siteId: 'SITE001' }))
  expect(place()).toBe('/samples?siteId=SITE001')
})

test('a filter that only works with another one is not understood without it', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  const { user } = openAddress(`/samples?${new URLSearchParams({ reachedFrom: monday, changedBy: 'bo' })}`)
  expect(
    await screen.findByRole('heading', { name: 'A filter of this address is not understood' }),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the list without it' }))
  await waitFor(() => expect(requests[0]?.query).toEqual({}))
})

test.each([
  '/samples?batchId=NB',
  '/samples?storageId=Freezer',
  '/samples?createdFrom=yesterday',
  '/audit?action=sample.eat',
  '/audit?from=yesterday',
  '/custody?show=lost',
  '/custody?mine=maybe',
  '/stock-takes?storageId=Freezer',
  '/picks?state=open',
])('%s', async (address) => {
  openAddress(address)
  expect(
    await screen.findByRole('heading', { name: 'A filter of this address is not understood' }),
  ).toBeVisible()
})

test('an order or a page that is not known is left out', async () => {
  const requests = serverAnswers(samplesApi.tree, noSamples)
  openAddress('/samples?sort=colour&page=first&status=&from=mail')
  await waitFor(() => expect(requests[0]?.query).toEqual({}))
})
