import { expect, test } from 'vitest'
import { parseReadings } from './parse-readings.ts'

const local = (text: string) => new Date(text).toISOString()

test.each([
  ['2026-11-20 9:30:00;-80.5', '2026-11-20T09:30'],
  ['2026-11-20;9:30;-80,5', '2026-11-20T09:30'],
  ['2026/11/20 09:30;-80.5', '2026-11-20T09:30'],
  ['2026/11/5 9:30:15,-80.5', '2026-11-05T09:30:15'],
  ['2026/11/20,09:30:00,-80.5', '2026-11-20T09:30'],
  ['2026.11.20 09:30;-80.5', '2026-11-20T09:30'],
  ['2026-11-20 09:30:00 PM;-80.5', '2026-11-20T21:30'],
  ['2026/11/20 12:30:00 AM;-80.5', '2026-11-20T00:30'],
  ['20.11.2026 09:30:00.250;-80.5', '2026-11-20T09:30'],
  ['11/20/2026 9:30:00.250 PM;-80.5', '2026-11-20T21:30'],
  ['20/11/2026 9:30:00 p.\u00a0m.;-80,5', '2026-11-20T21:30'],
  ['20-Nov-2026 09:30:00;-80.5', '2026-11-20T09:30'],
  ['20 Nov 2026, 9:30 PM;-80.5', '2026-11-20T21:30'],
  ['20. November 2026;09:30;-80,5', '2026-11-20T09:30'],
  ['5-Okt-2026,09:30,-80.5', '2026-10-05T09:30'],
])('a time of another logger, with the year first or a short hour, is read: %j', (line, at) => {
  expect(parseReadings(`Time;Value\n${line}\n`)).toMatchObject({
    readings: [{ at: local(at), celsius: -80.5 }],
    problems: [],
    numProblems: 0,
  })
})

test.each([
  ['2026-11-20 09:30:00 UTC', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00 GMT', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00 +0100', '2026-11-20T08:30:00.000Z'],
  ['20-Nov-2026 9:30 AM -05:00', '2026-11-20T14:30:00.000Z'],
])('a time with its offset after a space is read: %s', (time, at) => {
  expect(parseReadings(`created_at,entry_id,field1\n${time},1,-80.5\n`, { column: 2 })).toMatchObject({
    readings: [{ at, celsius: -80.5 }],
    hasOwnOffsets: true,
    numProblems: 0,
  })
})

test.each([
  '2026/11-20 09:30',
  '2026-11-20 13:30 PM',
  '2026/20/11 09:30',
  '2026-11-20 24:30',
  '31-Feb-2026 09:30',
  '20-Nob-2026 09:30',
  '2026-11-20 09:30 CET',
])('what only looks like such a time is not: %s', (time) => {
  expect(parseReadings(`Time;Value\n${time};-80.5\n`)).toMatchObject({ readings: [], numProblems: 1 })
})

test('a date with hyphens and the year last is read once its order is known', () => {
  const of = (day: string) => parseReadings(`Time;Value\n${day} 09:30;-80,5\n`)
  expect(of('20-11-2026').readings).toEqual([{ at: local('2026-11-20T09:30'), celsius: -80.5 }])
  expect(of('05-11-2026')).toMatchObject({ readings: [], ambiguousTime: '05-11-2026 09:30' })
})

test.each([
  ['20.11.26 09:30;-80,5', '2026-11-20T09:30'],
  ['20.11.26;09:30:15;-80,5', '2026-11-20T09:30:15'],
  ['11/20/26 09:30:00 PM;-80.5', '2026-11-20T21:30'],
  ['11-20-26,9:30,-80.5', '2026-11-20T09:30'],
])('a year of two digits is of this century: %j', (line, at) => {
  expect(parseReadings(`Time;Value\n${line}\n`)).toMatchObject({
    readings: [{ at: local(at), celsius: -80.5 }],
    numProblems: 0,
  })
})

test('a file of HOBOware, as it is by default, is read', () => {
  const header =
    '"Plot Title: Freezer 3"\n"#","Date Time, GMT+01:00","Temp, °C (LGR S/N: 123)","Coupler Attached"\n'
  const lines = '1,11/20/26 09:30:00 AM,-80.5,Logged\n2,11/20/26 09:40:00 PM,-80.0,\n'
  expect(parseReadings(header + lines)).toMatchObject({
    readings: [
      { at: '2026-11-20T08:30:00.000Z', celsius: -80.5 },
      { at: '2026-11-20T20:40:00.000Z', celsius: -80 },
    ],
    numProblems: 0,
  })
})

test('where a year of two digits may come first, a person decides', () => {
  const of = (...days: string[]) =>
    parseReadings(`Time;Value\n${days.map((day) => `${day} 09:30;-80,5\n`).join('')}`)
  expect(of('26/11/27', '26/11/28')).toMatchObject({
    readings: [],
    ambiguousTime: '26/11/27 09:30',
    possibleOrders: [{ order: 'day first', at: new Date(local('2027-11-26T09:30')) }],
  })
  expect(of('12/11/26', '13/11/26').readings.map(({ at }) => at)).toEqual([
    local('2026-11-12T09:30'),
    local('2026-11-13T09:30'),
  ])
  expect(of('05/11/26')).toMatchObject({ readings: [], ambiguousTime: '05/11/26 09:30' })
})
