import { expect, onTestFinished, test, vi } from 'vitest'
import { expectTimesAsLong } from '../../../../../tools/test/compare-times.ts'
import { decodeText } from '../../../forms/decode-text.ts'
import { parseReadings } from './parse-readings.ts'

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

test.each([
  ['2026-07-03T14:05:00.0000000Z;-80.5', '2026-07-03T14:05Z'],
  ['2026-07-03 14:05:00.123456789+02:00;-80.5', '2026-07-03T12:05Z'],
  ['11/20/2026, 9:30:00\u202fPM;-80.5', '2026-11-20T21:30'],
  ['20.11.2026\u00a009:30;-80,5\u00a0°C', '2026-11-20T09:30'],
  ['\u200e2026-11-20\u00a009:30\u200b;-80,5', '2026-11-20T09:30'],
])('a time with many decimals, or with spaces that are not plain, is read: %j', (line, at) => {
  expect(parseReadings(`Time;Value\n${line}\n`)).toMatchObject({
    readings: [{ at: local(at), celsius: -80.5 }],
    problems: [],
    numProblems: 0,
  })
})

test('a first line sep=; names the delimiter and is counted as a line', () => {
  expect(parseReadings('\uFEFFsep=;\nTime, s;Value\n2026-05-03 14:05;-80,5\nbad')).toEqual({
    readings: [{ at: local('2026-05-03T14:05'), celsius: -80.5 }],
    problems: [{ line: 4, text: 'bad' }],
    numProblems: 1,
  })
  expect(parseReadings('sep=|\n2026-05-03 14:05|-80,5').readings).toEqual([
    { at: local('2026-05-03T14:05'), celsius: -80.5 },
  ])
})

test.each([
  'Date/Time,Temperature (°F)\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Serial,4711\nUnit: Fahrenheit\nTime;Value\n2026-05-03 14:05;-112\n2026-05-03 14:15;-94,1\n',
  'Time,CH1(F)\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time;Value\n2026-05-03 14:05;-112 °F\n2026-05-03 14:15;-94.1F\n',
  'Time;Value\n2026-05-03 14:05;-112℉\n2026-05-03 14:15;-94.1 ℉\n',
  'Timestamp(1 min),Built-in Temperature(℉)\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Temperature unit;F\nTime;Value\n2026-05-03 14:05;-112\n2026-05-03 14:15;-94,1\n',
  'Unit;F\nTime;Freezer 3\n2026-05-03 14:05;-112\n2026-05-03 14:15;-94,1\n',
  '"Temp_Units:","F"\n"Time","Freezer 3"\n"2026-05-03 14:05","-112"\n"2026-05-03 14:15","-94,1"\n',
  'Unit: F\nTime;Value\n2026-05-03 14:05;-112\n2026-05-03 14:15;-94,1\n',
  'Time,Temp. F\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time,TempF\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time,Temp_degF\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time,Degrees F\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time,Temperature/F\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time,"Temperature, F"\n2026-05-03 14:05,-112\n2026-05-03 14:15,-94.1\n',
  'Time;Value;Unit\n2026-05-03 14:05;-112;F\n2026-05-03 14:15;-94.1;F\n',
  'Time;Value;Unit\n-----;-----;----\n2026-05-03 14:05;-112;F\n2026-05-03 14:15;-94.1;F\n',
  'Time;Value;Unit\nData\n2026-05-03 14:05;-112;F\n2026-05-03 14:15;-94.1;F\n',
  'Unit ID;4711\nTime;Value;Temp. unit\n\n2026-05-03 14:05;-112;F\n2026-05-03 14:15;-94.1;F\n',
  'Time;Value\n2026-05-03 14:05;-112;°F\n2026-05-03 14:15;-94.1;°F\n',
  'Device;Unit;Fahrenheit\nTime;No;Humidity %;Temperature\n2026-05-03 14:05;1;45;-112\n2026-05-03 14:15;2;45;-94.1\n',
  'Serial;TX-12;Temperature in °F\nTime;No;Humidity %;Temperature\n2026-05-03 14:05;1;45;-112\n2026-05-03 14:15;2;45;-94.1\n',
  'Temperature unit;°F;;\nTime;No;Temperature\n2026-05-03 14:05;1;-112\n2026-05-03 14:15;2;-94.1\n',
  'Time;Value;Unit\n2026-05-03 14:05;-112;Fahrenheit\n2026-05-03 14:15;-94.1;deg F\n',
])('°F is converted: %j', (file) => {
  expect(parseReadings(file)).toMatchObject({
    isFahrenheit: true,
    readings: [
      { at: local('2026-05-03T14:05'), celsius: -80 },
      { at: local('2026-05-03T14:15'), celsius: -70.06 },
    ],
  })
})

test.each([
  'Date/Time,Temperature (°C)\n2026-05-03 14:05,-80\n',
  'Freezer F;Temp °C;Temp °F\n2026-05-03 14:05;-80;-112\n',
  'Time;Sensor F3\n2026-05-03 14:05;-80 °C\n',
  'Model: EL-USB (-100 to +80°C / -148 to 176°F)\nTime,Temperature (°C)\n2026-05-03 14:05,-80\n',
  'Model: EL-USB (-100 to +80°C / -148 to 176°F)\nTime,Value\n2026-05-03 14:05,-80\n',
  'Alarm above;-76 °F\nTime;Temp °C\n2026-05-03 14:05;-80\n',
  'Time;Temperature(℃)\n2026-05-03 14:05;-80\n',
  'Time;Value\n2026-05-03 14:05;-80℃\n',
  'Alarm above;-76 °F\nUnit;C\nTime;Value\n2026-05-03 14:05;-80\n',
  'Alarm above;-76 °F\nTime;TempC\n2026-05-03 14:05;-80\n',
  'Time;Temp °C;Fault\n2026-05-03 14:05;-80;F\n',
  'Unit;C\nTime;Value;Fault\n2026-05-03 14:05;-80;F\n',
  'Unit: °C\nTime;Temp;Status\n2026-05-03 14:05;-80;F\n',
  'Unit ID: 4711\nTime;Temp °C;Door\n\n2026-05-03 14:05;-80;F\n',
  'Serial;4711;Unit 3\nTime;Value;Flag\n2026-05-03 14:05;-80;F\n',
  'Time;Value;Unit\n2026-05-03 14:05;-80;C\n',
  // The kind of a thermocouple, not kelvin.
  'Time;Temp (K)\n2026-05-03 14:05;-80\n',
])('°C stays: %j', (file) => {
  const { readings, isFahrenheit } = parseReadings(file)
  expect(readings.map(({ celsius }) => celsius)).toEqual([-80])
  expect(isFahrenheit).toBeUndefined()
})

test.each([
  'Freezer (F)',
  'Freezer [F]',
  '-80 unit (F)',
  'Unit F',
  'Unit-F',
  'Unit_F',
  'Freezer Unit #F',
  'F',
])('of %s a person chooses what F means', (header) => {
  const file = `Time;${header}\n2026-05-03 14:05;-112\n`
  expect(parseReadings(file)).toEqual({
    readings: [],
    problems: [],
    numProblems: 0,
    ambiguousUnit: header,
  })
  const at = local('2026-05-03T14:05')
  expect(parseReadings(file, { unit: 'C' }).readings).toEqual([{ at, celsius: -112 }])
  expect(parseReadings(file, { unit: 'F' })).toMatchObject({
    isFahrenheit: true,
    readings: [{ at, celsius: -80 }],
  })
  expect(parseReadings(`Time;${header}\n2026-05-03 14:05;-80 °C`).readings).toEqual([{ at, celsius: -80 }])
})

test.each([
  ['Freezer unit;F\nTime;Temp', 'Freezer unit F'],
  ['Freezer unit:;F\nTime;Temp', 'Freezer unit: F'],
  ['Freezer unit: F\nTime;Temp', 'Freezer unit: F'],
  ['Time;Temp\nStorage unit;F', 'Storage unit F'],
  ['Device;A;Display unit;F\nTime;Temp;Battery', 'Display unit F'],
])('of a line of the header such as %j a person chooses what F means', (header, ambiguousUnit) => {
  const file = `${header}\n2026-05-03 14:05;-80\n`
  expect(parseReadings(file)).toMatchObject({ readings: [], ambiguousUnit })
  expect(parseReadings(file, { unit: 'C' }).readings.map(({ celsius }) => celsius)).toEqual([-80])
})

test.each([
  'Time;Temp (K)\n2026-05-03 14:05;193.15\n2026-05-03 14:15;193.2\n',
  'Time,Kelvin\n2026-05-03 14:05,77.4\n',
  'Unit;K\nTime;Value\n2026-05-03 14:05;193,15\n',
  'Time,Temp_K\n2026-05-03 14:05,193.15\n',
  'Time;Temp;Unit\n2026-05-03 14:05;193,1;K\n',
  'Time;Temp;Unit\n2026-05-03 14:05;193,1;Kelvin\n',
  'Time;Temp\n2026-05-03 14:05;193,1;°K\n',
])('a file in kelvin is not read: %j', (file) => {
  expect(parseReadings(file)).toEqual({ readings: [], problems: [], numProblems: 0, isKelvin: true })
})

test('a line in kelvin among lines in °C is not read', () => {
  const line = '2026-05-03 14:15;193,1;K'
  expect(parseReadings(`Time;Temp;Unit\n2026-05-03 14:05;-80;C\n${line}\n2026-05-03 14:25;-80;K`)).toEqual({
    readings: [{ at: local('2026-05-03T14:05'), celsius: -80 }],
    problems: [
      { line: 3, text: line },
      { line: 4, text: '2026-05-03 14:25;-80;K' },
    ],
    numProblems: 2,
  })
  expect(parseReadings('Time;Temp;Type\n2026-05-03 14:05;21,5;K').readings).toHaveLength(1)
})

test('of a thermocouple K at room temperature, or a file in kelvin with its °C, the readings are read', () => {
  const celsiusOf = (file: string) => parseReadings(file).readings.map(({ celsius }) => celsius)
  expect(celsiusOf('Time;CH1 (K)\n2026-05-03 14:05;21.5')).toEqual([21.5])
  expect(celsiusOf('Unit;F\nTime;CH1 (K)\n2026-05-03 14:05;-112')).toEqual([-80])
  expect(celsiusOf('Time;CH1 °F (K)\n2026-05-03 14:05;68')).toEqual([20])
  expect(celsiusOf('Display;Kelvin\nTime;Temp (°C)\n2026-05-03 14:05;62')).toEqual([62])
})

test('a nitrogen freezer in °F is colder than anything in °C', () => {
  expect(parseReadings('Time,Temperature (°F)\n2026-05-03 14:05,-320.8\n')).toMatchObject({
    isFahrenheit: true,
    readings: [{ at: local('2026-05-03T14:05'), celsius: -196 }],
  })
})

test.each([
  ['UTF-8', 'utf8', ''],
  ['UTF-16', 'utf16le', '\uFEFF'],
  ['Windows-1252', 'latin1', ''],
] as const)('a file in %s is read with its °C', (_, encoding, mark) => {
  const bytes = Buffer.from(`${mark}Zeit;Wert\n03.05.2026 14:05;-80,5 °C\n`, encoding)
  expect(parseReadings(decodeText(bytes)).readings).toEqual([
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
  ['2026-05-03 14:05;-80,125', -80.125],
  ['2026-05-03 14:05;−80,125 °C', -80.125],
  ['2026-05-03 14:05;4,000', 4],
  ['"2026-05-03 14:05","-80,125"', -80.125],
])('a decimal comma before three digits is read, as no temperature has thousands: %s', (line, celsius) => {
  expect(parseReadings(line).readings).toEqual([{ at: local('2026-05-03T14:05'), celsius }])
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

test.each([
  '31.02.2026 14:05;-80',
  '2026-05-03 14:05;warm',
  '2026-05-03 14:05;-300',
  '2026-05-03 14:05,-80,5',
  '2026-05-03 14:05',
])('a first line with a time is no header: %s is reported', (line) => {
  expect(parseReadings(`${line}\n2026-05-03 14:06;-80`)).toEqual({
    readings: [{ at: local('2026-05-03T14:06'), celsius: -80 }],
    problems: [{ line: 1, text: line }],
    numProblems: 1,
  })
})

const inZone = (zone: string) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}
const hour = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00']
const lines = hour.map((time, index) => `25.10.2026 ${time};-8${index}`)

test.each([
  ['oldest', lines],
  ['newest', lines.toReversed()],
])('the hour that comes twice in autumn is read as two, the %s line first', (first, file) => {
  inZone('Europe/Stockholm')
  const { readings } = parseReadings(file.join('\n'))
  const inOrder = first === 'oldest' ? readings : readings.toReversed()
  expect(inOrder.map(({ at }) => at.slice(5, 16))).toEqual([
    '10-24T23:30',
    '10-25T00:00',
    '10-25T00:30',
    '10-25T01:00',
    '10-25T01:30',
    '10-25T02:00',
  ])
  expect(inOrder.map(({ celsius }) => celsius)).toEqual([-80, -81, -82, -83, -84, -85])
})

test('each hour of a logger that measures once an hour is read, also the one that comes twice', () => {
  inZone('America/New_York')
  const file = '2026-11-01 00:00;-80\n2026-11-01 01:00;-80\n2026-11-01 01:00;-80\n2026-11-01 02:00;-80'
  expect(parseReadings(file).readings.map(({ at }) => at.slice(8, 13))).toEqual([
    '01T04',
    '01T05',
    '01T06',
    '01T07',
  ])
})

test.each([
  ['oldest', 30, '2026-10-24T23:00Z'],
  ['newest', 30, '2026-10-24T23:00Z'],
  ['oldest', 20, '2026-10-24T23:00Z'],
  ['oldest', 50, '2026-10-24T23:00Z'],
  ['oldest', 30, '2026-10-25T00:00Z'],
])(
  'both autumn hours of a logger that writes minutes are read: the %s line first, %i s apart, from %s',
  (order, seconds, from) => {
    inZone('Europe/Berlin')
    const start = Date.parse(from)
    const instants = Array.from({ length: (3.5 * 3600) / seconds }, (_, n) => start + n * seconds * 1000)
    const inMinutes = instants.map((instant) => `${new Date(instant).toISOString().slice(0, 16)}:00.000Z`)
    // The offset of summer time until 01:00 UTC.
    const shown = instants.map((instant) => {
      const hours = instant < Date.parse('2026-10-25T01:00Z') ? 2 : 1
      return new Date(instant + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    })
    const file = shown.map((time) => `${time};-80`)
    const { readings } = parseReadings((order === 'oldest' ? file : file.toReversed()).join('\n'))
    const times = readings.map(({ at }) => at)
    expect(order === 'oldest' ? times : times.toReversed()).toEqual(inMinutes)
  },
)

test('an hourly logger that has written a line twice is read in both autumn hours', () => {
  inZone('America/New_York')
  const times = ['10-31 23:00', '10-31 23:00', '11-01 00:00', '11-01 01:00', '11-01 01:00', '11-01 02:00']
  const { readings } = parseReadings(times.map((time) => `2026-${time};-80`).join('\n'))
  expect(readings.map(({ at }) => at.slice(8, 13))).toEqual([
    ...['01T03', '01T03', '01T04', '01T05', '01T06', '01T07'],
  ])
})

test('an hour that is left out in spring is no time, unless it is of another time zone', () => {
  inZone('Europe/Stockholm')
  const line = '2026-03-29 02:30:00;-80'
  expect(parseReadings(`2026-03-29 01:30:00;-80\n${line}\n2026-03-29 03:30:00;-81`)).toEqual({
    readings: [
      { at: '2026-03-29T00:30:00.000Z', celsius: -80 },
      { at: '2026-03-29T01:30:00.000Z', celsius: -81 },
    ],
    problems: [{ line: 2, text: line }],
    numProblems: 1,
  })
  expect(parseReadings('2026-03-29T02:30:00Z;-80').readings).toEqual([
    { at: '2026-03-29T02:30:00.000Z', celsius: -80 },
  ])
})

test.each([
  '2026-13-05 14:05',
  '2026-00-05 14:05',
  '05.13.2026 14:05',
  '11.26.2026 14:05',
  '2026-13-05T14:05Z',
])('%s is no time: a year has twelve months', (time) => {
  const line = `${time};-80`
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

test('lines before the first reading are no readings that could not be read, unless they begin with a time', () => {
  const file = 'Serial;TX-12\nTime zone;UTC\nTime;Temp\n2026-05-03 14:05;--\n2026-05-03 14:15;-80'
  expect(parseReadings(file)).toMatchObject({
    readings: [{ celsius: -80 }],
    problems: [{ line: 4, text: '2026-05-03 14:05;--' }],
    numProblems: 1,
  })
})

test.each([
  [
    'month first',
    '11/26/2026 2:05 PM,-80.5\n11/5/2026 12:05:30 am,-79',
    ['2026-11-26T14:05', '2026-11-05T00:05:30'],
  ],
  [
    'day first',
    '26/11/2026 14:05;-80,5\n05/11/2026 0:05:30;-79',
    ['2026-11-26T14:05', '2026-11-05T00:05:30'],
  ],
  [
    'day first with halves of the day',
    '"5/11/2026, 12:05 p.m.";-80.5\n13/11/2026 11:05AM;-79',
    ['2026-11-05T12:05', '2026-11-13T11:05'],
  ],
])('dates with slashes are read %s if a day after the 12th shows it', (_, lines, times) => {
  const { readings, ...others } = parseReadings(`Date,Time\n${lines}`)
  expect(readings.map(({ at }) => at)).toEqual(times.map(local))
  expect(others).toEqual({ problems: [], numProblems: 0 })
})

test.each([
  ['no day after the 12th', '11/05/2026 2:05 PM,-80\n12/11/2026 2:05 PM,-80', 2],
  ['days after the 12th in both places', '11/26/2026 2:05 PM,-80\n26/11/2026 2:05 PM,-80', 2],
])('dates with slashes and %s are not read, and one is named', (_, lines, numProblems) => {
  const [first] = lines.split(',')
  expect(parseReadings(`time,value\n${lines}\n2026-11-05 14:05,-80`)).toMatchObject({
    readings: [{ at: local('2026-11-05T14:05') }],
    numProblems,
    ambiguousTime: first,
  })
})

test.each([
  '13/13/2026 2:05 PM',
  '11/31/2026 2:05 PM',
  '11/26/2026 13:05 PM',
  '11/26/2026 0:05 AM',
  '11/26/126 2:05 PM',
])('the time %s is not read although the order of its date is known', (time) => {
  const { readings, problems } = parseReadings(`time,value\n11/26/2026 2:05 PM,-80\n${time},-80`)
  expect([readings.length, problems.length]).toEqual(time.startsWith('13') ? [0, 2] : [1, 1])
})

test('a header of very many words about temperatures is read in linear time', async () => {
  const readHeader = (length: number) => {
    const { readings } = parseReadings(`Time;${'temp_unit '.repeat(length)}\n2026-05-03 14:05;-80`)
    expect(readings).toHaveLength(1)
  }
  await expectTimesAsLong({
    base: () => readHeader(5000),
    work: () => readHeader(50_000),
    atMostTimes: 50,
  })
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
