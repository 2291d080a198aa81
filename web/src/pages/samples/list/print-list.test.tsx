import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'
import './sample-list-screen.tsx'

const place = { storageId: 9, location: 'D2', path: 'Freezer 1 › Box 9 › D2' }
const numbered = (number: number) =>
  aSample({ id: `7f9c24e8-3b1a-4d0e-9c55-${`${number}`.padStart(12, '0')}`, name: `NB-${number}`, place })

/** Two pages of one batch; the screen has loaded the first. */
function serverHasTwoPages(totalSamples = 2, second: Partial<SampleTreeReply> = {}) {
  const batches = [{ id: aBatch().id, name: 'Nordic study 4', numSamples: totalSamples, byStatus: {} }]
  const page = (number: number): SampleTreeReply => ({
    batches,
    samples: [{ ...numbered(number), children: [] }],
    totalSamples,
    totalIsExact: true,
    ...(number === 1 ? { nextCursor: '1.1' } : second),
  })
  return serverAnswers(samplesApi.tree, ({ query }) => page(query.cursor ? 2 : 1))
}

let printed: string[][] = []
const print = vi.fn(() => {
  const rows = within(screen.getByRole('table', { name: 'Samples', hidden: true })).getAllByRole('row', {
    hidden: true,
  })
  printed = rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
})

beforeEach(() => {
  signIn()
  printed = []
  print.mockClear()
  vi.stubGlobal('print', print)
})
afterEach(() => void vi.unstubAllGlobals())

test('E3 Print puts all samples that match on paper, not only those on the screen', async () => {
  const requests = serverHasTwoPages()
  const { user } = openAddress('/samples?status=COLLECTED')
  await screen.findByText('NB-1')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed).toEqual([
    ['Sample', 'Tube ID', 'Type', 'Status', 'Volume', 'Notes', 'Place'],
    ['Nordic study 4 2 samples'],
    ['NB-1', 'T0001230', 'PLASMA', expect.stringContaining('COLLECTED'), '2 mL', '', place.path],
    ['NB-2', 'T0001230', 'PLASMA', expect.stringContaining('COLLECTED'), '2 mL', '', place.path],
  ])
  expect(requests.at(-1)?.query).toEqual({ status: 'COLLECTED', pageSize: '1000', cursor: '1.1' })
  expect(screen.getByText(/^Status COLLECTED · printed/)).toBeInTheDocument()

  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Samples', hidden: true })).toBeNull())
})

test('E3 the sheet counts the samples and children of a batch as the screen does, and those that match', async () => {
  serverAnswers(samplesApi.tree, ({ query }) => ({
    batches: [
      {
        id: aBatch().id,
        name: 'Nordic study 4',
        numSamples: 91,
        byStatus: { UNKNOWN: 91 },
        children: { total: 60, byStatus: { UNKNOWN: 60 } },
      },
    ],
    samples: [
      { ...numbered(1), children: [numbered(2)], ...(query.sampleType && { isContext: true as const }) },
    ],
    totalSamples: query.sampleType ? 1 : 91,
    totalIsExact: true,
  }))
  const { user } = openAddress('/samples?sampleType=DNA')
  await screen.findByText('NB-2')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed[1]).toEqual(['Nordic study 4 31 samples and 60 children · 1 matches the filters'])
  // The parent is printed too, to show whose child it is.
  expect(printed.slice(2).map(([name]) => name)).toEqual(['NB-1 (does not match the filters)', 'NB-2'])
})

test('E3 the sheet names the filters behind More filters too', async () => {
  serverHasTwoPages()
  const parentPath = 'Freezer 1 › Rack A'
  serverAnswers(storageApi.get, { storage: aStorage({ id: 9, alias: 'Box 9', parentPath }) })
  const from = new Date(2026, 10, 9).toISOString()
  const to = new Date(2026, 10, 16).toISOString()
  const period = `createdFrom=${from}&createdTo=${to}`
  const { user } = openAddress(
    `/samples?status=COLLECTED&storageId=9&custody=MISSING&hasPlace=yes&hasFile=no&${period}`,
  )
  const chip = await screen.findByLabelText('Remove the filter Storage: Box 9')
  expect(within(chip).getByTitle('Storage: Freezer 1 › Rack A › Box 9')).toHaveTextContent('Box 9')
  expect(chip).not.toHaveAttribute('title')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const words = [
    'Status COLLECTED',
    'Storage Freezer 1 › Rack A › Box 9',
    'Custody Missing',
    'Place in storage',
    'Data file none',
    'Registered from 9 Nov 2026 to 15 Nov 2026',
  ]
  expect(screen.getByText(/ · printed /)).toHaveTextContent(words.join(' · '))
})

test('E3 the sheet of a part of an ID does not seem to be that of one subject', async () => {
  serverHasTwoPages(2, { byPartOfId: ['subjectId'] })
  const { user } = openAddress('/samples?subjectId=P1&siteId=SITE1')
  await screen.findByText('NB-1')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.getByText(/^Subject contains P1 · Site SITE1 · printed/)).toBeInTheDocument()
})

test.each(['p', 'з'])(
  'E3 Ctrl+P prints the same, in the order of the list; the layout has %s',
  async (key) => {
    const requests = serverAnswers(samplesApi.search, {
      samples: [numbered(2), numbered(1)],
      totalSamples: 2,
      totalIsExact: true,
    })
    openAddress('/samples?sort=-place')
    await screen.findByText('NB-2')
    expect(fireEvent.keyDown(document.body, { key, code: 'KeyP', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(printed.map(([name]) => name)).toEqual(['Sample', 'NB-2', 'NB-1'])
    expect(requests.at(-1)?.query).toEqual({ sort: '-place', pageNumber: '0', pageSize: '1000' })
  },
)

test('E3 too many samples are not printed, with a way to get them', async () => {
  serverHasTwoPages(10_609)
  const { user } = openAddress('/samples')
  await screen.findByText('NB-1')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  const sentence = await screen.findByText(/^10,609 samples match, and at most 5,000 are printed at once/)
  expect(sentence).toHaveTextContent('Narrow the filters, or export the list.')
  expect(print).not.toHaveBeenCalled()
})

test.each(['/samples', '/samples?sort=name'])(
  'E3 samples that become too many while they are loaded are not printed in part: %s',
  async (address) => {
    serverHasTwoPages(4990, { totalSamples: 5010, nextCursor: '1.2' })
    const samples = Array.from({ length: 1000 }, (_, index) => numbered(index))
    serverAnswers(samplesApi.search, ({ query }) => ({
      samples: query.pageSize === '1000' ? samples : [numbered(1)],
      totalSamples: query.pageNumber === '0' ? 4990 : 5010,
      totalIsExact: true,
    }))
    const { user } = openAddress(address)
    await screen.findByText('NB-1')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(await screen.findByText(/^5,010 samples match, and at most 5,000/)).toBeVisible()
    expect(print).not.toHaveBeenCalled()
  },
)

test('E3 printing by the menu of the browser says how to print all', async () => {
  serverHasTwoPages()
  openAddress('/samples')
  await screen.findByText('NB-1')
  expect(
    screen.getByText(/^Only the rows on the screen are printed\. Use the button that prints the list/),
  ).toBeInTheDocument()
})
