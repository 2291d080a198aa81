import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../../../tools/test/compare-times.ts'
import { decodeLoggerFile, parseReadings } from './parse-readings.ts'

const local = (text: string) => new Date(text).toISOString()

test('a file with decimal commas, semicolons and a header is read', () => {
  const file = '\uFEFFZeit;Temperatur\r\n03.05.2026 14:05;-80,5\r\n03.05.2026 14:06:30;−79 °C\r\n'
  expect(parseReadings(file)).toEqual({
    readings: [
      { at: local('2026-05-03T14:05'), celsius: -80.5 },
      { at: local('2026-05-03T14:06:30'), celsius: -79 },
    ],
    problems: [],
    numProblems: 0,
  })
})

test('a first line sep=; names the delimiter and is counted as a line', () => {
  expect(parseReadings('\uFEFFsep=;\nTime, UTC;Value\n2026-05-03 14:05;-80,5\nbad')).toEqual({
    readings: [{ at: local('2026-05-03T14:05'), celsius: -80.5 }],
    problems: [{ line: 4, text: 'bad' }],
    numProblems: 1,
  })
  expect(parseReadings('sep=|\n2026-05-03 14:05|-80,5').readings).toEqual([
    { at: local('2026-05-03T14:05'), celsius: -80.5 },
  ])
})

test.each([
  ['UTF-8', 'utf8', ''],
  ['UTF-16', 'utf16le', '\uFEFF'],
  ['Windows-1252', 'latin1', ''],
] as const)('a file in %s is read with its °C', (_, encoding, mark) => {
  const bytes = Buffer.from(`${mark}Zeit;Wert\n03.05.2026 14:05;-80,5 °C\n`, encoding)
  expect(parseReadings(decodeLoggerFile(bytes)).readings).toEqual([
    { at: local('2026-05-03T14:05'), celsius: -80.5 },
  ])
})

test.each([
  ['2026-05-03T14:05:00Z,-80.5', '2026-05-03T14:05:00.000Z'],
  ['2026-05-03 14:05:00+0200,-80.5', '2026-05-03T12:05:00.000Z'],
  ['"2026-05-03 14:05"\t"-80.5"', local('2026-05-03T14:05')],
  ['"2026-05-03 14:05","-80,5"', local('2026-05-03T14:05')],
  ['"2026-05-03 14:05", "-80,5 °C","Freezer 1"', local('2026-05-03T14:05')],
  ['"2026-05-03 14:05",-80.5', local('2026-05-03T14:05')],
])('the line %s is read', (line, at) => {
  expect(parseReadings(line).readings).toEqual([{ at, celsius: -80.5 }])
})

test.each([
  '31.02.2026 14:05;-80',
  '2026-05-03 25:05;-80',
  '2026-05-03 14:05;warm',
  '2026-05-03 14:05;-300',
  '2026-05-03 14:05,-80,5',
  '"2026-05-03 14:05",-80,5',
  '"2026-05-03 14:05","-80,5',
  '2026-05-03 14:05',
  'tomorrow;-80',
])('the line %s is reported with its number', (line) => {
  expect(parseReadings(`time;value\n${line}`)).toEqual({
    readings: [],
    problems: [{ line: 2, text: line }],
    numProblems: 1,
  })
})

test('of many bad lines a few are shown and all are counted', () => {
  const { problems, numProblems } = parseReadings(`time;value\n${'bad\n'.repeat(1000)}`)
  expect([problems.length, numProblems]).toEqual([5, 1000])
})

/** Ratios, as the machine may be slow: quadratic work on ten times the text takes a hundred times as long. */
test('a line of very many blanks is read in linear time', async () => {
  const readBlanks = (length: number) => {
    const line = `2026-05-03 14:05;-80${' '.repeat(length)}x`
    expect(parseReadings(`time;value\n${line}`).numProblems).toBe(1)
  }
  await expectTimesAsLong({
    base: () => readBlanks(10_000),
    work: () => readBlanks(100_000),
    atMostTimes: 50,
  })
})
