import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MissedRefusals, missedRefusals } from './missed-refusals.tsx'

const aScan = (raw: string, scannedAt: number, settledAt: number | undefined, state: string) => ({
  id: `${raw} ${scannedAt}`,
  readings: { raw },
  scannedAt,
  ...(settledAt !== undefined && { settledAt }),
  progress: { state, ...(state === 'refused' && { reason: `${raw} is not on this list.` }) },
})
const codesOf = (scans: ReturnType<typeof aScan>[]) => scans.map(({ readings }) => readings.raw)

test('a refusal is missed if another code was scanned before it came', () => {
  const online = [aScan('B', 20, 21, 'picked'), aScan('A', 10, 11, 'refused')]
  expect(missedRefusals(online)).toEqual([])
  const offline = [
    aScan('C', 30, 102, 'picked'),
    aScan('B', 20, 101, 'refused'),
    aScan('A', 10, 100, 'picked'),
  ]
  expect(codesOf(missedRefusals(offline))).toEqual(['B'])
})

test('a refusal is not missed if the same code succeeded later, or waits for its reply', () => {
  const again = [
    aScan('A', 200, 201, 'picked'),
    aScan('B', 20, 101, 'picked'),
    aScan('A', 10, 100, 'refused'),
  ]
  expect(missedRefusals(again)).toEqual([])
  const waiting = [aScan('B', 20, undefined, 'unsent'), aScan('A', 10, undefined, 'unsent')]
  expect(missedRefusals(waiting)).toEqual([])
})

test('missed refusals are named until they are closed', async () => {
  const user = userEvent.setup()
  render(<MissedRefusals scans={[aScan('B', 20, 101, 'refused'), aScan('A', 10, 100, 'refused')]} />)
  expect(screen.getByText('2 earlier scans were refused')).toBeVisible()
  expect(screen.getByText('A is not on this list.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/refused/)).toBeNull()
})
