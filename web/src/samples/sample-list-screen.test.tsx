import { batchesApi } from '@lims/contract/batches.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

const listOf = (samples: SampleListReply['samples'], totalSamples = samples.length): SampleListReply => ({
  samples,
  totalSamples,
  totalIsExact: true,
})

beforeEach(() => void signIn())

test('SAMP-04 SAMP-12 ENT-17 lists samples with their volume in mL, and counts them', async () => {
  serverAnswers(
    samplesApi.search,
    listOf([aSample({ status: 'QC_PASS', volume: 0.01, notes: 'haemolysed' })]),
  )
  openAddress('/samples')

  const row = (await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })).closest('tr') as HTMLElement
  for (const text of ['T0001230', 'PLASMA', 'QC PASS', '0.01 mL', 'haemolysed', 'Nordic study 4']) {
    expect(within(row).getByText(text)).toBeVisible()
  }
  expect(within(row).getByRole('link', { name: 'Show NB-P004-EDTA-2' })).toHaveAttribute(
    'href',
    '/samples/7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  )
  expect(screen.getByRole('status')).toHaveTextContent('1 sample')
})

test('says that a search found more than it counts', async () => {
  serverAnswers(samplesApi.search, {
    samples: [aSample()],
    totalSamples: 10_000,
    totalIsExact: false,
  })
  openAddress('/samples?query=NB')
  expect(await screen.findByText('more than 10,000 samples')).toBeVisible()
})

test('SAMP-07 SAMP-09 SAMP-10 CONST-02 CONST-03 sends text, subject, site and page from the address', async () => {
  const asked = serverAnswers(samplesApi.search, listOf([aSample()], 45))
  openAddress('/samples?page=3&query=123&subjectId=P004&siteId=SITE007&status=RECEIVED')
  await screen.findByText('NB-P004-EDTA-2')
  expect(asked[0]?.query).toEqual({
    pageNumber: '2',
    pageSize: '10',
    query: '123',
    subjectId: 'P004',
    siteId: 'SITE007',
    status: 'RECEIVED',
  })
})

test('SAMP-09 typing a subject asks once the typing pauses, from the first page on', async () => {
  const asked = serverAnswers(samplesApi.search, listOf([aSample()], 45))
  const { user, place } = openAddress('/samples?page=2')
  await screen.findByText('NB-P004-EDTA-2')

  await user.type(screen.getByRole('searchbox', { name: 'Subject ID' }), 'P004')

  await waitFor(() => expect(place()).toBe('/samples?subjectId=P004'))
  expect(asked).toHaveLength(2)
  expect(asked[1]?.query).toMatchObject({ pageNumber: '0', subjectId: 'P004' })
})

test('a page further on stands in the address, and the old rows stay until it comes', async () => {
  let answerSecond = () => {}
  serverAnswers(samplesApi.search, async ({ query }) => {
    if (query.pageNumber === '0') return listOf([aSample()], 20)
    await new Promise<void>((resolve) => {
      answerSecond = resolve
    })
    return listOf([aSample({ id: crypto.randomUUID(), name: 'NB-P009' })], 20)
  })
  const { user, place } = openAddress('/samples')
  await screen.findByText('NB-P004-EDTA-2')

  await user.click(screen.getByRole('listitem', { name: '2' }))

  expect(place()).toBe('/samples?page=2')
  expect(screen.getByText('NB-P004-EDTA-2')).toBeInTheDocument()
  answerSecond()
  expect(await screen.findByText('NB-P009')).toBeVisible()
  expect(screen.queryByText('NB-P004-EDTA-2')).not.toBeInTheDocument()
})

test('says that only one batch is shown, and shows all again', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const asked = serverAnswers(samplesApi.search, listOf([aSample()]))
  const { user, place } = openAddress(`/samples?batchId=${aBatch().id}`)
  expect(await screen.findByText('Nordic study 4', { selector: 'strong' })).toBeVisible()
  expect(asked[0]?.query).toMatchObject({ batchId: aBatch().id })
  await user.click(screen.getByRole('button', { name: 'Show all batches' }))
  expect(place()).toBe('/samples')
})

test('an empty laboratory is shown the way to its first samples', async () => {
  serverAnswers(samplesApi.search, listOf([]))
  openAddress('/samples')
  expect(await screen.findByRole('link', { name: 'Create a patient batch' })).toBeVisible()
})

test('filters that match nothing can be cleared', async () => {
  serverAnswers(samplesApi.search, listOf([]))
  const { user, place } = openAddress('/samples?query=nothing')
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }))
  expect(place()).toBe('/samples')
})

test('ERR-50 says that the samples could not be loaded, and why', async () => {
  serverRefuses(samplesApi.search, 400, { code: 'request-invalid', message: 'siteId is too long' })
  openAddress('/samples')
  expect(await screen.findByText('Failed to fetch samples')).toBeVisible()
  expect(screen.getByText('siteId is too long')).toBeVisible()
})
