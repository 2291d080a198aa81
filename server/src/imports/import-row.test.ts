import { manifestColumns } from '@lims/contract/exports.ts'
import { type DateOrder, ImportField } from '@lims/contract/imports.ts'
import { timeZoneNamed, utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import type { LaboratoryTime } from '../config.ts'
import { cellRulesFor, type ImportRow, readRow } from './import-row.ts'
import type { Table } from './table.ts'

type Cells = Partial<Record<ImportField, string>>
type Options = {
  format?: Table['format']
  /** Cells of other rows of the file. */
  others?: Cells[]
  header?: string[]
  /** Texts of a workbook such as '1.234'. */
  grouped?: ImportField[]
  laboratoryTime?: LaboratoryTime
  dateOrder?: DateOrder
}
const noZone: LaboratoryTime = { name: undefined, zone: utc }
const berlin: LaboratoryTime = { name: 'Europe/Berlin', zone: timeZoneNamed('Europe/Berlin') }
/** After every time of these tests. */
const now = new Date('2200-01-01T00:00:00Z')
const sampleId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/

/** Reads the first row of a file whose columns are the fields of its cells, and one that is not imported. */
function read(
  cells: Cells,
  { format = 'csv', others = [], header, grouped = [], laboratoryTime = noZone, dateOrder }: Options = {},
) {
  const columns = [undefined, ...(Object.keys(cells) as ImportField[])]
  const rows = [cells, ...others].map((row, index) => ({
    number: index + 2,
    cells: columns.map((field) => (field ? (row[field] ?? '') : '#REF!')),
    grouped: grouped.map((field) => columns.indexOf(field)),
  }))
  const table = { format, header: header ?? columns.map((field) => field ?? 'Other'), rows }
  const problems: string[] = []
  const rules = cellRulesFor(table, columns, { laboratoryTime, now, dateOrder })
  const row = readRow(rows[0] ?? { number: 0, cells: [] }, rules, ({ field, message }) =>
    problems.push(`${field} ${message}`),
  )
  return { row, problems }
}
const named = (cells: Cells, options?: Options) => read({ name: 'NB-1', ...cells }, options)
const valueIn = (field: ImportField & keyof ImportRow, text: string, options?: Options) => {
  const { row, problems } = named({ [field]: text }, options)
  return problems.length > 0 ? problems.join() : row[field]
}

test('each field of a row is read, and cells lose the spaces around them', () => {
  const at = '2026-11-20T09:30:00.000Z'
  const texts = {
    name: 'NB-1',
    alias: 'X 001',
    notes: 'clear',
    subjectId: 'P001',
    siteId: 'AUSTIN',
    visitId: 'V2',
    bamFileUri: 's3://lab/1.bam',
    tubeType: 'EDTA',
    parent: 'NB-0',
    sourceId: '17',
  }
  const times = {
    collectionTimestamp: at,
    receivedTimestamp: at,
    qcTimestamp: at,
    processedTimestamp: at,
    archivedTimestamp: at,
  }
  const codes = { type: 'plasma', status: 'qc - pass', volume: '2,5' }
  const cells = Object.entries({ ...texts, ...times, ...codes }).map(([field, text]) => [field, ` ${text} `])
  const { row, problems } = read(Object.fromEntries(cells))
  expect(problems).toEqual([])
  expect(row).toEqual({
    id: expect.stringMatching(sampleId),
    number: 2,
    ...texts,
    ...times,
    type: 'PLASMA',
    status: 'QC_PASS',
    volumeNl: 2_500_000,
  })
})

test.each(['', ' ', 'N/A', ' N/A ', '\u200b', '\u00ad', ' \u200e ', '\u2800', 'N/A\u200b', '\u00a0N/A'])(
  'a cell of %j counts as empty',
  (empty) => {
    const cells = ImportField.options.filter((field) => field !== 'volumeUl').map((field) => [field, empty])
    const { row, problems } = read({ ...Object.fromEntries(cells), name: 'NB-1' })
    expect(problems).toEqual([])
    expect(JSON.parse(JSON.stringify(row))).toEqual({
      id: expect.stringMatching(sampleId),
      number: 2,
      name: 'NB-1',
      type: 'UNKNOWN_SAMPLE_TYPE',
      status: 'UNKNOWN',
      volumeNl: 0,
    })
  },
)

test('a row that has fewer cells than the header lacks those at its end', () => {
  const table: Table = { format: 'csv', header: ['Name', 'Notes'], rows: [{ number: 7, cells: ['NB-1'] }] }
  const rules = cellRulesFor(table, ['name', 'notes'], { laboratoryTime: noZone, now })
  const row = readRow({ number: 7, cells: ['NB-1'] }, rules, () => expect.unreachable())
  expect(row).toMatchObject({ number: 7, name: 'NB-1', notes: undefined })
})

const shortened = 'was shortened by Excel: format the column as text and enter all digits'
const notTime = 'must be a time such as 2026-11-20T09:30:00Z, or a day such as 2026-11-20 or 20.11.2026'
test.each<[ImportField, string, string]>([
  ['name', '', 'Please input Name!'],
  ['name', 'N/A', 'Please input Name!'],
  ['name', 'x'.repeat(201), 'must be at most 200 characters long'],
  ['alias', 'Röhre', 'may contain only ASCII letters, digits and punctuation'],
  ['alias', 'x'.repeat(61), 'must be at most 60 characters long'],
  ['alias', '1.23457E+12', shortened],
  ['alias', '3,40123E+17', shortened],
  ['alias', '1E+05', shortened],
  ['name', '1.23457E+12', shortened],
  ['name', '3.00E-02', shortened],
  ['name', '#REF!', 'is an error of the spreadsheet: correct the formula or clear the cell'],
  ['subjectId', '-1.23457e+12', shortened],
  ['siteId', '1.23457E+12', shortened],
  ['visitId', '1.23457E+12', shortened],
  ['parent', '1.23457E+12', shortened],
  ['sourceId', '1.23457E+12', shortened],
  ['type', 'BONE', 'is not one of the sample types UNKNOWN, PLASMA, BLOOD, SERUM, CSF, DNA'],
  ['status', 'FROZEN', "sample status validation failed: 'FROZEN' is not a status"],
  ['status', 'UNRECOGNIZED', "sample status validation failed: 'UNRECOGNIZED' is not a status"],
  ['volume', 'two', 'Volume must be a number of mL'],
  ['volume', 'NaN', 'Volume must be a number of mL'],
  ['volume', '-1', 'Volume must be 0 mL or more'],
  ['volume', '0.0000001', 'Volume must be a multiple of 0.000001 mL'],
  ['volume', '1e300', 'Volume must be at most 1,000,000 mL'],
  ['volume', '#REF!', 'is an error of the spreadsheet: correct the formula or clear the cell'],
  ['volume', '1,000', 'is ambiguous: write it without a comma'],
  ['volumeUl', '1,000', 'is ambiguous: write it without a comma'],
  ['volumeUl', 'two', 'Volume must be a number of mL'],
  ['volumeUl', '-1', 'Volume must be 0 mL or more'],
  ['notes', '#N/A', 'is an error of the spreadsheet: correct the formula or clear the cell'],
  ['notes', '#REF!', 'is an error of the spreadsheet: correct the formula or clear the cell'],
  ['notes', 'x'.repeat(2001), 'must be at most 2,000 characters long'],
  ['subjectId', 'x'.repeat(101), 'must be at most 100 characters long'],
  ['siteId', 'x'.repeat(61), 'must be at most 60 characters long'],
  ['visitId', 'x'.repeat(41), 'must be at most 40 characters long'],
  ['bamFileUri', 'x'.repeat(2001), 'must be at most 2,000 characters long'],
  ['tubeType', 'x'.repeat(61), 'must be at most 60 characters long'],
  ['parent', 'x'.repeat(201), 'must be at most 200 characters long'],
  ['sourceId', 'x'.repeat(201), 'must be at most 200 characters long'],
  ['collectionTimestamp', 'now', notTime],
  ['receivedTimestamp', 'yesterday', notTime],
  ['qcTimestamp', 'yesterday', notTime],
  ['processedTimestamp', 'yesterday', notTime],
  ['archivedTimestamp', 'yesterday', notTime],
])('%s %j is reported at its column and left empty', (field, text, message) => {
  const { row, problems } = named({ [field]: text })
  expect(problems).toEqual([`${field} ${message}`])
  const empty: Cells = { name: '', type: 'UNKNOWN_SAMPLE_TYPE', status: 'UNKNOWN' }
  expect(row.volumeNl).toBe(0)
  expect(row[field as keyof ImportRow]).toBe(empty[field])
})

test.each<[ImportField & keyof ImportRow, string, unknown]>([
  ['type', 'unknown', 'UNKNOWN_SAMPLE_TYPE'],
  ['type', 'Unknown - sample  type', 'UNKNOWN_SAMPLE_TYPE'],
  ['type', 'cSf', 'CSF'],
  ['type', 'Blut', 'BLOOD'],
  ['type', 'Liquor', 'CSF'],
  ['type', 'whole blood', 'BLOOD'],
  ['status', 'sent to collaborator', 'SENT_TO_C2N'],
  ['status', 'QC-pass', 'QC_PASS'],
  ['status', 'qc  - pass', 'QC_PASS'],
  ['notes', "' N/A ", "' N/A"],
  ['notes', '1E+05', '1E+05'],
  ['alias', '1E5', '1E5'],
  ['alias', '1E-02', '1E-02'],
  ['name', '2e-1', '2e-1'],
  ['alias', 'A1E+05', 'A1E+05'],
  ['subjectId', "'; drop table sample; --", "'; drop table sample; --"],
  ['subjectId', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['parent', 'x'.repeat(200), 'x'.repeat(200)],
  ['sourceId', 'x'.repeat(200), 'x'.repeat(200)],
  ['tubeType', 'x'.repeat(60), 'x'.repeat(60)],
  ['notes', " ' = 2+1 ", '= 2+1'],
  ['notes', "a,'=2", "a,'=2"],
])('%s %j is read as %j', (field, text, value) => {
  expect(valueIn(field, text)).toBe(value)
})

test.each<[ImportField & keyof ImportRow, string, unknown]>([
  ['type', 'PLASMA\u200b', 'PLASMA'],
  ['type', 'unknown\u00a0sample\u00a0type', 'UNKNOWN_SAMPLE_TYPE'],
  ['status', 'QC\u00a0pass\u200b', 'QC_PASS'],
  ['thawCount', '\u200b3', 3],
  ['notes', '\u200bN/A now', 'N/A now'],
  ['bamFileUri', 's3://lab/a\u200bb.bam', 's3://lab/a\u200bb.bam'],
])('%s %j is read as it is seen', (field, text, value) => {
  expect(valueIn(field, text)).toBe(value)
})

test.each(['volume', 'volumeUl'] as const)('a %s is read as it is seen, also beside others', (field) => {
  expect(named({ [field]: '0\u200b,5\u00a0mL\u200b' }).row.volumeNl).toBe(500_000)
  expect(named({ [field]: '1.000' }, { others: [{ [field]: '0,5\u200b' }] }).problems).toEqual([
    `${field} is ambiguous, as other volumes have a decimal comma: write it without a point`,
  ])
})

test('a volume in a column of microlitres is one, and a unit in the cell counts more than the column', () => {
  const volumeOf = (cells: Cells) => named(cells).row.volumeNl
  expect([volumeOf({ volumeUl: '250' }), volumeOf({ volumeUl: '2 ml' })]).toEqual([250_000, 2_000_000])
  expect([volumeOf({ volume: '0.25' }), volumeOf({ volume: '10 µL' })]).toEqual([250_000, 10_000])
  expect([volumeOf({ volume: '1E+05' }), volumeOf({ volume: ' N/A' })]).toEqual([100_000_000_000, 0])
})

test('the unit of a volume may have a column of its own, which counts more than the column of the volume', () => {
  const nanolitresOf = (cells: Cells) => {
    const { row, problems } = named(cells)
    return problems.length > 0 ? problems : row.volumeNl
  }
  for (const field of ['volume', 'volumeUl']) {
    expect(nanolitresOf({ [field]: '500', volumeUnit: ' uL ' })).toBe(500_000)
    expect(nanolitresOf({ [field]: '0,5', volumeUnit: 'ML' })).toBe(500_000)
    expect(nanolitresOf({ [field]: '10 µl', volumeUnit: 'ml' })).toBe(10_000)
    expect(nanolitresOf({ [field]: '', volumeUnit: 'ng' })).toBe(0)
    expect(nanolitresOf({ [field]: '20', volumeUnit: 'ng' })).toEqual(['volumeUnit must be mL or µL'])
    expect(nanolitresOf({ [field]: '20', volumeUnit: '' })).toEqual([
      'volumeUnit is missing: write mL or µL beside the volume',
    ])
    expect(nanolitresOf({ [field]: '20 ul', volumeUnit: '' })).toBe(20_000)
    expect(nanolitresOf({ [field]: '0', volumeUnit: '' })).toBe(0)
  }
})

test.each(['volume', 'volumeUl'] as const)(
  'a point before three digits is ambiguous in a CSV file where another %s has a decimal comma',
  (field) => {
    const problemsOf = (others: Cells[]) => named({ [field]: '1.000' }, { others }).problems
    const ambiguous = 'is ambiguous, as other volumes have a decimal comma: write it without a point'
    expect(problemsOf([{ [field]: '2' }, { [field]: ' 0,5 ' }])).toEqual([`${field} ${ambiguous}`])
    expect(problemsOf([{ [field]: '0.5' }, { notes: '0,5' }])).toEqual([])
    expect(named({ [field]: '0.125' }, { others: [{ [field]: '0,5' }] }).problems).toEqual([])
  },
)

test.each(['volume', 'volumeUl'] as const)(
  'in a workbook, a point before three digits is ambiguous beside a decimal comma (%s) only in a text, as a number has no decimal sign',
  (field) => {
    const problemsOf = (volume: string, grouped: ImportField[]) =>
      named({ [field]: volume }, { others: [{ [field]: '1,5 ml' }], format: 'xlsx', grouped }).problems
    const ambiguous = 'is ambiguous, as other volumes have a decimal comma: write it without a point'
    for (const text of ['1.000 µl', '1.125ul', '1.000', '2.500', '1.125']) {
      expect([text, ...problemsOf(text, [field])]).toEqual([text, `${field} ${ambiguous}`])
      expect(problemsOf(text, ['name'])).toEqual([])
    }
  },
)

test('cells of our manifest, also of one without tube types, may look like Excel errors, and lose the guard of each part', () => {
  const header = manifestColumns.filter((column) => column !== 'tubeType')
  expect(named({ notes: '#REF!' }, { header })).toMatchObject({ problems: [], row: { notes: '#REF!' } })
  expect(named({ notes: "a,'=2" }, { header }).row.notes).toBe('a,=2')
  for (const lacking of [header.slice(1), header.slice(0, -1)]) {
    expect(named({ notes: '#REF!' }, { header: lacking }).problems).toHaveLength(1)
  }
})

test('names in our manifest that Excel has shortened while it was edited as CSV are refused; those that only look like numbers are not', () => {
  const header = [...manifestColumns]
  const problemsOf = (cells: Cells, format: Table['format'] = 'csv') =>
    named(cells, { header, format }).problems
  expect(problemsOf({ name: '1.23457E+11', alias: '1E+11', subjectId: '3,40E-02', notes: '1E+11' })).toEqual([
    `name ${shortened}`,
    `alias ${shortened}`,
    `subjectId ${shortened}`,
  ])
  for (const text of ['1E5', '1E+5', '12E+05', '1E-02'])
    expect([text, ...problemsOf({ name: text, alias: text })]).toEqual([text])
  // The cells of our workbooks are texts, which Excel leaves as they are.
  expect(problemsOf({ name: '1E+11', alias: '1.23457E+11' }, 'xlsx')).toEqual([])
})

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:15.250+01:00', '2026-11-20T08:30:15.250Z'],
  ['2026-11-20 9:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00 -05:00', '2026-11-20T14:30:00.000Z'],
  ['20.11.2026', '2026-11-20T00:00:00.000Z'],
  ['1.2.2026', '2026-02-01T00:00:00.000Z'],
  ['1.2.2026 9:30:00Z', '2026-02-01T09:30:00.000Z'],
  ['20.11.2026, 09:30:15 +01:00', '2026-11-20T08:30:15.000Z'],
  ['20.11.2026\u00a009:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['\u200e2026-11-20\u202f09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['1900-01-01', '1900-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
])('the time %s is read', (text, at) => {
  expect(valueIn('collectionTimestamp', text)).toBe(at)
})

test.each([
  ['3/11/2026', '2026-11-03T00:00:00.000Z', '2026-03-11T00:00:00.000Z'],
  ['03/11/2026 9:30', '2026-11-03T08:30:00.000Z', '2026-03-11T08:30:00.000Z'],
  ['03/11/2026, 09:30:15', '2026-11-03T08:30:15.000Z', '2026-03-11T08:30:15.000Z'],
  ['3/11/2026 12:00 am', '2026-11-02T23:00:00.000Z', '2026-03-10T23:00:00.000Z'],
  ['3/11/2026 12:30:59 PM', '2026-11-03T11:30:59.000Z', '2026-03-11T11:30:59.000Z'],
  ['3/11/2026 11:59PM', '2026-11-03T22:59:00.000Z', '2026-03-11T22:59:00.000Z'],
  ['3/11/2026 1:05 AM', '2026-11-03T00:05:00.000Z', '2026-03-11T00:05:00.000Z'],
  ['3/11/2026, 9:30:00\u202fPM', '2026-11-03T20:30:00.000Z', '2026-03-11T20:30:00.000Z'],
  ['3/11/2026 9:30:00 p.\u00a0m.', '2026-11-03T20:30:00.000Z', '2026-03-11T20:30:00.000Z'],
  ['3/11/2026 12:30 a.m.', '2026-11-02T23:30:00.000Z', '2026-03-10T23:30:00.000Z'],
])('the time %s with slashes is read as the order of day and month says', (text, dayFirst, monthFirst) => {
  const laboratoryTime = text.includes(':') ? berlin : noZone
  const at = (dateOrder?: DateOrder) =>
    valueIn('collectionTimestamp', text, { laboratoryTime, ...(dateOrder ? { dateOrder } : {}) })
  expect(at('day-first')).toBe(dayFirst)
  expect(at('month-first')).toBe(monthFirst)
  expect(at()).toBe('collectionTimestamp has slashes: choose whether the day or the month comes first')
})

test.each([
  ['03-11-2026', '2026-11-03T00:00:00.000Z', '2026-03-11T00:00:00.000Z'],
  ['3-11-2026 9:30', '2026-11-03T08:30:00.000Z', '2026-03-11T08:30:00.000Z'],
])('the time %s with hyphens, and the year last, is read so too', (text, dayFirst, monthFirst) => {
  const laboratoryTime = text.includes(':') ? berlin : noZone
  const at = (dateOrder?: DateOrder) =>
    valueIn('collectionTimestamp', text, { laboratoryTime, ...(dateOrder ? { dateOrder } : {}) })
  expect(at('day-first')).toBe(dayFirst)
  expect(at('month-first')).toBe(monthFirst)
  expect(at()).toBe('collectionTimestamp has hyphens: choose whether the day or the month comes first')
})

test.each([
  '2/30/2026',
  '11-20/2026',
  '0/1/2026',
  '1/0/2026',
  '11/20/26',
  '11/20/20266',
  '111/20/2026',
  '11/20/2026 0:30 AM',
  '11/20/2026 13:30 PM',
  '11/20/2026 24:30',
  '11/20/2026 9',
  '11/20/2026 9:3',
  '11/20/2026 9:30 XM',
  '11/20/2026 9:60',
  'x11/20/2026',
  '11/20/2026x',
  '11/20',
])('%s is no time with the month first', (text) => {
  expect(valueIn('collectionTimestamp', text, { laboratoryTime: berlin, dateOrder: 'month-first' })).toMatch(
    /^collectionTimestamp must be a time such as/,
  )
})

test('a time with slashes has no offset: without a time zone of the laboratory a CSV file needs one', () => {
  const options = { dateOrder: 'month-first' } as const
  expect(valueIn('receivedTimestamp', '11/20/2026 9:30', options)).toMatch(
    /^receivedTimestamp has no time zone: /,
  )
  expect(valueIn('receivedTimestamp', '11/20/2026 9:30', { ...options, format: 'xlsx' })).toBe(
    '2026-11-20T09:30:00.000Z',
  )
})

test('a day begins at the first time of it that the clocks show', () => {
  const name = 'America/Sao_Paulo'
  const laboratoryTime = { name, zone: timeZoneNamed(name) }
  // Put forward at midnight: the day began at 01:00.
  expect(valueIn('collectionTimestamp', '2018-11-04', { laboratoryTime })).toBe('2018-11-04T03:00:00.000Z')
})

test.each(['2026-11-20T09:30', '2026-11-20 09:30', '20.11.2026 09:30:15'])(
  'the time %s needs a time zone where the laboratory has none',
  (text) => {
    expect(valueIn('collectionTimestamp', text)).toMatch(
      /^collectionTimestamp has no time zone: write it with/,
    )
  },
)

test.each([
  '31.02.2026',
  '20.13.2026',
  '20.11.26',
  'x20.11.2026',
  '120.11.2026',
  '20.11.2026x',
  '20.11.20261',
  '20.111.2026',
  '20.11.2026  09:30:00Z',
  '20.11.2026 0930:00Z',
  '20.11.2026 25:00:00Z',
  'x2026-11-20 09:30:00Z',
  '2026-11-20 109:30:00Z',
  '2026-11-20  09:30:00Z',
  '2026-11-20Z',
  '2026-11-20 09:30:00Z\nor later',
  '20.11.2026 09:30:00Z\nor later',
])('the time %s is refused where no time zone is set', (text) => {
  expect(valueIn('collectionTimestamp', text)).toBe(`collectionTimestamp ${notTime}`)
})

test.each(['1899-12-31T23:59:59.999Z', '2200-01-01T00:00:00Z', '2199-12-31T23:59:59.999-00:01'])(
  'the time %s is out of bounds',
  (text) => {
    expect(valueIn('collectionTimestamp', text)).toBe('collectionTimestamp must be a time from 1900 to 2199')
  },
)

test('a time without an offset is one on the clocks of the laboratory; in a workbook without a time zone, of UTC', () => {
  const at = (text: string, options: Options) => valueIn('receivedTimestamp', text, options)
  const inBerlin = { laboratoryTime: berlin }
  expect(at('2026-11-20', inBerlin)).toBe('2026-11-19T23:00:00.000Z')
  expect(at('2026-11-20T09:30', inBerlin)).toBe('2026-11-20T08:30:00.000Z')
  expect(at('20.7.2026 9:30', inBerlin)).toBe('2026-07-20T07:30:00.000Z')
  expect(at('2026-11-20T09:30:00Z', inBerlin)).toBe('2026-11-20T09:30:00.000Z')
  expect(at('2026-11-20T09:30', { format: 'xlsx' })).toBe('2026-11-20T09:30:00.000Z')
  expect(at('soon', inBerlin)).toBe(
    'receivedTimestamp must be a time such as 2026-11-20T09:30:00 on the clocks of Europe/Berlin or 2026-11-20T09:30:00Z, or a day such as 2026-11-20 or 20.11.2026',
  )
  expect(at('2026-10-25T02:30', inBerlin)).toBe(
    'receivedTimestamp was shown twice by the clocks of Europe/Berlin, which were put back: write it as 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00',
  )
  expect(at('2026-03-29T02:30', inBerlin)).toBe(
    'receivedTimestamp was never shown by the clocks of Europe/Berlin, which were put forward',
  )
})
