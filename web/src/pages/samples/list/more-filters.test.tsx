import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'
import './sample-list-screen.tsx'

const freezer = aStorage({ id: 7, alias: 'Freezer 1', type: 'FREEZER' })
const none = { batches: [], samples: [], totalSamples: 0, totalIsExact: true }

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.search, { storages: [freezer], totalStorages: 1 })
  serverAnswers(storageApi.get, { storage: freezer })
})

async function openFilters(address = '/samples') {
  const requests = serverAnswers(samplesApi.tree, none)
  const { user, place } = openAddress(address)
  await user.click(await screen.findByRole('button', { name: /More filters/ }))
  return { user, place, requests }
}

test('E2 a storage is chosen by name, is in the address, and its chip removes it', async () => {
  const { user, place, requests } = await openFilters()
  await user.click(await screen.findByLabelText('In this storage, with all below it'))
  await user.click(await screen.findByTitle('Freezer 1'))
  await waitFor(() => expect(place()).toBe('/samples?storageId=7'))
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ storageId: '7' }))
  await user.click(await screen.findByLabelText('Remove the filter Storage: Freezer 1'))
  expect(place()).toBe('/samples')
})

test('E2 samples without a place are found', async () => {
  const { user, place, requests } = await openFilters('/samples?status=RECEIVED')
  await user.click(await screen.findByLabelText('Place'))
  await user.click(await screen.findByTitle('No place yet'))
  await waitFor(() => expect(place()).toBe('/samples?status=RECEIVED&hasPlace=no'))
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ status: 'RECEIVED', hasPlace: 'no' }))
})

test('E7 the days of registration go from midnight to midnight, and the chip names both', async () => {
  const { user, place } = await openFilters()
  fireEvent.change(await screen.findByLabelText('Registered from'), { target: { value: '2026-11-01' } })
  fireEvent.change(await screen.findByLabelText('Registered to'), { target: { value: '2026-11-20' } })
  const from = new Date(2026, 10, 1).toISOString()
  const to = new Date(2026, 10, 21).toISOString()
  await waitFor(() => expect(decodeURIComponent(place())).toContain(`createdTo=${to}`))
  expect(decodeURIComponent(place())).toContain(`createdFrom=${from}`)
  expect(screen.getByLabelText('Registered to')).toHaveValue('2026-11-20')
  await user.click(screen.getByLabelText('Remove the filter Registered: from 1 Nov 2026 to 20 Nov 2026'))
  expect(place()).toBe('/samples')
})

test('E7 a year that is still being typed does not filter', async () => {
  const { place } = await openFilters()
  fireEvent.change(await screen.findByLabelText('Registered from'), { target: { value: '0202-11-01' } })
  expect(screen.getByLabelText('Registered from')).toHaveValue('0202-11-01')
  expect(place()).toBe('/samples')
})

test('a storage that could not be loaded is not said to be missing', async () => {
  serverRefuses(storageApi.get, 503, { code: 'internal', message: 'The server is being restarted' })
  await openFilters('/samples?storageId=7')
  expect(await screen.findByLabelText('Remove the filter Storage: storage 7')).toBeVisible()
})

test('E7 counts the filters that are set, and names a storage that no longer exists', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  await openFilters('/samples?storageId=99&hasFile=yes')
  expect(screen.getByRole('button', { name: /More filters \(2\)/ })).toBeVisible()
  expect(screen.getByText('linked')).toBeVisible()
  expect(await screen.findByText('a storage that does not exist')).toBeVisible()
})

test('E7 several statuses are chosen, in one address whatever their order', async () => {
  const requests = serverAnswers(samplesApi.tree, none)
  const { user, place } = openAddress('/samples?sampleType=BLOOD')
  await user.click(await screen.findByLabelText('Status'))
  await user.click(await screen.findByTitle('PROCESSED'))
  await user.click(await screen.findByTitle('RECEIVED'))
  const both = 'RECEIVED,PROCESSED'
  await waitFor(() => expect(decodeURIComponent(place())).toBe(`/samples?sampleType=BLOOD&status=${both}`))
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ sampleType: 'BLOOD', status: both }))
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(place()).toBe('/samples?sampleType=BLOOD&status=RECEIVED'))
})
