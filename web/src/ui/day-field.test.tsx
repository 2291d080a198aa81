import { InstantInput } from '@lims/contract/bounds.ts'
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

test.each([
  ['0026-11-30', 'a field is left', '2026-11-30'],
  ['0005-11-30', 'a field is left', '2005-11-30'],
  ['0026-11-30', 'Enter is pressed', '2026-11-30'],
])('the two-digit year of %s is of this century when %s', (typed, end, day) => {
  render(<Day isEnd={false} />)
  const field = screen.getByLabelText('Day')
  fireEvent.change(field, { target: { value: typed } })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  if (end === 'Enter is pressed') fireEvent.keyDown(field, { key: 'Enter' })
  else fireEvent.blur(field)
  expect(field).toHaveValue(day)
  expect(screen.getByRole('status')).toHaveTextContent(new Date(`${day}T00:00`).toISOString())
})

test('a two-digit year of the day that is already chosen is completed too', () => {
  render(<Day isEnd={false} />)
  const field = screen.getByLabelText('Day')
  for (const typed of ['2026-11-30', '0026-11-30']) fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect(field).toHaveValue('2026-11-30')
})

test('a field that is left in a year that is not possible shows the day that is chosen', () => {
  render(<Day isEnd={false} />)
  const field = screen.getByLabelText('Day')
  for (const typed of ['2026-11-30', '0202-11-30']) fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect(field).toHaveValue('2026-11-30')
  expect(screen.getByRole('status')).toHaveTextContent(new Date('2026-11-30T00:00').toISOString())
})

test.each(['Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'in %s every day that is taken is a time that the server takes',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const isEnd of [false, true]) {
      const { unmount } = render(<Day isEnd={isEnd} />)
      const taken = ['1900-01-01', '1901-01-01', '2199-12-31', '2200-12-31', '2500-01-01'].filter((day) => {
        fireEvent.change(screen.getByLabelText('Day'), { target: { value: '' } })
        fireEvent.change(screen.getByLabelText('Day'), { target: { value: day } })
        const instant = screen.getByRole('status').textContent
        expect(instant === '' || InstantInput.safeParse(instant).success, `${day}: ${instant}`).toBe(true)
        return instant !== ''
      })
      expect(taken).toEqual(['1901-01-01', '2199-12-31'])
      unmount()
    }
  },
)
