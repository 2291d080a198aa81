import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { workbookOf, workbookWith } from '../../test/zip.ts'

const lab = await openLab()
const { read, apply, problemsOf } = importing(lab)
const fieldsOf = async (header: string) =>
  (await read(`${header}\n1`)).json().columns.map(({ field }: { field: string | null }) => field)

test('shows the content of a file', async () => {
  const rows = Array.from({ length: 9 }, (_, n) => `NB-${n},DNA,${n}`)
  expect((await read(['Name,Type,Mood', ...rows].join('\n'))).json()).toEqual({
    format: 'csv',
    columns: [
      { header: 'Name', field: 'name' },
      { header: 'Type', field: 'type' },
      { header: 'Mood', field: null },
    ],
    firstRows: rows.slice(0, 5).map((row) => row.split(',')),
    totalRows: 9,
    otherSheets: 0,
    hiddenRows: 0,
    titleRows: 0,
  })
})

test.each([
  ['Sample ID,Tube ID,Subject,Volume (mL),Comments', ['name', 'alias', 'subjectId', 'volume', 'notes']],
  ['sample_name,tube_barcode,patient_id,volume_ul', ['name', 'alias', 'subjectId', 'volumeUl']],
  ['Name,Sample ID,Parent,Volume (µL),Volume (mL)', ['name', 'sourceId', 'parent', null, 'volume']],
  // Nothing refers to it, and it would not be kept.
  ['Sample Name,Sample ID,Type', ['name', null, 'type']],
  ['NAME,name,Site,Clinic', ['name', null, 'siteId', null]],
])('recognises the columns of %s', async (header, fields) => {
  expect(await fieldsOf(header)).toEqual(fields)
})

test('recognises the columns of our own manifest', async () => {
  const { batch_id } = await lab.addSample()
  const manifest = await lab.get('/batches/manifest', { id: batch_id })
  const { columns } = (await read(manifest.body)).json()
  const known = columns.filter(({ field }: { field: string | null }) => field)
  expect(known.map(({ header, field }: { header: string; field: string }) => `${header} ${field}`)).toEqual([
    'id sourceId',
    'name name',
    'alias alias',
    'type type',
    'status status',
    'volume volume',
    'notes notes',
    'parentSampleId parent',
    'visitId visitId',
    'subjectId subjectId',
    'siteId siteId',
    'collectionTimestamp collectionTimestamp',
    'receivedTimestamp receivedTimestamp',
    'qcTimestamp qcTimestamp',
    'processedTimestamp processedTimestamp',
    'archivedTimestamp archivedTimestamp',
    'bamFileUri bamFileUri',
    'tubeType tubeType',
  ])
})

const expected = {
  columns: ['Name', 'Notes'],
  firstRows: [
    ['A', 'one, two; three'],
    ['B', '5" tube'],
  ],
  totalRows: 2,
}
test.each([
  ['commas', 'Name,Notes\nA,"one, two; three"\nB,5" tube'],
  ['semicolons', 'Name;Notes\nA;"one, two; three"\nB;5" tube'],
  ['tabs', 'Name\tNotes\nA\tone, two; three\nB\t5" tube'],
  ['bars', 'Name|Notes\nA|"one, two; three"\nB|5" tube'],
  ['a byte order mark and CRLF', '\ufeffName,Notes\r\nA,"one, two; three"\r\nB,5" tube\r\n'],
  ['mixed line ends', 'Name,Notes\rA,"one, two; three"\r\n\n\r\nB,5" tube\n'],
  [
    'UTF-16 as Excel writes it',
    Buffer.from('\ufeffName\tNotes\r\nA\tone, two; three\r\nB\t5" tube', 'utf16le'),
  ],
  ['blank lines first, blank columns last', '\n\nName,Notes,,\nA,"one, two; three",,\nB,5" tube,,'],
])('reads a CSV with %s', async (_, file) => {
  const { columns, firstRows, totalRows } = (await read(file)).json()
  const headers = columns.map(({ header }: { header: string }) => header)
  expect({ columns: headers, firstRows, totalRows }).toEqual(expected)
})

const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Collected</t></is></c></row>'

test('reads numbers, dates and booleans as Excel shows them, and text that looks like a formula as text', async () => {
  const date = { value: new Date('2026-11-20T00:00:00Z'), format: 'yyyy-mm-dd' }
  const time = { value: new Date('2026-11-20T09:30:00Z'), format: 'yyyy-mm-dd hh:mm' }
  const row = ['0012345', 0.01, 1e21, date, time, true, '=1+1', null, ' padded ']
  const file = await writeExcelFile([row.map((_, n) => `C${n}`), row]).toBuffer()
  const { format, firstRows } = (await read(file)).json()
  expect(format).toBe('xlsx')
  expect(firstRows).toEqual([
    ['0012345', '0.01', '1e+21', '2026-11-20', '2026-11-20T09:30:00', 'TRUE', '=1+1', '', ' padded '],
  ])
})

test('reads the 15 digits of a number that Excel shows', async () => {
  const values = ['0.30000000000000004', '1.1000000000000001', '12.345', '-2.5', '123456789012345']
  const cells = values.map((value, n) => `<c r="${'ABCDE'[n]}2"><v>${value}</v></c>`)
  const file = workbookOf(`${header}<row r="2">${cells.join('')}</row>`)
  expect((await read(file)).json().firstRows).toEqual([['0.3', '1.1', '12.345', '-2.5', '123456789012345']])
})

test('reads a time without a day, and a duration, as Excel shows them', async () => {
  const of = (days: number, format: string) => ({
    value: new Date(Date.UTC(1899, 11, 30) + days * 24 * 3_600_000),
    format,
  })
  const row = [
    of(9.5 / 24, 'h:mm'),
    of(0, 'h:mm'),
    of(1.5, '[h]:mm'),
    of(3, '[h]:mm'),
    of(61 / 86_400, 'mm:ss'),
  ]
  const file = await writeExcelFile([row.map((_, n) => `C${n}`), row]).toBuffer()
  expect((await read(file)).json().firstRows).toEqual([['9:30', '0:00', '36:00', '72:00', '0:01:01']])
})

test.each([
  ['', 'x', 46346],
  ['date1904="0"', '', 46346],
  ['date1904="1"', '', 46346 - 1462],
  // As LibreOffice writes it.
  ['showObjects="all" date1904="true"', '', 46346 - 1462],
  ['date1904="true"', 'x', 46346 - 1462],
])('reads dates, times and durations of a workbook with %s', async (properties, prefix, day) => {
  const cells = [
    `<c r="A2" s="1"><v>${day}</v></c>`,
    `<c r="B2" s="1"><v>${day + 9.5 / 24}</v></c>`,
    '<c r="C2" s="2"><v>0.395833333333333</v></c>',
    '<c r="D2" s="2"><v>1.5</v></c>',
    '<c r="E2" t="d"><v>2026-11-20T09:30:00Z</v></c>',
    '<c r="F2"><v>46346</v></c>',
  ]
  const rows = `${header}<row r="2">${cells.join('')}</row>`
  const file = workbookWith([{ rows }], { prefix, properties, formats: ['yyyy\\-mm\\-dd', '[h]:mm'] })
  expect((await read(file)).json().firstRows).toEqual([
    ['2026-11-20', '2026-11-20T09:30:00', '9:30', '36:00', '2026-11-20T09:30:00', '46346'],
  ])
})

// The clocks of the machine that runs the tests must be those of another zone than UTC for it to fail.
test('reads dates that are written out as they are, whatever the time zone of the machine', async () => {
  const values = ['2026-11-20T09:30:00', '2026-11-20T00:00:00', '2026-11-20', '2026-11-20T09:30:00.000Z']
  const cells = values.map((value, n) => `<c r="${'ABCD'[n]}2" t="d"><v>${value}</v></c>`)
  const file = workbookOf(`${header}<row r="2">${cells.join('')}</row>`)
  // Its process has a time zone of its own.
  const { read: readInProcess } = importing(lab, await lab.startServer({ readers: undefined }))
  expect((await readInProcess(file)).json().firstRows).toEqual([
    ['2026-11-20T09:30:00', '2026-11-20', '2026-11-20', '2026-11-20T09:30:00'],
  ])
})

test.each([
  ['hidden', { attributes: 'state="hidden"' }],
  ['hidden, in single quotes', { attributes: "state='hidden'" }],
  ['hidden by a macro', { attributes: 'state="veryHidden"' }],
  ['a chart', { type: 'chartsheet' }],
  ['empty', { rows: '<row r="1"><c r="A1" s="1"/></row>' }],
])('reads the first sheet that a person sees with cells, not one that is %s', async (_, first) => {
  const text = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`
  const rowsOf = (name: string) =>
    `<row r="1">${text('A1', 'Name')}</row><row r="2">${text('A2', name)}<c r="B2" t="e"><v>#N/A</v></c></row>`
  const file = workbookWith([
    { rows: rowsOf('Old'), ...first },
    { rows: rowsOf('NB-1') },
    { rows: rowsOf('Later') },
  ])
  expect((await read(file)).json().firstRows).toEqual([['NB-1', '#N/A']])
})

test.each([{}, { prefix: 'x' }])(
  'counts the other sheets on which a person sees something (%j)',
  async (more) => {
    const text = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`
    const rows = `<row r="1">${text('A1', 'Name')}</row><row r="2">${text('A2', 'NB-1')}</row>`
    const typed = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
    const empty = '<row r="1"><c r="A1" s="1"/></row>'
    const sheets = [{ rows: empty, attributes: 'state="hidden"' }, { rows }, { rows: empty }]
    const others = [
      { rows },
      { rows: typed },
      { rows, attributes: 'state="hidden"' },
      { rows, type: 'chartsheet' },
    ]
    const otherSheetsOf = async (file: Uint8Array) => (await read(file)).json().otherSheets
    expect(await otherSheetsOf(workbookWith([...sheets, ...others], more))).toBe(2)
    expect(await otherSheetsOf(workbookWith(sheets, more))).toBe(0)
    expect(await otherSheetsOf(Buffer.from('Name\nNB-1'))).toBe(0)
  },
)

test.each(['', 'x'])('counts the filled rows below the header that Excel hides (%j)', async (prefix) => {
  const rowOf = (row: number, name: string, attributes = '') =>
    `<row r="${row}" ${attributes}>${name ? textCell(`A${row}`, name) : `<c r="A${row}" s="1"/>`}</row>`
  const rows = [
    rowOf(1, 'Name', 'hidden="1"'),
    rowOf(2, 'NB-1', 'spans="1:1" hidden="1" ht="15"'),
    rowOf(3, 'NB-2', "hidden='true'"),
    rowOf(4, '', 'hidden="1"'),
    rowOf(5, 'NB-3', 'hidden="0"'),
    rowOf(6, 'NB-4'),
  ]
  const file = workbookWith([{ rows: rows.join('') }], { prefix })
  expect((await read(file)).json()).toMatchObject({ totalRows: 4, hiddenRows: 2 })
})

const table = 'Name,Type,Volume\nNB-1,PLASMA,1\nNB-2,DNA,2'
test.each([
  ['a title', `Freezer 3\n${table}`, 1],
  ['a title, a date and an empty row', `Freezer 3,,\n\nas of,3.11.2026\n,,\n${table}`, 2],
  ['captions of groups of columns', `Sample,,Content\n${table}`, 1],
  ['a title that a column may have', `Material\n${table}`, 1],
  ['a title in a file with semicolons', `Freezer 3\n\n${table.replaceAll(',', ';')}`, 1],
  ['a title with a comma in a file with tabs', `Arrivals, November\n${table.replaceAll(',', '\t')}`, 1],
])('the header is found below %s', async (_, file, titleRows) => {
  const { columns, firstRows, ...rest } = (await read(file)).json()
  expect(columns.map(({ header }: { header: string }) => header)).toEqual(['Name', 'Type', 'Volume'])
  expect(firstRows).toEqual([
    ['NB-1', 'PLASMA', '1'],
    ['NB-2', 'DNA', '2'],
  ])
  expect(rest).toMatchObject({ totalRows: 2, titleRows })
})

test('below a title, problems name the rows of the file', async () => {
  const file = 'Freezer 3\n\nName,Type\nNB-1,PLASMA\nNB-2,BONE'
  expect(await problemsOf(file, { columns: 'name,type', batchName: 'New' })).toEqual([
    expect.stringMatching(/^5 Type: is not one of the sample types/),
  ])
})

test('a file that ends with its header has no rows', async () => {
  const file = 'Freezer 3\nName,Type'
  expect((await read(file)).json()).toMatchObject({ code: 'file-unreadable' })
})

test.each([
  ['Name,Type\nSample,DNA\nLabel,DNA', 'Name'],
  ['Probe,Art\nSample,DNA', 'Probe'],
  ['Name,Type\nName,Type', 'Name'],
  ['Name\nNB-1; left\nNB-2; right', 'Name'],
])('the first row of %j is its header', async (file, header) => {
  const { columns, titleRows } = (await read(file)).json()
  expect([columns[0].header, titleRows]).toEqual([header, 0])
})

test('reads the saved result of a formula, and reports one that has none, as other programs write them', async () => {
  const formula = (place: string, saved: string, type = '') =>
    `<c r="${place}"${type}><f>CONCATENATE("N","B")</f>${saved}</c>`
  const str = ' t="str"'
  const file = workbookOf(
    '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Volume</v></c><c r="C1" t="str"><v>Notes</v></c></row>' +
      `<row r="2">${formula('A2', '<v>NB</v>', str)}${formula('B2', '<v>2</v>')}${formula('C2', '<v></v>', str)}</row>` +
      `<row r="3">${formula('A3', '<v>NC</v>', str)}${formula('B3', '<v />')}${formula('C3', '')}</row>` +
      '<row r="4"><c r="A4" t="str"><v>ND</v></c><c r="B4"><f t="shared" si="0"/><v></v></c></row>',
  )
  const { firstRows } = (await read(file)).json()
  expect(firstRows).toEqual([
    ['NB', '2'],
    ['NC', '#NO RESULT!', '#NO RESULT!'],
    ['ND', '#NO RESULT!'],
  ])
  const { problemsOf } = importing(lab)
  const message = 'is a formula without a result: open the file in Excel and save it there'
  expect(await problemsOf(file, { columns: 'name,volume,', batchName: 'B' })).toEqual([
    `3 Volume: ${message}`,
    `4 Volume: ${message}`,
  ])
})

test('reads errors and formulas without a result of a workbook that names its tags with a prefix', async () => {
  const text = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`
  const rows =
    `<row r="1">${text('A1', 'Name')}${text('B1', 'Volume')}</row>` +
    `<row r="2">${text('A2', 'NB-1')}<c r="B2" t="e"><v>#N/A</v></c></row>` +
    `<row r="3">${text('A3', 'NB-2')}<c r="B3"><f>1+1</f></c></row>`
  const file = workbookWith([{ rows: '', attributes: 'state="hidden"' }, { rows }], { prefix: 'x' })
  expect((await read(file)).json().firstRows).toEqual([
    ['NB-1', '#N/A'],
    ['NB-2', '#NO RESULT!'],
  ])
})

test('reads errors, formulas without a result and formats of a workbook with line breaks and single quotes', async () => {
  const cells = [
    '<c r="A2" t="e"> <v>#N/A</v> </c>',
    "<c r='B2' t='e'> <f>1/0</f> <v>#DIV/0!</v> </c>",
    '<c r="C2"> <f>A1</f> <v/> </c>',
    '<c r="D2" s="1"> <v>42</v> </c>',
  ]
  const rows = `${header}<row r="2">${cells.join('')}</row>`.replaceAll('> <', '>\n  <')
  const file = workbookWith([{ rows }], { formats: ['00000'] })
  expect((await read(file)).json().firstRows).toEqual([['#N/A', '#DIV/0!', '#NO RESULT!', '00042']])
})

test('D23 reports an Excel error by row and column and shows it in the preview', async () => {
  const failed = (place: string, error: string) => `<c r="${place}" t="e"><f>1/0</f><v>${error}</v></c>`
  const text = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`
  const file = workbookOf(
    `<row r="1">${text('A1', 'Name')}${text('B1', 'Subject')}${text('C1', 'Notes')}</row>` +
      `<row r="2">${text('A2', 'NB-1')}${failed('B2', '#N/A')}<c r="C2" s="1" t="e"><v xml:space="preserve">#DIV/0!</v></c></row>` +
      `<row r="3">${failed('A3', '#NAME?')}${text('B3', 'P1')}${text('C3', 'N/A')}</row>`,
  )
  expect((await read(file)).json().firstRows[0]).toEqual(['NB-1', '#N/A', '#DIV/0!'])
  const errorText = 'is an error of the spreadsheet: correct the formula or clear the cell'
  const expected = [`2 Subject: ${errorText}`, `2 Notes: ${errorText}`, `3 Name: ${errorText}`]
  const query = { columns: 'name,subjectId,notes', batchName: 'B' }
  const { problemsOf } = importing(lab)
  expect((await problemsOf(file, query)).sort()).toEqual(expected.sort())
  const csv = 'Name,Subject,Notes\nNB-1,#N/A,#DIV/0!\n#NAME?,P1,N/A'
  expect((await problemsOf(csv, query)).sort()).toEqual(expected.sort())
})

test('D23 imports times and tube types and reports invalid times', async () => {
  const { check } = importing(lab)
  const columns = 'name,status,processedTimestamp,tubeType'
  const row = 'A,PROCESSED,2026-01-02T03:04:05+01:00,EDTA'
  const { lines } = await apply(`Name,Status,Processed,Tube\n${row}`, { columns, batchName: 'New' })
  const { samples } = (await lab.get('/samples/list', { batchId: lines.at(-1).batch.id })).json()
  expect(samples).toMatchObject([{ processedTimestamp: '2026-01-02T02:04:05.000Z', tubeType: 'EDTA' }])
  const bad =
    'Name,Status,Processed,Tube\nA,PROCESSED,01/02/2026,\nB,PROCESSED,1066-10-14,\nC,PROCESSED,2027-01-02,'
  const { problems } = (await check(bad, { columns, batchName: 'Other' })).json()
  expect(problems.map(({ message }: { message: string }) => message)).toEqual([
    'has slashes: choose whether the day or the month comes first',
    'must be a time from 1900 to 2199',
    'must not be in the future',
  ])
})

test('accepts guarded apostrophes, status names in words, and units', async () => {
  const rows = [
    "'=1+1,Qc pass,10 µL,N/A",
    "''=x,unknown,\"0,5\",'N/A'",
    "'quoted',sent to collaborator,2ml,-",
    '-5 °C,,,x',
  ]
  const { lines } = await apply(['Name,Status,Volume,Notes', ...rows].join('\n'), {
    columns: 'name,status,volume,notes',
    batchName: 'New',
  })
  const { samples } = (await lab.get('/samples/list', { batchId: lines.at(-1).batch.id })).json()
  expect(samples).toMatchObject([
    { name: '=1+1', status: 'QC_PASS', volume: 0.01, notes: '' },
    { name: "'=x", status: 'UNKNOWN', volume: 0.5, notes: "'N/A'" },
    { name: "'quoted'", status: 'SENT_TO_C2N', volume: 2, notes: '-' },
    { name: '-5 °C', status: 'UNKNOWN', volume: 0, notes: 'x' },
  ])
})

test('reads a column of microlitres', async () => {
  const { lines } = await apply('Name,Volume (µL)\nA,250', { columns: 'name,volumeUl', batchName: 'New' })
  const { samples } = (await lab.get('/samples/list', { batchId: lines.at(-1).batch.id })).json()
  expect(samples).toMatchObject([{ volume: 0.25 }])
})

test.each([
  ['volume', '0&quot; µL&quot;', 500, 0.5],
  ['volumeUl', '0.0&quot; ml&quot;', 2, 2],
])('reads a %s with the unit that the format %s shows', async (field, format, value, volume) => {
  const cells = `${textCell('A2', 'NB-1')}<c r="B2" s="1"><v>${value}</v></c>${textCell('C2', 'ng')}`
  const head = ['Name', 'Volume', 'Unit'].map((caption, n) => textCell(`${'ABC'[n]}1`, caption)).join('')
  const file = workbookWith([{ rows: `<row r="1">${head}</row><row r="2">${cells}</row>` }], {
    formats: [format],
  })
  const { lines } = await apply(file, { columns: `name,${field},volumeUnit`, batchName: `New ${field}` })
  const { samples } = (await lab.get('/samples/list', { batchId: lines.at(-1).batch.id })).json()
  expect(samples).toMatchObject([{ volume }])
})

const textCell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

test.each(['', 'x'])(
  'a merged cell is read in each row that it covers, as a person reads it (%j)',
  async (prefix) => {
    const subjects: Record<number, string> = { 1: 'Subject', 2: 'S1', 6: 'S2' }
    const names = ['Name', 'NB-1', 'NB-2', 'NB-3', '', 'NB-4']
    const rows = names.map((name, index) => {
      const row = index + 1
      const subject = subjects[row]
      return `<row r="${row}">${name ? textCell(`A${row}`, name) : ''}${subject ? textCell(`B${row}`, subject) : ''}</row>`
    })
    const merged = ['B2:B5', 'B6:C6', 'C1:D1', 'E1:E3', 'B7:XFD1048576']
    const file = workbookWith([{ rows: rows.join(''), merged }], { prefix })
    expect((await read(file)).json()).toMatchObject({
      columns: [{ header: 'Name' }, { header: 'Subject' }],
      firstRows: [
        ['NB-1', 'S1'],
        ['NB-2', 'S1'],
        ['NB-3', 'S1'],
        ['NB-4', 'S2'],
      ],
      totalRows: 4,
    })
  },
)

test('thousands of merged cells that overlap are read once', { timeout: 15_000 }, async () => {
  const numRows = 20_000
  const rows = Array.from({ length: numRows }, (_, index) => {
    const row = index + 1
    return `<row r="${row}">${textCell(`A${row}`, `NB-${row}`)}${row === 2 ? textCell('B2', 'S1') : ''}</row>`
  })
  const merged = Array.from({ length: numRows }, () => `B2:B${numRows}`)
  const reply = (await read(workbookWith([{ rows: rows.join(''), merged }]))).json()
  expect(reply).toMatchObject({
    totalRows: numRows - 1,
    firstRows: [['NB-2', 'S1'], ['NB-3', 'S1'], {}, {}, {}],
  })
})

test('a header over two rows is not taken for a sample', async () => {
  const file = workbookWith([
    {
      rows: `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Volume')}</row><row r="2">${textCell('B2', 'mL')}</row>`,
      merged: ['A1:A2'],
    },
  ])
  expect((await read(file)).json().firstRows).toEqual([['', 'mL']])
})
