import { expect, test, vi } from 'vitest'
import { expectTimesAsLong } from '../../../../../tools/test/compare-times.ts'
import { parseReadings } from './parse-readings.ts'

vi.stubEnv('TZ', 'Europe/Berlin')
const line = '2026-11-03 14:05;-80,5\n'
const onClock = '2026-11-03T13:05:00.000Z'
const timesOf = (file: string) => parseReadings(file).readings.map(({ at }) => at)

test.each([
  [`Time (UTC);Temp (°C)\n${line}`, '14:05', 'UTC'],
  [`Time, UTC;Value\n${line}`, '14:05', 'UTC'],
  [`timestamp_utc;temp\n${line}`, '14:05', 'UTC'],
  [`Timezone;UTC\nTime;Temp\n${line}`, '14:05', 'UTC'],
  [`All times are UTC\nTime;Temp\n${line}`, '14:05', 'UTC'],
  [`Time zone: (UTC) Coordinated Universal Time\nTime;Temp\n${line}`, '14:05', 'UTC'],
  ['"Date Time, GMT+00:00","Temp, °C"\n"2026-11-03 14:05","-80.5"', '14:05', 'UTC'],
  ['"Date Time, GMT+01:00","Temp, °C"\n"2026-11-03 14:05","-80.5"', '13:05', 'UTC+01:00'],
  ['"Date Time, GMT-04:00","Temp, °C"\n2026-11-03 14:05,-80.5', '18:05', 'UTC−04:00'],
  ['Time (GMT+01:00),Temp\n11/26/2026 2:05 PM,-80.5\n11/3/2026 2:05 PM,-80.5', '13:05', 'UTC+01:00'],
  [`Timezone;UTC +2\nTime;Temp\n${line}`, '12:05', 'UTC+02:00'],
  [`Time (UTC/GMT +0530);Temp\n${line}`, '08:35', 'UTC+05:30'],
  [`UTC offset;+02:00\nTime;Temp\n${line}`, '12:05', 'UTC+02:00'],
  [`UTC offset (h): -3\nTime;Temp\n${line}`, '17:05', 'UTC−03:00'],
  [`Time zone: UTC+02:00, DST off\nTime;Temp\n${line}`, '12:05', 'UTC+02:00'],
  [`Date (UTC) Time;Temp\n${line}`, '14:05', 'UTC'],
  [`Time zone: UTC+5\nTime (UTC);Temp\n${line}`, '14:05', 'UTC'],
])('times without an offset have that of the header: %j', (file, time, offset) => {
  expect(timesOf(file).at(-1)).toBe(`2026-11-03T${time}:00.000Z`)
  expect(parseReadings(file).offset).toBe(offset)
})

test.each([
  'Recorded at (UTC)',
  'Device time (UTC)',
  'Time stamp (UTC+00:00)',
  'UTC Timestamp (ISO)',
  'Time UTC (24h)',
  'Time (UTC) [yyyy-MM-dd HH:mm]',
  'Horodatage (UTC)',
  'Time (UTC) dd/MM/yyyy',
  'Time (Etc/UTC)',
  'Time (UTC) Note',
  'Time (UTC) Estimated',
  'Fecha y hora (UTC)',
])('UTC by itself in the header of the times is sure beside any words: %s', (header) => {
  expect(timesOf(`${header};Temp\n${line}`)).toEqual(['2026-11-03T14:05:00.000Z'])
})

test.each([
  `Time;Temp\n${line}`,
  `Exported: 2026-11-28 13:00 UTC\nTime;Temp\n${line}`,
  `Exported (UTC);28.11.2026 13:00\nTime;Temp\n${line}`,
  `Time;Temp;Time of upload (UTC)\n${line}`,
  // These zones have summer time: the offset is that of their winter.
  `Time zone: (UTC+01:00) Amsterdam, Berlin, Bern, Rome\nTime;Temp\n${line}`,
  `Timezone;(UTC+00:00) Dublin, Edinburgh, Lisbon, London\nTime;Temp\n${line}`,
  `Time zone: GMT Standard Time\nTime;Temp\n${line}`,
  `Time zone: GMT/BST\nTime;Temp\n${line}`,
  `Time zone: UTC+01:00\nDaylight saving: yes\nTime;Temp\n${line}`,
  `Time zone: UTC+5.5\nTime;Temp\n${line}`,
  `UTC offset;+120\nTime;Temp\n${line}`,
  `Offset from UTC in minutes;60\nTime;Temp\n${line}`,
  `Time (UTC+25);Temp\n${line}`,
  `Model UTC4711\nOUTCOME\nTime;Temp\n${line}`,
])('times are those of the laboratory if no header says an offset for sure: %j', (file) => {
  expect(timesOf(file)).toEqual([onClock])
  expect(parseReadings(file).offset).toBeUndefined()
})

test('the offset of a time is before that of the header, and a person may choose the laboratory', () => {
  const file = `Time (UTC+02:00);Temp\n2026-11-03T14:05Z;-80\n2026-11-03 14:15;-80`
  expect(timesOf(file)).toEqual(['2026-11-03T14:05:00.000Z', '2026-11-03T12:15:00.000Z'])
  expect(parseReadings(`Time (UTC);Temp\n2026-11-03T14:05+0100;-80`)).toEqual({
    readings: [{ at: onClock, celsius: -80 }],
    problems: [],
    numProblems: 0,
    hasOwnOffsets: true,
  })
  expect(parseReadings(`Time (UTC);Temp\n${line}`, { usesLaboratoryTime: true })).toEqual({
    readings: [{ at: onClock, celsius: -80.5 }],
    problems: [],
    numProblems: 0,
    otherOffset: { name: 'UTC', text: 'Time (UTC)' },
  })
})

test.each([
  // Zones with summer time: the offset is that of their winter.
  ['Time zone: Europe/Berlin (UTC+01:00)\nTime;Temp', 'UTC+01:00'],
  ['Time zone: W. Europe Standard Time (UTC+01:00)\nTime;Temp', 'UTC+01:00'],
  ['Time zone: Central European Time (UTC+1)\nTime;Temp', 'UTC+01:00'],
  ['Time zone: CET/CEST (UTC+1)\nTime;Temp', 'UTC+01:00'],
  ['Timezone;UTC+01:00 Amsterdam, Berlin\nTime;Temp', 'UTC+01:00'],
  ['Time zone: GMT+1 Berlin\nTime;Temp', 'UTC+01:00'],
  ['Time zone: [UTC+01:00] Berlin, Rome\nTime;Temp', 'UTC+01:00'],
  ['Time zone (UTC+01:00) Amsterdam, Berlin\nTime;Temp', 'UTC+01:00'],
  ['Time zone - (UTC+01:00) Berlin\nTime;Temp', 'UTC+01:00'],
  ['Time (Europe/Berlin, UTC+1);Temp', 'UTC+01:00'],
  ['Time zone: London (GMT)\nTime;Temp', 'UTC'],
  ['Time zone: GMT, BST in summer\nTime;Temp', 'UTC'],
  ['Time zone: Eastern Time (GMT-5)\nTime;Temp', 'UTC−05:00'],
  ['Time zone: UTC+1/+2\nTime;Temp', 'UTC+01:00'],
  ['Local time (UTC+1, summer UTC+2);Temp', 'UTC+02:00'],
  ['Local time (UTC);Temp', 'UTC'],
  ['Time (GMT+1, sent as UTC);Temp', 'UTC'],
  // UTC beside another clock in the header of the times.
  ...[
    'Time UTC(+2)',
    'Time (UTC, +2h)',
    'Time (UTC 2)',
    'Time (UTC plus 2)',
    'Time (UTC, 2 h ahead)',
    'Time (UTC/BST)',
    'Time (CEST, not UTC)',
    'Time UTC → CEST',
    'Time (MESZ, UTC)',
    'Time (UTC/EST)',
    'Time (UTC/IST)',
    'Time (UTC/EEST)',
    'Time (UTC, JST)',
    'Time (UTC/MSK)',
    'Time (Europe/London, UTC)',
  ].map((title): [string, string] => [`${title};Temp`, 'UTC']),
  ['Time zone: UTC+01:00\nDaylight saving: yes\nTime;Temp', 'UTC+01:00'],
  // Lines about other times, or about none.
  ['Report created (UTC);28 Nov 2026\nTime;Temp', 'UTC'],
  ['Report;28 Nov 2026 1 PM UTC\nTime;Temp', 'UTC'],
  ['Clock set with UTC server\nTime;Temp', 'UTC'],
  ['Device;GMT-1\nTime;Temp', 'UTC−01:00'],
  ['UTC\nTime;Temp', 'UTC'],
  // Lines that contradict each other.
  ['Time zone: Berlin (UTC+1)\nAll times are UTC\nTime;Temp', 'UTC'],
])('an offset in doubt is shown, and read only if a person chooses it: %j', (header, name) => {
  const file = `${header}\n${line}`
  const { offset, otherOffset } = parseReadings(file)
  expect([timesOf(file), offset, otherOffset?.name]).toEqual([[onClock], undefined, name])
  expect(header).toContain(otherOffset?.text)
  const chosen = parseReadings(file, { usesLaboratoryTime: false })
  expect([chosen.offset, chosen.otherOffset]).toEqual([name, undefined])
})

test('the header of a column of other times, above a row of units, is no offset', () => {
  const file = `Time;Temp;Time of upload (UTC)\n;°C;\n${line}`
  expect(timesOf(file)).toEqual([onClock])
  expect(parseReadings(file).otherOffset).toBeUndefined()
})

test('hours that the clocks skip or show twice are those of the header', () => {
  const file = 'Time (UTC+01:00);Temp\n2026-03-29 02:30;-80\n2026-10-25 02:30;-80\n2026-10-25 02:30;-81'
  expect(timesOf(file)).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ])
})

test('a header with very many offsets is read in linear time', async () => {
  const readHeader = (length: number) => {
    const [header] = ['UTC+01:00 (UTC offset '.repeat(length)]
    expect(parseReadings(`Zone ${header}\nTime;Temp\n${line}`).readings).toHaveLength(1)
  }
  await expectTimesAsLong({
    base: () => readHeader(5000),
    work: () => readHeader(50_000),
    atMostTimes: 50,
  })
})
