import { batchesApi } from '@lims/contract/batches.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../test/records.ts'
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
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
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

test('E14 the name and the description are seen once, in the heading, and read aloud in the table too', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus: { RECEIVED: 12, COLLECTED: 18 } }) })
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
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

test("lists the batch's samples by page", async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const requests = serverAnswers(samplesApi.search, {
    samples: [aSample({ status: 'RECEIVED' })],
    totalSamples: 30,
    totalIsExact: true,
  })
  const { user, place } = openAddress(address)
  const row = (await screen.findByRole('link', { name: 'NB-P004-EDTA-2' })).closest('tr') as HTMLElement
  expect(within(row).getByText('RECEIVED')).toBeVisible()
  expect(requests[0]?.query).toEqual({ batchId: aBatch().id, pageNumber: '0', pageSize: '10' })

  await user.click(screen.getByRole('listitem', { name: '3' }))
  expect(place()).toBe(`${address}?page=3`)
  expect(requests[1]?.query).toMatchObject({ pageNumber: '2' })
})

test("ERR-20 says 'No batch found.' with the reason", async () => {
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: 'Batch not found' })
  openAddress(address)
  expect(await screen.findByText('No batch found.')).toBeVisible()
  expect(screen.getByText('Batch not found')).toBeVisible()
})
