import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { initialState } from './print-run-state.ts'
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
