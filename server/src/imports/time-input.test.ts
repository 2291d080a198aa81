import { timeZoneNamed, utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { timeInputOf } from './time-input.ts'

const clock = { format: 'csv', now: new Date('2026-11-20T12:00:00Z') } as const
const messageOf = (text: string, dateOrder: 'day-first' | 'month-first') =>
  timeInputOf({ name: 'UTC', zone: utc }, { ...clock, dateOrder }).safeParse(text).error?.issues[0]?.message

test.each([
  ['11/20/2025', 'day-first'],
  ['20/11/2025 09:30', 'month-first'],
  ['20/11/2026', 'month-first'],
  ['13/1/2026', 'month-first'],
] as const)('%s, read %s, is said to be in the other order', (text, order) => {
  expect(messageOf(text, order)).toBe(
    'is a date in the other order: if the others are so too, go back and choose that one',
  )
})

test.each(['20/20/2025', '0/11/2025', '31/02/2025'])('%s is no day in any order', (text) => {
  expect(messageOf(text, 'day-first')).toMatch(/^must be a time such as /)
})

const noZone = { name: undefined, zone: utc }
const berlin = { name: 'Europe/Berlin', zone: timeZoneNamed('Europe/Berlin') }

/** Returns the time that is read, or why it is refused. */
function timeIn(text: string, laboratoryTime: typeof noZone | typeof berlin = noZone): string | undefined {
  const schema = timeInputOf(laboratoryTime, {
    format: 'csv',
    now: new Date('2027-01-01T00:00:00Z'),
    dateOrder: undefined,
  })
  const { data, error } = schema.safeParse(text)
  return data ?? error?.issues[0]?.message
}

test.each([
  ['2026/11/5', '2026-11-05T00:00:00.000Z'],
  ['2026.11.20 9:30Z', '2026-11-20T09:30:00.000Z'],
  ['20-Nov-2026', '2026-11-20T00:00:00.000Z'],
  ['20NOV2026', '2026-11-20T00:00:00.000Z'],
  ['5. März 2026', '2026-03-05T00:00:00.000Z'],
  ['Nov 20, 2026', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20 09:30:00+01', '2026-11-20T08:30:00.000Z'],
  ['2026-11-20 09:30:00.250 UTC', '2026-11-20T09:30:00.250Z'],
  ['2026-11-20 09:30:00 Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:00-0500', '2026-11-20T14:30:00.000Z'],
  ['20 Nov 2026 09:30 +0530', '2026-11-20T04:00:00.000Z'],
])('%s is read: its day, month and year cannot be mistaken', (text, at) => {
  expect(timeIn(text)).toBe(at)
})

test.each([
  '2026/11-20',
  '2026/13/20',
  '26/11/20 09:30Z',
  '20-Nov-26',
  '31-Feb-2026',
  '20-Nob-2026',
  '20-No-2026',
  '20 November',
  'Nov 2026',
  '2026-11-20 09:30:00 CET',
  '2026-11-20 09:30:00+1',
])('%s is refused', (text) => {
  expect(timeIn(text)).toMatch(/^must be a time such as/)
})

test('a half of the day is read on the clocks of the laboratory', () => {
  expect(timeIn('2026-11-20 9:30 PM', berlin)).toBe('2026-11-20T20:30:00.000Z')
  expect(timeIn('20-Nov-2026 12:30:00 a.m.', berlin)).toBe('2026-11-19T23:30:00.000Z')
  expect(timeIn('2026-11-20 13:30 PM', berlin)).toMatch(/^must be a time such as/)
})
