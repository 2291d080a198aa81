import { expect, test } from 'vitest'
import { parseReadings } from './parse-readings.ts'

const local = (text: string) => new Date(text).toISOString()

test.each([
  ['Time;Freezer 1;Freezer 2\n2026-11-03 14:05;-80,5;-20,1\n', ['Freezer 1', 'Freezer 2']],
  ['Time\tFreezer 1\tFreezer 2\n2026-11-03 14:05\t-80,5\t-20,1\n', ['Freezer 1', 'Freezer 2']],
  ['2026-11-03 14:05;-80,5;-20,1\n', ['Column 2', 'Column 3']],
  ['"Time","Freezer 1","Freezer 2"\n"2026-11-03 14:05","-80,5","-20,1"\n', ['Freezer 1', 'Freezer 2']],
  ['Time;A;Unit;B;Unit\n2026-11-03 14:05;-80,5;C;-20,1;C\n', ['A', 'B']],
  ['Time;Battery (V);A (°C);B (°C);No.\n2026-11-03 14:05;3,1;-80,5;-20,1;1\n', ['A (°C)', 'B (°C)']],
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
  ['Time;Temp;Serial number\n2026-11-03 14:05;-80,5;4711\n', undefined],
  ['2026-11-03 14:05;-80,5;4711\n', undefined],
  ['Time;Temp;Status;Unit\n2026-11-03 14:05;-80,5;OK;C\n', undefined],
  ['Time;Temp;Battery\n2026-11-03 14:05;-80,5;3,1 V\n', undefined],
  ['Time;Logger No.\n2026-11-03 14:05;-80,5\n', undefined],
  ['"Time","Temp","Name"\n"2026-11-03 14:05","-80,5","Freezer ""1"", left"\n', undefined],
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
