import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LifeLine } from './life-line.tsx'
import type { LifeStep } from './life-steps.ts'

const at = '2026-11-02T08:00:00.000Z'
const known: LifeStep = { label: 'Received', at }
const skipped: LifeStep = { label: 'Processed', at: null }

/** What the line from each step to the next looks like. */
function linesOf(steps: LifeStep[]) {
  render(<LifeLine steps={steps.map((step, index) => ({ ...step, label: `${step.label} ${index}` }))} />)
  return screen.getAllByRole('listitem').map(({ dataset }) => dataset.goesOn === 'true')
}

test('the line is solid only between two steps that happened', () => {
  expect(linesOf([known, known, skipped, skipped, known, skipped])).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
