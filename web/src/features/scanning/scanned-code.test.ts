import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupSeparator } from '../../entities/sample/extract-identifier.ts'
import { cleanScan, readCameraCode, readScan, sameCode } from './scanned-code.ts'

const uuid = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const gtin = '0104012345678901'

test.each([
  ['an AIM prefix', `]Q1${uuid}`],
  ['a Data Matrix AIM prefix', `]d2${uuid}`],
  ['spaces and a line end', `  ${uuid}\r\n`],
  ['no-break spaces inside', uuid.replaceAll('-', '\u00A0-')],
  ['zero-width characters and a byte order mark', `\uFEFF${uuid.split('').join('\u200B')}`],
  ['a direction mark', `\u202E${uuid}`],
  ['typographic dashes', uuid.replaceAll('-', '\u2013')],
  ['minus signs', uuid.replaceAll('-', '\u2212')],
  ['non-breaking hyphens', uuid.replaceAll('-', '\u2011')],
])('RECV-01 reads an identifier through %s', (_what, scan) => {
  expect(cleanScan(scan)).toBe(uuid)
})

test('RECV-01 leaves every plain identifier as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/), (identifier) => {
      expect(cleanScan(identifier)).toBe(identifier)
    }),
  )
})

test.each([
  [' AB 123\r\n', 'AB 123'],
  ['FOO\u00A01', 'FOO 1'],
  [']Q1 AB 123 ', 'AB 123'],
  [']Q1', ']Q1'],
  [`AB${' '.repeat(200_000)}`, 'AB'],
  ['T 0000 123', 'T0000123'],
  ['T2026 2128', 'T20262128'],
  ['STO 0000012', 'STO0000012'],
  ['Cafe\u0301 7', 'Café 7'],
  [uuid.replaceAll('-', ' - '), uuid],
  [uuid.toLowerCase().replaceAll('-', ' '), uuid.toLowerCase()],
  ['', ''],
  ['  ', ''],
])('spaces stay within a tube ID of another system, and not within our codes: %j', (scan, identifier) => {
  expect(cleanScan(scan)).toBe(identifier)
})

test('keeps the two parts of a GS1 code apart', () => {
  expect(cleanScan(`01A1${groupSeparator}7B`)).toBe(`01A1${groupSeparator}7B`)
})

test.each(['\t', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\x1C', '\x1D', '\x1E', '\x1F'])(
  'a code does not join what %j parts',
  (sign) => {
    expect(readScan(`101${sign}1`)).toEqual({ raw: `101${groupSeparator}1` })
    expect(readScan(`T2026212${sign}8`).raw).toBe(`T2026212${groupSeparator}8`)
    expect(readScan(`${sign}T0000123${sign}`)).toEqual({ raw: 'T0000123' })
    expect(readScan(`${sign}]Q1T0000123${sign}\r\n`).raw).toBe('T0000123')
    expect(readScan(`${gtin}10LOT7${sign}21T0000123`).raw).toBe('T0000123')
  },
)

test.each([
  ['101\t1', `101${groupSeparator}1`],
  ['T2026212\r\n8', `T2026212${groupSeparator}8`],
  ['\tT0000123\r\n', 'T0000123'],
  [`${gtin}10LOT7\x1D21T0000123\n`, 'T0000123'],
])('values of a code that the camera has seen stay apart: %j', (seen, raw) => {
  expect(readCameraCode(seen).raw).toBe(raw)
})

test('returns the second reading only if it differs', () => {
  expect(readScan('T0000123', 't0000123')).toEqual({ raw: 'T0000123' })
  expect(readScan('T0000123', undefined)).toEqual({ raw: 'T0000123' })
  expect(readScan('Z0000123', 'Y0000123')).toEqual({ raw: 'Z0000123', physical: 'Y0000123' })
})

test('drops a second reading that cannot be an identifier', () => {
  expect(readScan('7F9C-3B1A', '7F9C/3B1A')).toEqual({ raw: '7F9C-3B1A' })
})

test('Caps Lock does not make another code', () => {
  expect(sameCode('t0000123', 'T0000123')).toBe(true)
})

const plain = uuid.toLowerCase()
test.each([
  ['in braces', `{${plain}}`, plain],
  ['without dashes', plain.replaceAll('-', ''), plain],
  ['as a URN', `urn:uuid:${plain}`, plain],
  ['in the address of its page', `https://lims.example/samples/${plain}`, plain],
  ['in the address of its form', `http://localhost:3000/samples/${plain}/edit?x=1`, plain],
  ['after a group separator', `${groupSeparator}T0000123`, 'T0000123'],
  ['as the serial number of a GS1 code', `${gtin}21T0000123`, 'T0000123'],
  ['behind a lot of a GS1 code', `${gtin}10LOT7${groupSeparator}21T0000123`, 'T0000123'],
  ['in a GS1 code with an AIM prefix', `]d2${gtin}1727013121T0000123`, 'T0000123'],
  ['in a GS1 code as people read it', '(01)04012345678901(21)T0000123', 'T0000123'],
  ['beside a lot of the same form', '(01)04012345678901(10)AB12345(21)T0000123', 'T0000123'],
  ['behind a lot of the same form', `${gtin}10AB12345${groupSeparator}21T0000123`, 'T0000123'],
])('D25 reads a code %s', (_what, scan, code) => {
  expect(cleanScan(scan)).toBe(code)
})

test.each([
  `${gtin}21T0000123${groupSeparator}91T0000124`,
  '(01)04012345678901(21)T0000123(91)T0000124',
  '(01)09501101530003(10)AB12345(21)000123456',
  '(01)09501101530003(17)270101(10)LOT1234(21)0001',
  `010950110153000310AB12345${groupSeparator}21000123456`,
  '(01)09501101530003(240)AB12345(21)0001',
  `010950110153000321000123456${groupSeparator}241AB12345`,
  '(01)09501101530003(251)T0000123(21)0001',
  `${gtin}21X`,
  '21T0000123',
  'https://elsewhere.example/tubes/T0000123',
])('D25 leaves %s as it is: it names no tube for certain', (scan) => {
  expect(cleanScan(scan)).toBe(scan)
})

const hex = plain.replaceAll('-', '')
test.each([
  [hex, [hex]],
  [`{${plain}}`, [`{${plain}}`]],
  [`${gtin}21T0000123`, [`${gtin}21T0000123`]],
  [' T 0000 123\r\n', ['T 0000 123']],
  [']C1AB-7', [']C1AB-7']],
  [']C1T 0000 123', [']C1T 0000 123', 'T 0000 123']],
  [`]d2${gtin}21T0000123`, [`]d2${gtin}21T0000123`, `${gtin}21T0000123`]],
])('the whole of %j may be a tube ID of another system', (scan, texts) => {
  expect(readScan(scan, undefined)).toEqual({ raw: cleanScan(scan), rawTexts: texts })
  expect(readScan('?', scan)).toEqual({ raw: '?', physical: cleanScan(scan), physicalTexts: texts })
})

test.each([
  ' T0000123\r\n',
  uuid,
  uuid.replaceAll('-', '\u2013'),
  ']C1T0000123\r\n',
  `]Q1${uuid}`,
  ']C1STO0000012',
  `${gtin}10LOT7${groupSeparator}21T0000123`,
  `https://lims.laboratory.example/samples/${plain}`,
])('the whole of %j is no tube ID, or its identifier', (scan) => {
  expect(readScan(scan, undefined)).toEqual({ raw: cleanScan(scan) })
})
