import { batchesApi } from '@lims/contract/batches.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aSample, aTree } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import './batch-details-screen.tsx'

const tubeTypes = [
  { tubeType: 'EDTA', count: 6 },
  { tubeType: 'DBS', count: 2 },
]
const address = `/batches/${aBatch().id}`

beforeEach(() => {
  signIn()
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
})

test('BATCHD-01 BATCHD-02 BATCHD-03 shows every field and the metadata, with the way back', async () => {
  const metadata = { ...aBatch().metadata, siteId: 'SITE007', tubeTypes }
  serverAnswers(batchesApi.get, { batch: aBatch({ metadata }) })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)

  await screen.findByRole('table', { name: 'Batch' })
  const rows = ['Batch', 'Metadata'].flatMap((name) =>
    within(screen.getByRole('table', { name })).getAllByRole('row'),
  )
  const created = formatInstant(aBatch().metadata.createdAt)
  expect(rows.map((row) => row.textContent)).toEqual([
    `ID${aBatch().id}`,
    'NameNordic study 4',
    'DescriptionBaseline visits',
    'Sample Count30',
    `Created at${created}`,
    `Updated at${created}`,
    'Site IDSITE007',
    'Tube types6 EDTA, 2 DBS',
  ])
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/batches')
})

test('ERR-01 an unfinished print run that could not be looked for is not taken for none', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.tree, aTree())
  serverRefuses(printRunsApi.open, 400, { code: 'internal', message: 'No.' })
  openAddress(address)
  expect(await screen.findByText('Failed to fetch the print run')).toBeVisible()
})

test('a site that a person may not see is shown as hidden, and not as missing', async () => {
  const metadata = { ...aBatch().metadata, siteId: null }
  serverAnswers(batchesApi.get, { batch: aBatch({ metadata, masked: true }) })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)
  const head = await screen.findByRole('rowheader', { name: 'Site ID' })
  expect(head.parentElement).toHaveTextContent('•••hidden')
})

test('E14 the name and the description are seen once, in the heading, and read aloud in the table too', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus: { RECEIVED: 12, COLLECTED: 18 } }) })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)
  expect(await screen.findByRole('heading', { name: 'Nordic study 4' })).toBeVisible()
  for (const field of ['Name', 'Description']) {
    expect(screen.getByRole('rowheader', { name: field }).parentElement).toHaveClass('read-aloud-only')
  }
  expect(screen.getByRole('rowheader', { name: 'Sample Count' }).parentElement).not.toHaveClass(
    'read-aloud-only',
  )
  expect(screen.getByRole('link', { name: '12 RECEIVED' })).toHaveAttribute(
    'href',
    `/samples?batchId=${aBatch().id}&status=RECEIVED`,
  )
})

test('VALID-36 a description that is a web address is a link in the heading, and no second one that is not seen', async () => {
  const description = 'https://wiki.example/nordic-4'
  serverAnswers(batchesApi.get, { batch: aBatch({ description }) })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)
  const heading = await screen.findByRole('heading', { name: 'Nordic study 4' })
  const header = within(heading.closest('header') as HTMLElement)
  expect(header.getByRole('link', { name: description })).toHaveAttribute('href', description)
  expect(screen.getAllByRole('link', { name: description })).toHaveLength(1)
})

test('children, which do not arrive, are counted apart from the tubes that have not arrived', async () => {
  const byStatus = { UNKNOWN: 61, RECEIVED: 10, PROCESSED: 20 }
  const children = { total: 70, byStatus: { UNKNOWN: 60, PROCESSED: 10 } }
  serverAnswers(batchesApi.get, { batch: { ...aBatch({ numSamples: 91, byStatus }), children } })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)
  const progress = await screen.findByRole('region', { name: 'Progress' })
  const list = within(within(progress).getByRole('list', { name: 'Samples by status' }))
  const inBatch = `/samples?batchId=${aBatch().id}`
  expect(
    list.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['1 UNKNOWN', `${inBatch}&status=UNKNOWN&hasParent=no`],
    ['10 RECEIVED', `${inBatch}&status=RECEIVED`],
    ['20 PROCESSED', `${inBatch}&status=PROCESSED`],
    ['60 unprocessed children', `${inBatch}&status=UNKNOWN%2CCOLLECTED&hasParent=yes`],
  ])
  expect(list.getByText('Unprocessed children')).toBeVisible()
  expect(barParts(progress)).toEqual(['1', '10', '20', '60'])
})

test('the bar of a batch of unprocessed children only is not empty', async () => {
  const children = { total: 1, byStatus: { COLLECTED: 1 } }
  serverAnswers(batchesApi.get, {
    batch: { ...aBatch({ numSamples: 1, byStatus: { COLLECTED: 1 } }), children },
  })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(address)
  const progress = await screen.findByRole('region', { name: 'Progress' })
  expect(within(progress).getByRole('link', { name: '1 unprocessed child' })).toHaveTextContent(
    /^Unprocessed child1$/,
  )
  expect(barParts(progress)).toEqual(['1'])
})

/** How much each part of the bar takes of it. */
const barParts = (progress: HTMLElement) =>
  Array.from(progress.querySelectorAll<HTMLElement>('[aria-hidden] > span'), ({ style }) => style.flexGrow)

test("E4 lists the batch's samples in their families, with the columns that are chosen for the list", async () => {
  const parent = aSample({ status: 'RECEIVED', subjectId: 'P004' })
  const child = aSample({ id: crypto.randomUUID(), name: 'NB-P004-EDTA-2-DNA-1', parentSampleId: parent.id })
  localStorage.setItem('lims.sample-columns.ada', JSON.stringify(['status', 'subject']))
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const requests = serverAnswers(samplesApi.tree, aTree([parent, child]))
  openAddress(address)

  const family = (await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })).closest('.ant-table-row')
  expect(within(family as HTMLElement).getByText('RECEIVED')).toBeVisible()
  expect(within(family as HTMLElement).getByText('P004')).toBeVisible()
  expect(screen.getByRole('link', { name: child.name })).toBeVisible()
  expect(requests[0]?.query).toEqual({ batchId: aBatch().id })
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '',
    'Sample Hierarchy',
    'Status',
    'Subject',
    'Actions',
  ])
  expect(screen.queryByLabelText(`Choose the samples of ${aBatch().name}`)).not.toBeInTheDocument()
})

test('E4 sorts the samples of a batch by a column, which the address keeps', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.tree, aTree([aSample()]))
  const sorted = serverAnswers(samplesApi.search, {
    samples: [aSample()],
    totalSamples: 1,
    totalIsExact: true,
  })
  const { user, place } = openAddress(address)
  await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })
  await user.click(screen.getByRole('columnheader', { name: 'Status' }))
  await waitFor(() => expect(sorted[0]?.query).toMatchObject({ batchId: aBatch().id, sort: 'status' }))
  expect(place()).toBe(`${address}?sort=status`)
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(place()).toBe(`${address}?sort=status&tab=history`)
})

test('an address with a page of former versions opens the batch', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.tree, aTree([aSample()]))
  openAddress(`${address}?page=3`)
  expect(await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })).toBeVisible()
})

test('E3 prints all samples of the batch, not only those on the screen', async () => {
  const all = Array.from({ length: 12 }, (_, index) =>
    aSample({ id: crypto.randomUUID(), name: `NB-${index + 1}` }),
  )
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.tree, aTree(all))
  const print = vi.fn(() => screen.getByRole('table', { name: 'Samples' }).textContent)
  vi.stubGlobal('print', print)
  const { user } = openAddress(address)
  await user.click(await screen.findByRole('button', { name: 'Print List' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(print.mock.results[0]?.value).toContain('NB-12')
  vi.unstubAllGlobals()
})

test("ERR-20 says 'No batch found.' with the reason", async () => {
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: 'Batch not found' })
  openAddress(address)
  expect(await screen.findByText('No batch found.')).toBeVisible()
  expect(screen.getByText('Batch not found')).toBeVisible()
})
