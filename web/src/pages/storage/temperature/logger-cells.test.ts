import { expect, test } from 'vitest'
import { parseReadings } from './parse-readings.ts'

const local = (text: string) => new Date(text).toISOString()
const both = [
  { at: local('2026-11-20T09:30'), celsius: -80.5 },
  { at: local('2026-11-20T09:40'), celsius: -80 },
]

test.each([
  'Time,Temp (°C),Humidity (%)\n2026-11-20 09:30,-80.5,45\n2026-11-20 09:40,-80,46\n',
  'Time,"Humidity, %","Temp, °C"\n2026-11-20 09:30,45,-80.5\n2026-11-20 09:40,46,-80\n',
  'Logger,TX-12\nTimestamp,Serial No.,Temp (°C)\n2026-11-20 09:30,F3,-80.5\n2026-11-20 09:40,F3,-80\n',
  'Date,Time,Temp (°C),Humidity (%)\n2026/11/20,09:30:00,-80.5,45\n2026/11/20,09:40:00,-80,\n',
  'sep=,\nTime,Temp (°C),Humidity (%)\n2026-11-20 09:30,-80.5,45\n2026-11-20 09:40,-80,46\n',
  'Time,Temp\n2026-11-20 09:30,-80.5,\n2026-11-20 09:40,-80,\n',
  'Time,Temp\n2026-11-20 09:30,"-80,5"\n2026-11-20 09:40,"-80"\n',
])('columns between commas are read where no comma can be a decimal sign: %j', (file) => {
  expect(parseReadings(file)).toMatchObject({ readings: both, numProblems: 0 })
})

test('whole degrees between commas are read where one after the first has a minus sign', () => {
  const file = 'Time,Set point (°C),Temp (°C)\n2026-11-20 09:30,-80,-79\n2026-11-20 09:40,-80,4\n'
  expect(parseReadings(file)).toMatchObject({
    readings: [{ celsius: -79 }, { celsius: 4 }],
    column: 'Temp (°C)',
    numProblems: 0,
  })
})

test.each([
  'Time,A,B\n2026-11-20 09:30,-80,5,-79,5\n',
  'Time,Temp,Event\n2026-11-20 09:30,-80,5\n',
  'Time,Temp\n2026-11-20 09:30,-80,5\n2026-11-20 09:40,-80.5\n',
  'Time,Temp,Humidity\n2026-11-20 09:30,-80,5,45,1.5\n',
  '2026-11-20 09:30,-80.5,45\n',
  'No.,Time,Temp\n"1","2026-11-20 09:30",-80,5\n',
])('a comma that may be a decimal sign leaves the line unread: %j', (file) => {
  const { readings, numProblems } = parseReadings(file)
  expect(readings.map(({ celsius }) => celsius)).not.toContain(-80)
  expect(numProblems).toBe(1)
})

test.each([
  '"No.","Time","Temperature(°C)"\n"1","2026-11-20 09:30:00","-80.5"\n"2","2026-11-20 09:40:00","-80,0"\n',
  'EL-USB-1,Time,Celsius(°C),High Alarm,Serial Number\n1,20/11/2026 09:30:00,-80.5,-60,010053021\n2,20/11/2026 09:40:00,-80.0,-60\n',
  'id;Date / time;[°C]\n7;20.11.2026 09:30:00;-80,5\n8;20.11.2026 09:40:00;-80,0\n',
  'Serial;TX-12\nNr.\tDatum\tUhrzeit\tTemp\n2\t20.11.2026\t09:40\t-80,0\n1\t20.11.2026\t09:30\t-80,5\n',
  '1;2026-11-20 09:30;-80,5\n2;2026-11-20 09:40;-80\n',
])('the number of a line is left out: %j', (file) => {
  const { readings, numProblems } = parseReadings(file)
  expect(readings.toSorted((one, other) => one.at.localeCompare(other.at))).toEqual(both)
  expect(numProblems).toBe(0)
})

test('of a file that numbers its lines, the header still names the offset of the times', () => {
  const header =
    '"Plot Title: Freezer 3"\n"#","Date Time, GMT+01:00","Temp, °C (LGR S/N: 123)","Host Connected"\n'
  const lines = '1,11/20/2026 09:30:00 AM,-80.5,\n2,11/20/2026 09:40:00 AM,-80.0,Logged\n'
  expect(parseReadings(`${header}${lines}`)).toMatchObject({
    readings: [
      { at: '2026-11-20T08:30:00.000Z', celsius: -80.5 },
      { at: '2026-11-20T08:40:00.000Z', celsius: -80 },
    ],
    offset: 'UTC+01:00',
    numProblems: 0,
  })
})

test.each([
  ['a sensor', 'Sensor;Time;Temp\n1;2026-11-20 09:30;-80,5\n2;2026-11-20 09:40;-20\n'],
  ['a channel', 'Kanal;Zeit;Temp\n1;2026-11-20 09:30;-80,5\n2;2026-11-20 09:40;-20\n'],
  ['a refrigerator', 'Kühlschrank;Zeit;Temp\n1;2026-11-20 09:30;4,5\n2;2026-11-20 09:40;5\n'],
  ['a room', 'Room;Time;Temp\n1;2026-11-20 09:30;20.5\n2;2026-11-20 09:40;21\n'],
  ['one of several, at the same time', '1;2026-11-20 09:30;-80,5\n2;2026-11-20 09:30;-20\n'],
  [
    'one of several, in turn',
    'No;Time;Temp\n1;2026-11-20 09:30;-80,5\n2;2026-11-20 09:30;-20\n1;2026-11-20 09:40;-80\n',
  ],
])('a number that may be that of %s is not left out', (_, file) => {
  expect(parseReadings(file).readings).toEqual([])
})

test.each([
  'Freezer 3, exported today, values in Fahrenheit\nTime,Temp\n2026-11-20 09:30,-112.9\n2026-11-20 09:40,-112.0\n',
  'Freezer 3, exported today, values in Fahrenheit\nTime;Temp;Battery (V)\n2026-11-20 09:30;-112.9;3.1\n2026-11-20 09:40;-112.0;3.1\n',
  'Freezer 3, values in Fahrenheit, exported today, by Bo\nTime,Temp,Battery (V)\n2026-11-20 09:30,-112.9,3.1\n2026-11-20 09:40,-112.0,3.1\n',
  'Freezer 3, exported today, values in Fahrenheit\n"Time","Temp","Battery (V)"\n"2026-11-20 09:30","-112.9","3.1"\n"2026-11-20 09:40","-112.0","3.1"\n',
])('a sentence with commas above the columns still names the unit: %j', (file) => {
  expect(parseReadings(file)).toMatchObject({ readings: both, isFahrenheit: true, numProblems: 0 })
})

test.each([
  [
    'Time;Temp;Humidity\n2026-11-20 09:30;-80,5;45\n2026-11-20 09:40;-80;46\nAlarms\n1;2026-11-20 09:40;12\n',
    2,
  ],
  ['No.;Alarm;Minutes\n1;2026-11-19 09:40;12\nTime;Temp\n2026-11-20 09:30;-80,5\n2026-11-20 09:40;-80\n', 0],
])('a numbered list of something else leaves the readings as they are: %j', (file, problems) => {
  expect(parseReadings(file)).toMatchObject({ readings: both, numProblems: problems })
})
