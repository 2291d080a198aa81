import { expect, test } from 'vitest'
import { parseReadings } from './parse-readings.ts'

const local = (text: string) => new Date(text).toISOString()

test.each([
  ['Time;Freezer 1;Freezer 2\n2026-11-03 14:05;-80,5;-20,1\n', ['Freezer 1', 'Freezer 2']],
  ['Time\tFreezer 1\tFreezer 2\n2026-11-03 14:05\t-80,5\t-20,1\n', ['Freezer 1', 'Freezer 2']],
  ['2026-11-03 14:05;-80,5;-20,1\n', ['Column 2', 'Column 3']],
  ['"Time","Freezer 1","Freezer 2"\n"2026-11-03 14:05","-80,5","-20,1"\n', ['Freezer 1', 'Freezer 2']],
  ['Time;A;Unit;B;Unit\n2026-11-03 14:05;-80,5;C;-20,1;C\n', ['A', 'B']],
  [
    'Time;Battery (V);A (°C);B (°C);No.\n2026-11-03 14:05;3,1;-80,5;-20,1;1\n',
    ['Battery (V)', 'A (°C)', 'B (°C)', 'No.'],
  ],
  // A probe that is not connected, or a text, is before it.
  ['Time;Freezer 1;Freezer 2;Freezer 3\n2026-11-03 14:05;---;-80,5;-20\n', ['Freezer 2', 'Freezer 3']],
  ['"Time","Freezer 1","Freezer 2"\n"2026-11-03 14:05","--","-80,5"\n', ['Freezer 2']],
  ['Time;Freezer 1 (°C);Freezer 2 (°C)\n2026-11-03 14:05;---;-80,5\n', ['Freezer 2 (°C)']],
  // Names of freezers and rooms may have the words of other values.
  ['Time;Light microscopy;Cold room\n2026-11-03 14:05;-80,5;4\n', ['Light microscopy', 'Cold room']],
  ['Time;CO2 freezer;LN2 backup\n2026-11-03 14:05;-80,5;-150\n', ['CO2 freezer', 'LN2 backup']],
  ['Time;Max Delbrück freezer;Room\n2026-11-03 14:05;-80,5;21\n', ['Max Delbrück freezer', 'Room']],
  // Lines that name no columns.
  ['Battery;95 %\n2026-11-03 14:05;-80,5;45\n', ['Column 2', 'Column 3']],
  ['Alarm limit humidity;60 %RH\n2026-11-03 14:05;-80,5;45\n', ['Column 2', 'Column 3']],
  ['Time;A;B\n;°C;°C\n2026-11-03 14:05;-80,5;-20\n', ['A', 'B']],
  ['Time;A;B\nUnit;[°C];%rH\n2026-11-03 14:05;-80,5;45\n', ['A', 'B']],
  ['Time;A;B\n2026-11-03 14:05;-80,5;\n2026-11-03 14:15;-80,5;-20,1\n', ['A', 'B']],
  ['Time;Battery (V);Humidity (%)\n2026-11-03 14:05;3,1;45,2\n', ['Battery (V)', 'Humidity (%)']],
  ['Time;Humidity (%rH)\n2026-11-03 14:05;45,1\n', ['Humidity (%rH)']],
])('a person chooses the column of the temperatures: %j', (file, names) => {
  const { readings, possibleColumns, numProblems } = parseReadings(file)
  expect([readings, numProblems]).toEqual([[], 0])
  expect(possibleColumns?.map(({ name }) => name)).toEqual(names)
})

test('of a file with two columns of temperatures the chosen one is read, in its own unit', () => {
  const at = local('2026-11-03T14:05')
  const file = 'Time;Freezer 1 (°F);Freezer 2 (°C)\n2026-11-03 14:05;-112;-20,1\n2026-11-03 14:15;-112;-\n'
  expect(parseReadings(file).possibleColumns).toEqual([
    { index: 1, name: 'Freezer 1 (°F)', first: '-112' },
    { index: 2, name: 'Freezer 2 (°C)', first: '-20,1' },
  ])
  expect(parseReadings(file, { column: 1 })).toMatchObject({
    readings: [{ at, celsius: -80 }, { celsius: -80 }],
    column: 'Freezer 1 (°F)',
    isFahrenheit: true,
  })
  expect(parseReadings(file, { column: 2 })).toEqual({
    readings: [{ at, celsius: -20.1 }],
    problems: [{ line: 3, text: '2026-11-03 14:15;-112;-' }],
    numProblems: 1,
    column: 'Freezer 2 (°C)',
    hasOtherColumns: true,
  })
  const withUnits = 'Time;A;Unit;B;Unit\n2026-11-03 14:05;-80,5;C;-112;F\n'
  expect(parseReadings(withUnits, { column: 1 }).readings).toEqual([{ at, celsius: -80.5 }])
  expect(parseReadings(withUnits, { column: 3 }).readings).toEqual([{ at, celsius: -80 }])
})

test.each([
  ['Time;Temp;Humidity (%)\n2026-11-03 14:05;-80,5;45\n', 'Temp'],
  ['Time;Humidity (%rH);Temperature (°C)\n2026-11-03 14:05;45,1;-80,5\n', 'Temperature (°C)'],
  ['Time;Battery (V);Temp\n2026-11-03 14:05;3,1;-80,5\n', 'Temp'],
  ['Time;Index;Temp\n2026-11-03 14:05;1;-80,5\n', 'Temp'],
  ['Time;Temp;Status\n2026-11-03 14:05;-80,5;0\n', 'Temp'],
  ['Time;Temp;Record No.\n2026-11-03 14:05;-80,5;17\n', 'Temp'],
  ['Time;Temp (°C);Alarm low (°C);Alarm high (°C)\n2026-11-03 14:05;-80,5;-90;-70\n', 'Temp (°C)'],
  ['Time;Temp °C;Temp °F\n2026-11-03 14:05;-80,5;-112,9\n', 'Temp °C'],
  ['Time;Status;Temp\n2026-11-03 14:05;OK;-80,5\n', 'Temp'],
  ['Time;Unit;Temp\n2026-11-03 14:05;C;-80,5\n', 'Temp'],
  ['Time;Unit;Temp\n2026-11-03 14:05;F;-112,9\n', 'Temp'],
  ['Time;Unit;Temp;Battery (V)\n2026-11-03 14:05;°F;-112,9;3,1\n', 'Temp'],
  ['Time;Serial;Temp\n2026-11-03 14:05;71239123;-80,5\n', 'Temp'],
  ['Time;Temp;Serial number\n2026-11-03 14:05;-80,5;4711\n', 'Temp'],
  ['2026-11-03 14:05;-80,5;4711\n', undefined],
  ['Time;Temp;Status;Unit\n2026-11-03 14:05;-80,5;OK;C\n', 'Temp'],
  ['Time;Temp;Battery\n2026-11-03 14:05;-80,5;3,1 V\n', 'Temp'],
  ['Time;Logger No.\n2026-11-03 14:05;-80,5\n', undefined],
  ['"Time","Temp","Name"\n"2026-11-03 14:05","-80,5","Freezer ""1"", left"\n', 'Temp'],
])('the only column of temperatures is read, and named beside other numbers: %j', (file, column) => {
  const parsed = parseReadings(file)
  expect(parsed.readings).toEqual([{ at: local('2026-11-03T14:05'), celsius: -80.5 }])
  expect([parsed.column, parsed.numProblems]).toEqual([column, 0])
})

test('two freezers at −40, one of them in °F, are two columns', () => {
  const file = (lines: string) => `Time;A (°C);B (°F)\n${lines}`
  const same = '2026-11-03 14:05;-40;-40\n2026-11-03 14:15;-39,5;-39,1\n'
  expect(parseReadings(file(same)).readings).toHaveLength(2)
  expect(parseReadings(file(`${same}2026-11-03 14:25;-30;-40\n`)).possibleColumns).toHaveLength(2)
  expect(parseReadings('Time;A;B\n2026-11-03 14:05;-40;-40').possibleColumns).toHaveLength(2)
})

test('of several columns every one can be chosen, also after one was read', () => {
  const file = 'Time;Light microscopy;Room temp\n2026-11-03 14:05;-80,5;21\n'
  expect(parseReadings(file)).toMatchObject({ column: 'Room temp', hasOtherColumns: true })
  const again = parseReadings(file, { column: 'none' })
  expect(again.readings).toEqual([])
  expect(again.possibleColumns?.map(({ index }) => index)).toEqual([1, 2])
  expect(parseReadings(file, { column: 1 }).readings).toMatchObject([{ celsius: -80.5 }])
  const kelvin = parseReadings('Time;A;Temp (K)\n2026-11-03 14:05;-80,5;193\n', { column: 2 })
  expect(kelvin).toMatchObject({ isKelvin: true, hasOtherColumns: true })
  const unclear = parseReadings('Time;A;Freezer (F)\n2026-11-03 14:05;-80,5;-20\n', { column: 2 })
  expect(unclear).toMatchObject({ ambiguousUnit: 'Freezer (F)', hasOtherColumns: true })
})

test('a column without a header does not have the unit of another one', () => {
  const file = 'Time;Freezer 1 (°F)\n2026-11-03 14:05;-112;-80\n'
  expect(parseReadings(file, { column: 1 }).readings).toMatchObject([{ celsius: -80 }])
  expect(parseReadings(file, { column: 2 }).readings).toMatchObject([{ celsius: -80 }])
})

test.each([
  'Datum;Uhrzeit;Temperatur (°C)\r\n29.11.2026;08:00:00;-80,5\r\n29.11.2026;08:10:00;-79\r\n',
  'Datum;Zeit;Temperatur;Feuchte (%)\n29.11.2026;08:00;-80,5;40\n29.11.2026;08:10;-79;41\n',
  'Date,Time,Temperature(°F)\n2026-11-29,08:00:00,-112.9\n2026-11-29,08:10:00,-110.2\n',
  '"Date","Time","Temp."\n"29/11/2026","8:00:00 AM","-80.5"\n"29/11/2026","8:10:00 AM","-79"\n',
])('a day and a time of day in columns of their own are one time: %j', (file) => {
  expect(parseReadings(file)).toMatchObject({
    readings: [
      { at: new Date('2026-11-29T08:00').toISOString(), celsius: -80.5 },
      { at: new Date('2026-11-29T08:10').toISOString(), celsius: -79 },
    ],
    problems: [],
    numProblems: 0,
  })
})

test.each([
  ['Log date;Log time;Temp (°F)', '2026-11-29;08:00:00;-112'],
  ['Day\tTime\tTemperature (°F)', '2026-11-29\t08:00:00\t-112'],
])('the unit is that of the temperature for any headers of day and time: %s', (names, row) => {
  expect(parseReadings(`${names}\n${row}\n`).readings).toMatchObject([{ celsius: -80 }])
})

test.each(['Date UTC;Time UTC;Temperature;Humidity (%)', 'Tag;Uhrzeit;Temperatur (°C);Feuchte (%)'])(
  'each column has its own name for any headers of day and time: %s',
  (names) => {
    const { readings } = parseReadings(`${names}\n2026-11-29;08:00:00;-80.5;40\n`)
    expect(readings).toMatchObject([{ celsius: -80.5 }])
  },
)

test('headers of a day and a time stay apart where the lines below have both in one cell', () => {
  const file = 'Date;Time zone;Temperature (°F)\n2026-11-29 08:00:00;CET;-112\n'
  expect(parseReadings(file, { column: 2 }).readings).toMatchObject([{ celsius: -80 }])
})
