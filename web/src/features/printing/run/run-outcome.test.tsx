import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { initialState } from './print-run-state.ts'
import { RunOutcome } from './run-outcome.tsx'

const counts = { waiting: 1, sending: 0, sent: 0, failed: 0, unknown: 0, cancelled: 0 }

test.each([
  [
    'The server did not answer. It may have been saved all the same; trying again is safe.',
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
