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
])('a time of another logger, with the year first or a short hour, is read: %j', (line, at) => {
  expect(parseReadings(`Time;Value\n${line}\n`)).toMatchObject({
    readings: [{ at: local(at), celsius: -80.5 }],
    problems: [],
    numProblems: 0,
  })
})

test.each(['2026/11-20 09:30', '2026-11-20 13:30 PM', '2026/20/11 09:30', '2026-11-20 24:30'])(
  'what only looks like such a time is not: %s',
  (time) => {
    expect(parseReadings(`Time;Value\n${time};-80.5\n`)).toMatchObject({ readings: [], numProblems: 1 })
  },
)

test('a date with hyphens and the year last is read once its order is known', () => {
  const of = (day: string) => parseReadings(`Time;Value\n${day} 09:30;-80,5\n`)
  expect(of('20-11-2026').readings).toEqual([{ at: local('2026-11-20T09:30'), celsius: -80.5 }])
  expect(of('05-11-2026')).toMatchObject({ readings: [], ambiguousTime: '05-11-2026 09:30' })
})
