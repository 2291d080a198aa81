import { describe, expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { workbookOf, workbookWith } from '../../test/zip.ts'

const lab = await openLab()
const { check, problemsOf } = importing(lab)
const inNew = (columns: string) => ({ columns, batchName: 'New' })

test('reports each invalid cell with row, column, value and reason; a long value is cut', async () => {
  const file = ['Name,Kind,mL,Remarks', 'ok,DNA,1,', `${'x'.repeat(201)},BONE,two,#REF!`].join('\n')
  const { problems, totalProblems } = (await check(file, inNew('name,type,volume,notes'))).json()
  expect(problems).toEqual(
    [
      ['Name', 'x'.repeat(80), 'must be at most 200 characters long'],
      ['Kind', 'BONE', expect.stringContaining('is not one of the sample types ')],
      ['mL', 'two', 'Volume must be a number of mL'],
      ['Remarks', '#REF!', 'is an error of the spreadsheet: correct the formula or clear the cell'],
    ].map(([column, value, message]) => ({ row: 3, column, value, message })),
  )
  expect(totalProblems).toBe(4)
})

test('rows that repeat an earlier one in all that is imported are counted, as of a list that was pasted twice', async () => {
  const rows = ['1,NB-1,DNA,', '2,NB-2,DNA,', '3,NB-1,DNA,T1', '4,NB-1,CSF,']
  const again = ['5, NB-1,DNA', '6,NB-2,DNA,']
  const repeatedRows = async (lines: string[]) =>
    (await check(['No,Name,Type,ID', ...lines].join('\n'), inNew(',name,type,alias'))).json().repeatedRows
  expect(await repeatedRows(rows)).toBeNull()
  expect(await repeatedRows([...rows, ...again])).toEqual({ numRows: 2, examples: [6, 7] })
  expect(await repeatedRows(Array.from({ length: 9 }, () => '1,NB-1'))).toEqual({
    numRows: 8,
    examples: [3, 4, 5],
  })
})

test('names in several rows, such as of two tubes, are counted; those of repeated rows are not', async () => {
  const sameNames = async (lines: string[]) =>
    (await check(['Name,Type,ID', ...lines].join('\n'), inNew('name,type,alias'))).json().sameNames
  const different = ['NB-1,DNA,T1', 'nb-1,DNA,T2', ',DNA,T3', ',DNA,T4']
  const repeated = ['NB-2,DNA,', 'NB-2,DNA,']
  expect(await sameNames([...different, ...repeated])).toBeNull()
  const same = ['NB-1,DNA,T5', ' NB-2,CSF,', 'NB-1,DNA,T6']
  expect(await sameNames([...different, ...repeated, ...same])).toEqual({
    numNames: 2,
    examples: ['NB-1', 'NB-2'],
  })
  const many = Array.from({ length: 10 }, (_, row) => `NB-${row % 5},DNA,T${row}`)
  expect(await sameNames(many)).toEqual({ numNames: 5, examples: ['NB-0', 'NB-1', 'NB-2'] })
})

test('a tube ID of more than 15 digits in a number cell of a workbook is refused: Excel keeps only 15', async () => {
  const file = workbookOf(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Tube ID</t></is></c></row>${[
      '123456789012345',
      '340123450000000000',
      '1.2345678901234567E+20',
    ]
      .map(
        (number, index) =>
          `<row r="${index + 2}"><c r="A${index + 2}"><v>${index}</v></c><c r="B${index + 2}"><v>${number}</v></c></row>`,
      )
      .join('')}`,
  )
  expect(await problemsOf(file, inNew('name,alias'))).toEqual(
    [3, 4].map((row) => expect.stringContaining(`${row} Tube ID: was shortened by Excel: `)),
  )
})

test('a volume with a point before three digits is refused beside a decimal comma where a workbook has it as a text', async () => {
  const text = (place: string, content: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`
  const volumes = [text('B2', '0,5'), text('B3', '1.234'), text('B4', '1.200'), '<c r="B5"><v>1.234</v></c>']
  const rows = volumes.map((volume, n) => `<row r="${n + 2}">${text(`A${n + 2}`, `NB-${n}`)}${volume}</row>`)
  const file = workbookOf(`<row r="1">${text('A1', 'Name')}${text('B1', 'µL')}</row>${rows.join('')}`)
  const problem = 'is ambiguous, as other volumes have a decimal comma: write it without a point'
  expect(await problemsOf(file, inNew('name,volumeUl'))).toEqual([`3 µL: ${problem}`, `4 µL: ${problem}`])
})

test('a name that Excel has turned into a date is refused; a visit and a time may be dates', async () => {
  const date = { value: new Date('2026-03-01T00:00:00Z'), type: Date, format: 'dd-mmm' }
  const rows: SheetData = [
    ['Title'],
    ['Name', 'Tube ID', 'Box', 'Position', 'Visit', 'Collected'],
    [date, '1-2', null, null, date, date],
    ['2026-03-01', date],
    ['C', null, date, 'A1'],
  ]
  const problem = 'is a date in Excel: format the column as text and enter it again'
  const columns = 'name,alias,box,position,visitId,collectionTimestamp'
  const file = await writeExcelFile(rows).toBuffer()
  expect(await problemsOf(file, inNew(columns))).toEqual([
    `3 Name: ${problem}`,
    `4 Tube ID: ${problem}`,
    `5 Box: ${problem}`,
  ])
})

test('a name such as 1E5, of which Excel has made the number 100000, is refused; in notes it is a number', async () => {
  const text = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`
  const cells = ['s="1"', 's="2"', 's="3"', "s='1' t='n'", 's="4"', '', 's="1" t="str"'].map(
    (attributes, n) =>
      `<row r="${n + 2}"><c r="A${n + 2}" ${attributes}><v>100000</v></c><c r="B${n + 2}" s="1"><v>0.03</v></c></row>`,
  )
  const rows = `<row r="1">${text('A1', 'Name')}${text('B1', 'Other')}</row>${cells.join('')}`
  const styles = { formats: ['0.0E+0;@', 'General&quot;E&quot;'], builtInFormats: [11, 48] }
  const file = workbookWith([{ rows }], styles)
  const problem = 'is a number such as 1.00E+05 in Excel: format the column as text and enter it again'
  const ofNames = [2, 4, 5, 6].map((row) => `${row} Name: ${problem}`)
  expect(await problemsOf(file, inNew('name,notes'))).toEqual(ofNames)
  expect(await problemsOf(file, inNew('name,alias'))).toContain(`2 Other: ${problem}`)
})

test('a tube ID that a program wrote as a formula, so that Excel keeps its zeros, is read as Excel shows it', async () => {
  await lab.addSample({ alias: '00123' })
  const [exists] = await problemsOf('Name,Tube ID\na,00123', inNew('name,alias'))
  expect(exists).toContain('2 Tube ID: ')
  for (const cell of ['="00123"', ' ="00123" ', '"=""00123"""'])
    expect(await problemsOf(`Name,Tube ID\na,${cell}`, inNew('name,alias'))).toEqual([exists])
})

test('a point before three digits is ambiguous beside a decimal comma of another row', async () => {
  expect(await problemsOf('Name;V\na;1.000\nb;0,5\nc;0.125', inNew('name,volume'))).toEqual([
    '2 V: is ambiguous, as other volumes have a decimal comma: write it without a point',
  ])
})

test('a point before three digits is ambiguous in a file with semicolons, unless another volume has a decimal point', async () => {
  const problem = (line: number) =>
    `${line} V: is ambiguous in a file with semicolons, as 1.000 may be 1 or 1000: write it without a point`
  const problemsIn = (file: string) => problemsOf(file, inNew('name,volumeUl'))
  expect(await problemsIn('Name;V\na;1.000\nb;750\nc;1.500 µL')).toEqual([problem(2), problem(4)])
  expect(await problemsIn('sep=;\nName;V\na;1.000')).toEqual([problem(2)])
  for (const other of ['0.5', '12.25', '0.125', '1.0000'])
    expect(await problemsIn(`Name;V\na;1.000\nb;${other}`)).toEqual([])
  expect(await problemsIn('Name,V\na,1.000\nb,750')).toEqual([])
  expect(await problemsIn('Name\tV\na\t1.000\nb\t750')).toEqual([])
})

test('of a volume with both signs the last one is the decimal sign', async () => {
  const problemsIn = (file: string) => problemsOf(file, inNew('name,volumeUl'))
  expect(await problemsIn('Name;V\na;1.000,5\nb;12.500,25 µL')).toEqual([])
  expect(await problemsIn('Name,V\na,"1,000.5"\nb,1.000')).toEqual([])
  expect(await problemsIn('Name;V\na;1.000,5\nb;1.000')).toEqual([
    '3 V: is ambiguous, as other volumes have a decimal comma: write it without a point',
  ])
})

test('a workbook that was written by hand, with units in its cells, is not read as a thousandth', async () => {
  const rows = [
    ['Name', 'Volume'],
    ['A', '1,5 ml'],
    ['B', '1.000 µl'],
    ['C', '500 µl'],
  ]
  const file = await writeExcelFile(rows).toBuffer()
  expect(await problemsOf(file, inNew('name,volume'))).toEqual([
    '3 Volume: is ambiguous, as other volumes have a decimal comma: write it without a point',
  ])
})

test('a row that repeats the header, as of a second table below, is not taken for a sample', async () => {
  const file = 'Name,Colour,Notes\nA,red,\n\nName,Colour,Notes\nName,,cold\nNotes,red,\n'
  expect(await problemsOf(file, inNew('name,,notes'))).toEqual(['4 null: repeats the header: delete the row'])
})

describe('notes below the table', () => {
  const note =
    'has only one cell, below an empty row: delete the row if it is a note, or the empty row if it is a sample'
  const problemsBelow = (below: string) =>
    problemsOf(`Name;Type\nA;PLASMA\nB;DNA\n${below}`, inNew('name,type'))

  test('are not taken for samples', async () => {
    expect(await problemsBelow(';\nred = used up;\n\nchecked by MM;\n')).toEqual([
      `5 null: ${note}`,
      `7 null: ${note}`,
    ])
    expect(await problemsBelow('\n ;checked by MM\n')).toEqual(expect.arrayContaining([`5 null: ${note}`]))
  })

  test.each(['C\nD', '\nC;DNA\nD', 'C\n\nD;DNA', '\n\n'])('%j has none', async (below) => {
    expect(await problemsBelow(below)).toEqual([])
  })

  test('are not looked for where every row has one cell', async () => {
    expect(await problemsOf('Name\nA\n\nB', inNew('name'))).toEqual([])
    expect(await problemsOf('Name,Type\nA\n\nB', inNew('name,type'))).toEqual([])
  })
})

test('lists 200 problems by row and counts the rest', async () => {
  const rows = Array.from({ length: 500 }, () => 'A,BONE')
  const { problems, totalProblems } = (await check(['N,T', ...rows].join('\n'), inNew('name,type'))).json()
  expect(totalProblems).toBe(500)
  expect(problems.map(({ row }: { row: number }) => row)).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 2),
  )
})

test('row numbers match the spreadsheet, with blank rows and line breaks in cells', async () => {
  const file = 'Name,Type\r\n"A\nA",DNA\r\n\r\n,,\r\nB,BONE\r\n'
  expect(await problemsOf(file, inNew('name,type'))).toEqual([expect.stringMatching(/^5 Type: is not one/)])
})

test('reports a row with more cells than the header, but not one with fewer', async () => {
  expect(await problemsOf('Name,Type\nA\nB,DNA,left over', inNew('name,type'))).toEqual([
    '3 null: has 3 cells, but the header has 2',
  ])
})

test('reports tube IDs that occur twice in the file or exist already, ignoring case', async () => {
  await lab.addSample({ name: 'NB-001', alias: 'X-9' })
  const file = 'Name,Tube\nA,x-1\nB,X-1\nC,x-9'
  expect(await problemsOf(file, inNew('name,alias'))).toEqual([
    '3 Tube: is already used in row 2',
    '4 Tube: is already the tube ID of NB-001 in Nordic study 4',
  ])
})

test('rows whose names the chosen batch has already are counted: the same list may have grown', async () => {
  const { batch_id: batchId } = await lab.addSample({ name: 'NB-1' })
  await lab.addSample({ name: 'NB-2', batch_id: batchId })
  await lab.addSample({ name: 'NB-3', batch_id: await lab.addBatch({ name: 'Other' }) })
  const file = 'Name\nNB-3\nnb-2\nNB-1\nNB-4'
  const inBatch = async (query: { batchId: string } | { batchName: string }) =>
    (await check(file, { columns: 'name', ...query })).json().namesInBatch
  expect(await inBatch({ batchId })).toEqual({ numRows: 2, examples: ['nb-2', 'NB-1'] })
  expect(await inBatch({ batchName: 'New' })).toBeNull()
  expect(await inBatch({ batchId: await lab.addBatch({ name: 'Empty' }) })).toBeNull()
})

test('finds parents by id, tube ID and name, and reports every wrong one', async () => {
  const { batch_id: batchId, id, alias } = await lab.addSample({ name: 'Old' })
  await lab.addSample({ name: 'Elsewhere', batch_id: await lab.addBatch({ name: 'Other' }) })
  const file = [
    'ID,Name,Tube,Parent',
    '1,P,P-1,',
    '2,Twin,,',
    '3,Twin,,',
    '4,by id,,1',
    '5,by tube ID,,p-1',
    '6,by name,,P',
    `7,by id in the batch,,${id.toUpperCase()}`,
    `8,by tube ID in the batch,,${alias.toLowerCase()}`,
    '9,by name in the batch,,Old',
    '10,of twins,,Twin',
    '11,of itself,,of itself',
    '12,of a child,,by id',
    '13,of another batch,,Elsewhere',
  ].join('\n')
  const reply = await check(file, { columns: 'sourceId,name,alias,parent', batchId })
  expect(reply.json()).toMatchObject({ numSamples: 13, numChildren: 6 })
  expect(await problemsOf(file, { columns: 'sourceId,name,alias,parent', batchId })).toEqual([
    '11 Parent: More than one sample has this name: use the tube ID of the parent',
    '12 Parent: A sample cannot be its own parent',
    '13 Parent: by id is itself a child sample and cannot have children',
    '14 Parent: Parent sample not found, neither in this file nor in the batch',
  ])
})

test('if two samples have the same name, the one that is not a child is the parent; a child in the batch has no children', async () => {
  const { batch_id: batchId, id } = await lab.addSample({ name: 'Mother' })
  await lab.addSample({ name: 'Daughter', batch_id: batchId, parent_sample_id: id })
  const file = ['Name,Parent', 'Twin,Mother', 'Twin,', 'of a twin,Twin', 'of a child,Daughter'].join('\n')
  const target = { columns: 'name,parent', batchId }
  expect(await problemsOf(file, target)).toEqual([
    '5 Parent: Daughter is itself a child sample and cannot have children',
  ])
  expect((await check(file, target)).json()).toMatchObject({ numSamples: 4 })
})
