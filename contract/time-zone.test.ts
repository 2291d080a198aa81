import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, isTimeZone, mondayOf, timeZoneNamed, utc } from './time-zone.ts'

const iso = (at: Date) => at.toISOString()
const shown = (text: string) => new Date(`${text}Z`)

test('the evening in Los Angeles is still the day before in UTC', () => {
  const zone = timeZoneNamed('America/Los_Angeles')
  const evening = new Date('2026-11-21T04:30:00Z')
  expect(zone.dayOf(evening)).toBe('2026-11-20')
  expect(utc.dayOf(evening)).toBe('2026-11-21')
  expect(zone.offsetOf(evening)).toBe('-08:00')
  expect(iso(zone.shownAt(evening))).toBe('2026-11-20T20:30:00.000Z')
})

test.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  // Clocks go from 24:00 to 01:00: the day has no midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // Clocks go back from 01:00 to 00:00: the day has two.
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  // From 23:30 to 00:30, and a day that Samoa left out.
  ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00.000Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  // An offset of 44 minutes and a half.
  ['Africa/Monrovia', '1950-06-01', '1950-06-01T00:44:30.000Z'],
])('in %s the day %s begins at %s', (name, day, start) => {
  expect(iso(timeZoneNamed(name).startOfDay(day))).toBe(start)
})

describe('a time on the clock', () => {
  const berlin = timeZoneNamed('Europe/Berlin')

  test('is shown once', () => {
    expect(berlin.instantsOf(shown('2026-07-01T09:30')).map(iso)).toEqual(['2026-07-01T07:30:00.000Z'])
  })
  test('is shown twice when the clocks are put back', () => {
    expect(berlin.instantsOf(shown('2026-10-25T02:30')).map(iso)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
  })
  test('is never shown when they are put forward', () => {
    expect(berlin.instantsOf(shown('2026-03-29T02:30'))).toEqual([])
  })
})

const zones = [
  ...['America/Los_Angeles', 'America/St_Johns', 'America/Santiago', 'Africa/Cairo', 'Africa/Monrovia'],
  ...['Europe/Berlin', 'Europe/Dublin', 'Atlantic/Azores', 'Asia/Kolkata', 'Asia/Gaza', 'Asia/Tehran'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'],
]
const aZone = fc.constantFrom(...zones)
const aTime = fc.date({
  min: new Date('1900-01-02'),
  max: new Date('2199-12-30'),
  noInvalidDate: true,
})
const kept = new Map(zones.map((name) => [name, timeZoneNamed(name)]))
const zoneOf = (name: string) => kept.get(name) ?? timeZoneNamed(name)

test('every instant is among those at which the clock shows its time', () => {
  fc.assert(
    fc.property(aZone, aTime, (name, at) => {
      const zone = zoneOf(name)
      expect(zone.instantsOf(zone.shownAt(at)).map(iso)).toContain(iso(at))
    }),
  )
})

test('the first instant of a day is of this day, and the one before it is not', () => {
  fc.assert(
    fc.property(aZone, aTime, (name, at) => {
      const zone = zoneOf(name)
      const day = zone.dayOf(at)
      const start = zone.startOfDay(day)
      expect(zone.dayOf(start)).toBe(day)
      expect(zone.dayOf(new Date(start.getTime() - 1)) < day).toBe(true)
      expect(start <= at).toBe(true)
    }),
  )
})

test('days and weeks are those of the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(['2026-11-15', '2026-11-16', '2026-11-22'].map(mondayOf)).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-16',
  ])
})

test('a time zone has a name of the time zone database', () => {
  const names = ['Europe/Berlin', 'UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/GMT+8']
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  expect(['', 'Berlin', '+02:00', 'UTC+2', 'Europe/', 'GMT+25'].filter(isTimeZone)).toEqual([])
})

test('an instant in a zone far from the present has a day too', () => {
  expect(zoneOf('Europe/Berlin').dayOf(new Date('0044-03-15T12:00:00Z'))).toBe('0044-03-15')
})
