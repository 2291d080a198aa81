import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aBatch, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { setWidth } from '../../../../test/width.ts'
import { saveSelection } from '../../../features/sample-selection/saved-selection.ts'
import './selection-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const sample = (number: number, place: ChosenDetails['place'] = null): ChosenDetails => ({
  ...aSample(),
  id: `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`,
  name: `NB-${number}`,
  alias: `T000000${number}`,
  batchName: aBatch().name,
  place,
  custodyEventId: null,
})

test('a refetch that fails leaves the samples chosen as they are', async () => {
  const { streams } = serverStreams()
  signIn()
  const samples = [sample(1), sample(2)]
  serverAnswers(sampleBulkApi.chosen, { samples })
  const list = saveSelection(samples.map(({ id }) => id))
  const { user } = openAddress(`/samples/selection?list=${list}`)
  await user.click(await screen.findByLabelText('Choose NB-2'))
  expect(screen.getByText('1 chosen')).toBeVisible()

  const refused = serverRefuses(sampleBulkApi.chosen, 503)
  streams.at(-1)?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(refused).toHaveLength(3))
  const again = serverAnswers(sampleBulkApi.chosen, { samples })
  streams.at(-1)?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(again).toHaveLength(1))

  expect(await screen.findByLabelText('Choose NB-2')).not.toBeChecked()
  expect(screen.getByText('1 chosen')).toBeVisible()
})

test.each([1440, 390])(
  'the place of a sample is its path, with the freezer, and leads to the cell, at %i pixels',
  async (width) => {
    setWidth(width)
    vi.stubGlobal('innerWidth', width)
    signIn()
    const samples = ['Rack A', 'Rack B'].map((rack, index) =>
      sample(index + 1, {
        storageId: index + 7,
        storageName: 'Box 1',
        rowCoordinate: 1,
        columnCoordinate: 2,
        position: 'B1',
        path: `Freezer 1 › ${rack} › Box 1 › B1`,
      }),
    )
    serverAnswers(sampleBulkApi.chosen, { samples: [...samples, sample(3)] })
    openAddress(`/samples/selection?list=${saveSelection([...samples, sample(3)].map(({ id }) => id))}`)
    const first = await screen.findByRole('link', { name: 'Freezer 1 › Rack A › Box 1 › B1' })
    expect(first).toHaveAttribute('href', '/storage/7/enhanced?cell=B1')
    expect(screen.getByRole('link', { name: 'Freezer 1 › Rack B › Box 1 › B1' })).toBeVisible()
    expect(screen.getByText('not in storage')).toBeVisible()
  },
)

test('on paper there is a row for each chosen sample, also for those out of view', async () => {
  signIn()
  const samples = Array.from({ length: 60 }, (_, index) => ({
    ...sample(1),
    id: `7f9c24e8-3b1a-4d0e-9c55-0000000001${String(index).padStart(2, '0')}`,
    name: `NB-${index}`,
    alias: `T${1000 + index}`,
  }))
  serverAnswers(sampleBulkApi.chosen, { samples })
  const { user } = openAddress(`/samples/selection?list=${saveSelection(samples.map(({ id }) => id))}`)
  expect(await screen.findByText('60 chosen')).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Printed samples' })).toBeNull()
  const rowsOnPaper = (count: string) => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getByText(/ · printed /)).toHaveTextContent(count)
    const paper = screen.getByRole('table', { name: 'Printed samples', hidden: true })
    const rows = within(paper).getAllByRole('row', { hidden: true }).slice(1)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    return rows.map(({ textContent }) => textContent)
  }
  expect(rowsOnPaper('60 samples · printed')).toHaveLength(60)
  // On paper another number may be printed.
  expect(screen.getByText('60 samples')).toHaveClass('not-printed')
  expect(rowsOnPaper('60 samples · printed')[59]).toBe('NB-59T1059◔COLLECTED not in storage☐')
  await user.click(screen.getByLabelText('Choose NB-0'))
  expect(rowsOnPaper('The 59 chosen of 60 samples · printed')).toHaveLength(59)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(rowsOnPaper('60 samples · printed')).toHaveLength(60)
})

test('the sheet says how many of the selected samples were deleted since', async () => {
  signIn()
  const samples = [sample(1), sample(2)]
  serverAnswers(sampleBulkApi.chosen, { samples })
  const list = saveSelection([...samples, sample(3), sample(4)].map(({ id }) => id))
  const { user } = openAddress(`/samples/selection?list=${list}`)
  expect(await screen.findByText('2 samples, 2 deleted since')).toBeVisible()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/ · printed /)).toHaveTextContent(/^2 samples · 2 deleted since · printed /)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await user.click(screen.getByLabelText('Choose NB-2'))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const heading = screen.getByText(/ · printed /)
  expect(heading).toHaveTextContent(/^The 1 chosen of 2 samples · 2 deleted since · printed /)
  act(() => void window.dispatchEvent(new Event('afterprint')))
})
