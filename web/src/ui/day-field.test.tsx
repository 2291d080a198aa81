import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DayField } from './day-field.tsx'

function Day({ isEnd }: { isEnd: boolean }) {
  const [instant, setInstant] = useState<string>()
  return (
    <>
      <label htmlFor="day">Day</label>
      <DayField id="day" value={instant} onChange={setInstant} isEnd={isEnd} />
      <output>{instant}</output>
    </>
  )
}

test.each([
  ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // Here clocks are put forward at midnight: the day begins at 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z'],
])('in %s the day %s begins and ends at its own midnights, and stays the day', (zone, day, begin, end) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const isEnd of [false, true]) {
    const { unmount } = render(<Day isEnd={isEnd} />)
    const field = screen.getByLabelText('Day')
    fireEvent.change(field, { target: { value: day } })
    expect(screen.getByRole('status')).toHaveTextContent(isEnd ? end : begin)
    expect(field).toHaveValue(day)
    unmount()
  }
})
