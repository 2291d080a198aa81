import { type PrintedBefore, printRunsApi } from '@lims/contract/print-runs.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { agentAnswers, agentRuns, hostStatus, plain } from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aBatch, aPrintedBefore, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { StartPanel } from './start-panel.tsx'

beforeEach(() => {
  agentRuns()
  agentAnswers('/read', plain(hostStatus()))
})

const start = vi.fn()
const open = (total: number, printedBefore: number, doubts: Partial<PrintedBefore> = {}) => {
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(total, printedBefore, doubts))
  start.mockClear()
  return openScreen(
    <StartPanel
      source={{ batchId: aBatch().id }}
      numSamples={total}
      start={{ mutate: start, error: null, isPending: false }}
      onClose={() => {}}
    />,
  )
}
const startButton = () => screen.getByText('Start Printing').closest('button') as HTMLElement
const isReady = () => screen.findByText('Printer ready')

test('a batch that was printed before is shown as such, and needs a reason', async () => {
  const user = open(20, 20)
  expect(await screen.findByText('All 20 labels were printed before.')).toBeInTheDocument()
  expect(screen.queryByText('20 labels to print')).toBeNull()
  await isReady()
  expect(startButton()).toBeDisabled()
  expect(screen.queryByText(/definitely not printed yet/)).toBeNull()

  await user.type(screen.getByLabelText('Reason'), 'smudged')
  await user.click(startButton())
  expect(start).toHaveBeenCalledWith({ reason: 'smudged' })
})

test('of a batch that was partly printed, the rest is printed unless the person chooses all', async () => {
  const user = open(8, 5)
  expect(await screen.findByText('5 of 8 labels were printed before.')).toBeInTheDocument()
  expect(screen.getByText('3 labels to print')).toBeInTheDocument()
  await isReady()
  await waitFor(() => expect(startButton()).toBeEnabled())
  await user.click(startButton())
  expect(start).toHaveBeenCalledWith({ onlyUnprinted: true })

  await user.click(screen.getByLabelText('Print all labels again'))
  expect(screen.getByText('8 labels to print')).toBeInTheDocument()
  expect(startButton()).toBeDisabled()
  await user.type(screen.getByLabelText('Reason'), 'smudged')
  await user.click(startButton())
  expect(start).toHaveBeenLastCalledWith({ reason: 'smudged' })
})

test('a batch that was never printed needs no reason', async () => {
  const user = open(2, 0)
  expect(await screen.findByText('2 labels to print')).toBeInTheDocument()
  await isReady()
  await waitFor(() => expect(startButton()).toBeEnabled())
  await user.click(startButton())
  expect(start).toHaveBeenCalledWith({})
  expect(screen.queryByText(/printed before/)).toBeNull()
})

test('ERR-01 when it cannot be read what was printed, the panel says so, and printing is still offered', async () => {
  serverRefuses(printRunsApi.printedBefore, 500)
  openScreen(
    <StartPanel
      source={{ batchId: aBatch().id }}
      numSamples={2}
      start={{ mutate: start, error: null, isPending: false }}
      onClose={() => {}}
    />,
  )
  await isReady()
  await waitFor(() => expect(startButton()).toBeEnabled())
  expect(screen.getByText('It could not be checked which labels were printed before')).toBeVisible()
  expect(screen.queryByText('2 labels to print')).toBeNull()
})

test.each([
  [8, 5, 1, '4 of 8 labels were printed before, and 1 may have been.'],
  [8, 1, 1, '1 of 8 labels may have been printed before.'],
  [8, 8, 8, 'All 8 labels may have been printed before.'],
  [1, 1, 1, 'The label may have been printed before.'],
])(
  'of %i labels, %i of them printed with %i in doubt, the doubt is named',
  async (total, printed, inDoubt, title) => {
    const sample = { sampleId: aSample().id, sampleName: 'NB-0012', tubeId: 'T0000012' }
    open(total, printed, { inDoubt, samplesInDoubt: [sample] })
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /NB-0012/ })).toHaveAttribute(
      'href',
      `/samples/${sample.sampleId}`,
    )
    expect(screen.queryByText('and 7 more') !== null).toBe(inDoubt === 8)
  },
)
