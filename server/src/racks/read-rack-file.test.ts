import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { plate, read, refusal } from '../../test/read-rack.ts'
import { readRackFile } from './read-rack-file.ts'

test('parses a VisionMate table and keeps leading zeros', () => {
  const header = 'Date\tTime\tLocationCell\tLocationColumn\tLocationRow\tTubeCode\tRackID'
  const lines = [
    '20230627\t09:26:10\tA1\t1\tA\t0363132553\tplate_1',
    '20230627\t09:26:10\tB01\t1\tB\tNo Tube\tplate_1',
    '20230627\t09:26:10\tH12\t12\tH\tNo Read\tplate_1',
  ]
  expect(read(`\uFEFF${[header, ...lines].join('\r\n')}\r\n`)).toEqual({
    format: 'visionmate-table',
    convention: 'slas',
    shown: [
      [1, 1, '0363132553'],
      [2, 1, 'empty'],
      [8, 12, 'unreadable'],
    ],
  })
})

test.each(['Rack ID', 'RackBarcode', 'PlateID', '#Plate', 'Tray', 'Box'])(
  'a file with the tubes of two racks by %s is refused',
  (name) => {
    const header = `${name},Position,Tube`
    expect(refusal(`${header}\nR1,A1,T1\nR1,A2,T2\nR2,B1,T3\nR2,B2,T4\n`)).toBe(
      'Line 4: rack R2 begins after rack R1. Save each rack to a file of its own.',
    )
    expect(read(`${header}\nR1,A1,T1\n,A2,T2\nR1,A3,T3\n`).shown).toHaveLength(3)
  },
)

test.each([
  ['sep=;\nPosition;Tube ID\nA1;F,1\nA2;No Tube', 'micronic-csv'],
  ['\ufeff"sep=|"\r\nPosition|Tube ID\r\nA1|F,1\r\nA2|No Tube', 'micronic-csv'],
  ['sep=;\nA1;F,1\nA2;No Tube', 'position-list'],
])('the first line of %j names the delimiter', (text, format) => {
  expect(read(text)).toMatchObject({
    format,
    shown: [
      [1, 1, 'F,1'],
      [1, 2, 'empty'],
    ],
  })
})

test.each([
  'Position,Tube ID,Remark; other\nA1,F1,\nA2,No Tube,x',
  'Position;Tube ID;Volume, mL\nA1;F1;0,5\nA2;No Tube;',
  'Remark;\tPosition\tTube ID\n;x\tA1\tF1\n\tA2\tNo Tube',
  'Position,Tube ID,"Remark; or other"\nA1,F1,\nA2,No Tube,',
])('%j is split by the delimiter that fits its lines', (text) => {
  expect(read(text)).toMatchObject({
    format: 'micronic-csv',
    shown: [
      [1, 1, 'F1'],
      [1, 2, 'empty'],
    ],
  })
})

test('the first line that names the delimiter counts as a line', () => {
  expect(refusal('sep=;\nA1;F1\nA2;F2;F3')).toBe(refusal('A0;F0\nA1;F1\nA2;F2;F3'))
  expect(refusal('sep=;\nA1;F1\nA2;F2;F3')).toContain('Line 3')
  expect(refusal('sep=;\nA1;"F1')).toBe(refusal('A0;F0\nA1;"F1'))
})

test('parses a VisionMate list down the columns, between acknowledgement and ETX', () => {
  const tubes = Array.from({ length: 96 }, (_, turn) => `F${turn}`)
  tubes[1] = 'No Tube'
  tubes[2] = 'No Read'
  const { format, shown } = read(`OKD${tubes.join(',')}\u0003`)
  expect(format).toBe('visionmate-list')
  expect(shown.slice(0, 3)).toEqual([
    [1, 1, 'F0'],
    [2, 1, 'empty'],
    [3, 1, 'unreadable'],
  ])
  expect([shown[8], shown[95]]).toEqual([
    [1, 2, 'F8'],
    [8, 12, 'F95'],
  ])
})

test.each([48, 47, 24])(
  'a list of 96 places of which the first %i have a tube is one of a rack of 96',
  (numTubes) => {
    const fields = Array.from({ length: 96 }, (_, turn) => (turn < numTubes ? `F${turn}` : ''))
    for (const end of ['', ',', ',\r\n']) {
      const { shown } = read(`${fields.join(',')}${end}`)
      expect([shown.length, shown[6], shown[8], shown[95]]).toEqual([
        96,
        [7, 1, 'F6'],
        [1, 2, 'F8'],
        [8, 12, 'unreadable'],
      ])
    }
  },
)

test.each([1, 2])('a list of 96 places of which only the first %i have a tube is a list', (numTubes) => {
  const fields = Array.from({ length: 96 }, (_, turn) => (turn < numTubes ? `F${turn}` : ''))
  const { format, shown } = read(fields.join(','))
  expect([format, shown.length, shown[0], shown[95]]).toEqual([
    'visionmate-list',
    96,
    [1, 1, 'F0'],
    [8, 12, 'unreadable'],
  ])
})

test('a list may end with a comma', () => {
  const fields = Array.from({ length: 81 }, (_, turn) => `F${turn}`)
  const own = { ...plate, numberRows: 9, numberColumns: 9 }
  expect(read(`${fields.join(',')},`, own).shown).toHaveLength(81)
  expect(refusal(`${fields.join(',')},,`)).toContain('a list of 82 tubes does not fit any rack')
})

test('a list fits a box with the same number of cells, and a box with letters on its columns', () => {
  const tubes = (count: number) => Array.from({ length: count }, (_, turn) => `F${turn}`).join(',')
  const own = { ...plate, numberRows: 9, numberColumns: 9 }
  expect(read(tubes(81), own).shown[9]).toEqual([1, 2, 'F9'])
  const tall = { ...plate, numberRows: 12, numberColumns: 8, rowPrefix: '1', columnPrefix: 'A' }
  expect(read(tubes(96), tall)).toMatchObject({ convention: 'own' })
  expect(read(tubes(96), tall).shown[8]).toEqual([2, 1, 'F8'])
  expect(refusal(tubes(50))).toBe(
    'Line 1: a list of 50 tubes does not fit any rack: expected 24, 48, 96, 384, or the number of cells of Box 3.',
  )
})

test('parses Ziath JSON', () => {
  const tubeBarcode = [
    { barcode: 'FR001', decodeStatus: 'SUCCESS', y: 1, x: 1, row: 1, column: 1 },
    { barcode: '', decodeStatus: 'EMPTY', row: 2, column: 3 },
    { barcode: null, decodeStatus: 'FAILED', row: 8, column: 12 },
  ]
  expect(read(JSON.stringify({ tubeBarcode }))).toMatchObject({
    format: 'ziath-json',
    shown: [
      [1, 1, 'FR001'],
      [2, 3, 'empty'],
      [8, 12, 'unreadable'],
    ],
  })
})

test('characters that show nothing are no part of a tube code, also where JSON escapes them', () => {
  const codes = ['FR001\u0000\u0000', '\u0002FR\u200b002\t', '\u0000', '\ud800FR003']
  const shown = [
    [1, 1, 'FR001'],
    [1, 2, 'FR002'],
    [1, 3, 'unreadable'],
    [1, 4, '\ufffdFR003'],
  ]
  const tubeBarcode = codes.map((barcode, index) => ({ barcode, row: 1, column: index + 1 }))
  expect(read(JSON.stringify({ tubeBarcode })).shown).toEqual(shown)
  const Position = codes.map((_, index) => `A${index + 1}`)
  expect(read(JSON.stringify({ Position, TubeID: codes })).shown).toEqual(shown)
  const absent = { Position: ['A1'], TubeID: ['FR001'], Status: ['\u0002No Tube'] }
  expect(read(JSON.stringify(absent)).shown).toEqual([[1, 1, 'empty']])
  expect(read('A1,FR001\nA2,\u0002FR\u200b002\nA3,\u0003\nA4,\ud800FR003').shown).toEqual(shown)
})

test('parses Micronic JSON and CSV', () => {
  const scan = {
    RackID: '3000756455',
    Position: ['A01', 'B01', 'H12'],
    TubeID: ['0012', '', ''],
    Status: ['Code OK', 'No Tube', 'No Code'],
  }
  const shown = [
    [1, 1, '0012'],
    [2, 1, 'empty'],
    [8, 12, 'unreadable'],
  ]
  expect(read(JSON.stringify(scan))).toMatchObject({ format: 'micronic-json', shown })
  const table = 'RackID;Position;TubeID;Status\n1;A01;"0012";Code OK\n1;B01;;No Tube\n1;H12;;No Code\n'
  expect(read(table)).toMatchObject({ format: 'micronic-csv', shown })
})

test.each([',', ';', '\t', '|'])('parses positions and tubes without a header, separated by %j', (sign) => {
  const content = [`a1${sign} FR05653780`, `A02${sign}NO READ`, '', `H012${sign}No Tube`].join('\n')
  expect(read(content)).toMatchObject({
    format: 'position-list',
    shown: [
      [1, 1, 'FR05653780'],
      [1, 2, 'unreadable'],
      [8, 12, 'empty'],
    ],
  })
})

test('a line that tells Excel the delimiter is not a line of the rack, and the others keep their numbers', () => {
  const { cells } = readRackFile('sep=;\r\nPosition;Barcode\r\nA1;FR05653780\r\n')
  expect(cells).toEqual([{ line: 3, place: { label: 'A1' }, reading: { code: 'FR05653780' } }])
  expect(refusal('sep=,\nA1,X1\nZ9,X2')).toMatch(/^Line 3: Z9 is outside/)
})

test.each(['A-2', 'A 2', 'A/2'])('the position %s is not said to be outside a box that has A2', (label) => {
  expect(refusal(`position,code\n${label},X1`)).toBe(`Line 2: '${label}' is not a position.`)
})

test('a tube ID that begins with a word for no tube is a tube', () => {
  expect(
    read('A1,EMPTY-01\nA2,Empty_2\nA3,EMPTY VECTOR 3\nA4,No tube 7').shown.map(([, , reading]) => reading),
  ).toEqual(['EMPTY-01', 'Empty_2', 'EMPTY VECTOR 3', 'No tube 7'])
})

test.each([
  'EMPTY',
  'Empty well',
  'NO TUBE',
  'no_tube.',
  'No tube detected',
  'empty (-)',
  'No vial in this position',
  'No TrakMate',
])('a cell with %j has no tube', (word) => {
  expect(read(`A1,${word}\nA2,${word}`).shown).toEqual([
    [1, 1, 'empty'],
    [1, 2, 'empty'],
  ])
})

test.each([
  'N/A',
  'n/a',
  'NA',
  '#N/A',
  '#REF!',
  'Err:502',
  '#NAME?',
  '#NV',
  '#wert!',
  '#SAKNAS!',
  'NULL',
  'null',
  'Nil',
  'None',
  'No Scan',
])('%s is no tube code, and means that none was read', (word) => {
  const shown = [
    [1, 1, 'unreadable'],
    [1, 2, 'unreadable'],
  ]
  expect(read(`A1,${word}\nA2,${word}`).shown).toEqual(shown)
  expect(read(JSON.stringify({ Position: ['A1', 'A2'], TubeID: [word, word] })).shown).toEqual(shown)
})

test.each([',', ';', '\t', '|'])(
  'a tube ID written as a formula, so that Excel keeps its zeros, is read (%j)',
  (sign) => {
    const shown = [
      [1, 1, '0363132553'],
      [1, 2, 'unreadable'],
    ]
    const rows = [`A1${sign}="0363132553"`, `="A2"${sign}=""`]
    expect(read(rows.join('\n')).shown).toEqual(shown)
    expect(read([`Position${sign}Barcode`, ...rows].join('\n')).shown).toEqual(shown)
  },
)

test('a blank result means unreadable, never empty', () => {
  expect(read('A1,\nA2,-\nA3,???').shown.map(([, , reading]) => reading)).toEqual(Array(3).fill('unreadable'))
})

test.each([
  ['nothing', ' \n', 'Line 1: the file is empty.'],
  [
    'an unsupported delimiter',
    'A1:X1\nA2:X2',
    'Line 1: expected a comma, semicolon, tab or | between position and tube.',
  ],
  ['another delimiter further down', 'A1,X1\nA2;X2', "Line 2: 'A2;X2' is not a position."],
  ['an invalid position', 'A1,X1\nTube,X2', "Line 2: 'Tube' is not a position."],
  ['a position twice', 'A1,X1\nB1,X2\nA01,X3', 'Line 3: A01 is already in line 1.'],
  ['a tube twice, in any case', 'A1,x1\nB1,X2\nC1,X1', 'Line 3: tube X1 is already in line 1.'],
  ['more columns', 'A1,X1\nA2,X2,plate', 'Line 2: expected a position and a tube, not 3 columns.'],
  [
    'a rack that is larger than the box',
    'A1,X1\nI1,X2\nJ1,X3\nA13,X4\nA14,X5',
    'Line 2: I1 is outside Box 3, which has 8 rows and 12 columns (up to H12): the rack is larger than the box. Also invalid: lines 3, 4, 5.',
  ],
  [
    'two invalid lines',
    'A1,X1\nZ9,X2\nA13,X3',
    'Line 2: Z9 is outside Box 3, which has 8 rows and 12 columns (up to H12): the rack is larger than the box. Also invalid: line 3.',
  ],
  ['JSON that breaks off', '{\n "tubeBarcode": [\n  {"barcode": "X"\n', 'Line 3: this is not JSON.'],
  ['JSON with a slip', '{\n "Position": ["A1"],\n "TubeID": [X1]}', 'Line 3: this is not JSON.'],
  [
    'JSON of something else',
    '{"a": 1}',
    'Line 1: this JSON is not a rack scan: expected tubeBarcode, or Position and TubeID.',
  ],
  [
    'a code that is a number',
    '{"Position":["A1","A2"],"TubeID":["1", 12]}',
    'Entry 2: the tube code must be a string in quotes, because a number loses leading zeros.',
  ],
  [
    'lists of different lengths',
    '{"Position":["A1","A2"],"TubeID":["1"]}',
    'Entry 2: Position, TubeID and Status are lists of different lengths.',
  ],
  ['a quotation mark that stays open', 'A1,"X1\nA2,X2', 'Line 1: a quotation mark is not closed.'],
  [
    'such a mark below a cell of two lines',
    'A1,"X\r\nµ1"\r\nA2,"X2\r\nA3,X3',
    'Line 3: a quotation mark is not closed.',
  ],
  ['such a mark further down', 'A1,X1\nA2,"X2\nA3,X3\nA4,X4', 'Line 2: a quotation mark is not closed.'],
  [
    'a spreadsheet',
    'PK\u0003\u0004',
    'This is not a text file. Please save the scan as CSV, TSV or JSON in the rack reader.',
  ],
])('rejects %s with the line', (_, content, message) => {
  expect(refusal(content)).toBe(message)
})

test('rejects a .json file that is not JSON', () => {
  expect(refusal('A1,X1', plate, 'scan.JSON')).toBe('Line 1: this is not JSON.')
})

test('a list whose tube codes begin with the letters of a zip is read', () => {
  const codes = Array.from({ length: 96 }, (_, n) => `PK${String(n + 1).padStart(8, '0')}`)
  expect(read(codes.join(',')).shown[0]).toEqual([1, 1, 'PK00000001'])
})

test('every line is read where lines end in different ways, as after an edit on another computer', () => {
  const { cells } = readRackFile('Position,Tube\r\nA1,T1\nA2,T2\rA3,T3\r\n')
  expect(cells).toEqual([
    { line: 2, place: { label: 'A1' }, reading: { code: 'T1' } },
    { line: 3, place: { label: 'A2' }, reading: { code: 'T2' } },
    { line: 4, place: { label: 'A3' }, reading: { code: 'T3' } },
  ])
})

test('blank lines are passed over, and a file with more lines than any rack has is refused, at once', async () => {
  const blank = '\n'.repeat(499_000)
  await expectWithin(500, () => expect(read(`A1,T1\n${blank}A2,T2`).shown).toHaveLength(2))
  await expectWithin(500, () =>
    expect(refusal(`A1,T1\n${'x\n'.repeat(249_000)}`)).toBe(
      'Line 1: the file has more than 10,000 lines, and no rack has as many tubes.',
    ),
  )
})

test('a title that has the form of a position is no line of the rack', () => {
  expect(read('MT1\nPosition,Barcode\nA1,T1\nA2,T2').shown).toEqual([
    [1, 1, 'T1'],
    [1, 2, 'T2'],
  ])
})
