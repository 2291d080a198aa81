import { printTexts } from '@lims/contract/print-agent.ts'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { openPrintDesk, type PrintDesk, until } from '../../../../test/print-desk.ts'
import { initialState, type SendResult, type Verdict } from './print-run-state.ts'
import { RunOutcome } from './run-outcome.tsx'

const counts = { waiting: 1, sending: 0, sent: 0, failed: 0, unknown: 0, cancelled: 0 }

test.each([
  [
    'The server did not respond. It may have been saved all the same; trying again is safe.',
    /trying again is safe\. Labels are printed only/,
  ],
  ['HTTP error! status: 503', /status: 503\. Labels are printed only/],
])('a run that LIMS does not record says why in a sentence: %s', async (message, sentence) => {
  const state = {
    ...initialState({ counts }),
    phase: 'paused',
    issue: { source: 'server', message },
  } as const
  openScreen(<RunOutcome state={state} />)
  expect(await screen.findByText(sentence)).toBeVisible()
})

test.each([
  [1, '1 label in doubt: check whether it was printed.'],
  [2, '2 labels in doubt: check whether they were printed.'],
])('a finished run with %i in doubt asks to check', async (unknown, sentence) => {
  const state = {
    ...initialState({ counts: { ...counts, unknown } }),
    ending: { how: 'unfinished' },
  } as const
  openScreen(<RunOutcome state={state} />)
  expect(await screen.findByText(sentence)).toBeVisible()
})

test.each([
  [
    3,
    0,
    '3 labels in a row failed. Fix the printer, then resume; the failed labels can be retried at the end.',
  ],
  [
    0,
    3,
    '3 labels in a row were not confirmed by the printer. Fix the printer, check whether those in doubt were printed and decide, then resume.',
  ],
  [
    1,
    2,
    '3 labels in a row failed or are in doubt. Fix the printer, check whether those in doubt were printed and decide, then resume; the failed labels can be retried at the end.',
  ],
])(
  'a run that paused after three labels, %i failed and %i in doubt, says what to do',
  async (failed, unknown, text) => {
    const state = {
      ...initialState({ counts: { ...counts, failed, unknown } }),
      phase: 'paused',
      issue: { source: 'printer' },
    } as const
    openScreen(<RunOutcome state={state} />)
    expect(await screen.findByText(text)).toBeVisible()
  },
)

const sent: SendResult = { state: 'sent' }
const failed: SendResult = { state: 'failed', reason: 'out of labels' }
const doubtful: SendResult = { state: 'unknown', reason: 'connection lost' }
const inDoubt = /1 label in doubt: check whether it was printed\.$/

const agentReplies = (result: SendResult) => (desk: PrintDesk) => {
  desk.agent = () => result
}

/** Shows the outcome of a retry of label 2, which has failed, and of a decision about it. */
async function showRetry(
  change: (desk: PrintDesk) => void,
  { verdict, first = sent }: { verdict?: Verdict; first?: SendResult } = {},
) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const desk = openPrintDesk({ labels: 3, agent: (place) => [first, failed][place - 1] ?? sent })
  const queue = desk.openWindow()
  void queue.start()
  await until(queue, 'done')
  change(desk)
  void queue.retryFailures()
  await until(queue, 'done')
  const decision = verdict && queue.resolveDoubts([2], verdict)
  await vi.advanceTimersByTimeAsync(1000)
  await decision
  vi.useRealTimers()
  openScreen(<RunOutcome state={queue.state.get()} />)
}

test('ERR-41 a retry that prints all says so', async () => {
  await showRetry(agentReplies(sent))
  expect(await screen.findByText(printTexts.retriedAll)).toBeVisible()
})

test('ERR-41 a retry whose label in doubt was found printed says that all were printed', async () => {
  await showRetry(agentReplies(doubtful), { verdict: 'printed' })
  expect(await screen.findByText(printTexts.retriedAll)).toBeVisible()
})

test.each<[string, (desk: PrintDesk) => void, Verdict | undefined, string | RegExp]>([
  ['is in doubt', agentReplies(doubtful), undefined, inDoubt],
  ['was left out', agentReplies(doubtful), 'left-out', printTexts.completed],
  ['is of a deleted sample', (desk) => desk.deleted.add(2), undefined, printTexts.completed],
  ['another run has printed', (desk) => desk.printedElsewhere.add(2), undefined, printTexts.completed],
])('ERR-41 a retry whose label %s does not say that all were printed', async (_, change, verdict, text) => {
  await showRetry(change, verdict ? { verdict } : {})
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText(printTexts.retriedAll)).toBeNull()
})

test.each([
  ['ERR-41', sent, printTexts.retriedAll],
  ['ERR-40', failed, printTexts.retriedSome(1)],
])('%s the outcome of a retry stands beside the label that was in doubt before', async (_, result, text) => {
  await showRetry(agentReplies(result), { first: doubtful })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText(inDoubt)).toBeVisible()
})
