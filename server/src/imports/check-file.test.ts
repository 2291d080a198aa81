import { manifestColumns } from '@lims/contract/exports.ts'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { workbookOf } from '../../test/zip.ts'

const lab = await openLab()
const { check, problemsOf } = importing(lab)
const inNew = (columns: string) => ({ columns, batchName: 'New' })

test.each<[string, string, string]>([
  ['name', '', 'Please input Name!'],
  ['name', 'N/A', 'Please input Name!'],
  ['name', 'x'.repeat(10_000), 'must be at most 200 characters long'],
  ['type', 'BONE', 'is not one of the sample types '],
  ['status', 'FROZEN', "sample status validation failed: 'FROZEN' is not a status"],
  ['status', 'UNRECOGNIZED', "sample status validation failed: 'UNRECOGNIZED' is not a status"],
  ['volume', 'two', 'Volume must be a number of mL'],
  ['volume', 'NaN', 'Volume must be a number of mL'],
  ['volume', '-1', 'Volume must be 0 mL or more'],
  ['volume', '0.0000001', 'Volume must be a multiple of 0.000001 mL'],
  ['volume', '1e300', 'Volume must be at most 1,000,000 mL'],
  ['volume', '1,000', 'is ambiguous: write it without a comma'],
  ['volumeUl', '-1', 'Volume must be 0 mL or more'],
  ['volumeUl', '1,000', 'is ambiguous: write it without a comma'],
  ['volume', '#REF!', 'is an Excel error: correct the formula or clear the cell'],
  ['notes', '#N/A', 'is an Excel error: correct the formula or clear the cell'],
  ['tubeType', 'x'.repeat(61), 'must be at most 60 characters long'],
  ['sourceId', 'x'.repeat(201), 'must be at most 200 characters long'],
  ['alias', 'Röhre 1', 'may contain only ASCII letters, digits and punctuation'],
  ['subjectId', 'x'.repeat(101), 'must be at most 100 characters long'],
  ['name', '1.23457E+12', 'was shortened by Excel: '],
  ['alias', '3,40123E+17', 'was shortened by Excel: '],
  ['alias', '1E+05', 'was shortened by Excel: '],
  ['subjectId', '-1.23457e+12', 'was shortened by Excel: '],
  ['parent', '1.23457E+12', 'was shortened by Excel: '],
  ['parent', 'NB-9', 'Parent sample not found, neither in this file nor in the batch'],
])('reports %s %s with row and column', async (field, value, message) => {
  const isName = field === 'name'
  const file = isName ? `Other,Name\nx,ok\ny,"${value}"` : `Name,Other\nok,\nbad,"${value}"`
  const reply = await check(file, inNew(isName ? ',name' : `name,${field}`))
  const [problem] = reply.json().problems
  expect(problem).toMatchObject({
    row: 3,
    column: isName ? 'Name' : 'Other',
    message: expect.stringContaining(message),
  })
  expect(problem.value).toBe(value.slice(0, 80))
})

test.each([
  ['status', 'qc  - pass'],
  ['type', 'unknown sample  type'],
  ['notes', "' N/A "],
  ['volume', ' N/A'],
  ['tubeType', 'x'.repeat(60)],
  ['sourceId', 'x'.repeat(200)],
  ['volume', '1E+05'],
  ['notes', '1E+05'],
  ['alias', '1E5'],
  ['alias', 'A1E+05'],
])('accepts %s %s', async (field, value) => {
  expect(await problemsOf(`Name,Other\nok,"${value}"`, inNew(`name,${field}`))).toEqual([])
})

test('of a number in a workbook Excel keeps 15 digits: a longer tube ID is refused', async () => {
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

test.each(['volume', 'volumeUl'])(
  'a point before three digits is ambiguous beside a decimal comma (%s)',
  async (field) => {
    const columns = inNew(`name,${field}`)
    const problem = 'is ambiguous, as other volumes have a decimal comma: write it without a point'
    expect(await problemsOf('Name;V\na;1.000\nb;0,5\nc;0.125', columns)).toEqual([`2 V: ${problem}`])
    expect(await problemsOf('Name;V\na;1.000\nb;0.5', columns)).toEqual([])
    expect(await problemsOf('Name;V;Notes\na;1.000;0,5', inNew(`name,${field},notes`))).toEqual([])
  },
)

test('reports each invalid time by its column', async () => {
  const times = ['collection', 'received', 'qc', 'processed', 'archived'].map((time) => `${time}Timestamp`)
  const file = `Name,${times.join(',')}\nA${',yesterday'.repeat(times.length)}`
  expect(await problemsOf(file, inNew(`name,${times.join(',')}`))).toEqual(
    times.map(
      (time) => `2 ${time}: must be a time such as 2026-11-20T09:30:00Z, or a day such as 2026-11-20`,
    ),
  )
})

test('SQL and HTML in a subject id are stored as text', async () => {
  const reply = await check(
    `Name,S\nA,"'; drop table sample; --"\nB,<img src=x onerror=alert(1)>`,
    inNew('name,subjectId'),
  )
  expect(reply.json()).toMatchObject({ totalProblems: 0 })
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

test('finds parents by id, tube ID and name, and reports every wrong one', async () => {
  const { batch_id: batchId, id, alias } = await lab.addSample({ name: 'Old' })
  await lab.addSample({ name: 'Elsewhere', batch_id: await lab.addBatch({ name: 'Other' }) })
  const file = [
    'ID,Name,Tube,Parent',
    '1,P,P-1,',
    '2,Twin,,',
    '3,Twin,,',
    '4,by id,,1',
    '5,by tube id,,p-1',
    '6,by name,,P',
    `7,by id in the batch,,${id.toUpperCase()}`,
    `8,by tube id in the batch,,${alias.toLowerCase()}`,
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

test('of two samples of one name the one that is no child is the parent, and a child of the batch has no children', async () => {
  const { batch_id: batchId, id } = await lab.addSample({ name: 'Mother' })
  await lab.addSample({ name: 'Daughter', batch_id: batchId, parent_sample_id: id })
  const file = ['Name,Parent', 'Twin,Mother', 'Twin,', 'of a twin,Twin', 'of a child,Daughter'].join('\n')
  const target = { columns: 'name,parent', batchId }
  expect(await problemsOf(file, target)).toEqual([
    '5 Parent: Daughter is itself a child sample and cannot have children',
  ])
  expect((await check(file, target)).json()).toMatchObject({ numSamples: 4 })
})

test('a text that looks like an Excel error is one, except in our manifest, also one without tube types', async () => {
  const header = manifestColumns.filter((column) => column !== 'tubeType')
  const columns = header.map((column) => (column === 'name' || column === 'notes' ? column : ''))
  const rowOf = (name: string, notes: string) =>
    header.map((column) => ({ name, notes })[column as string] ?? '').join(',')
  const row = rowOf('NB-1', '#REF!')
  const ofManifest = inNew(columns.join(','))
  expect(await problemsOf(`${header.join(',')}\n${row}`, ofManifest)).toEqual([])
  for (const missing of ['id', 'bamFileUri']) {
    const renamed = header.map((column) => (column === missing ? 'Other' : column))
    expect(await problemsOf(`${renamed.join(',')}\n${row}`, ofManifest)).toEqual([
      '2 notes: is an Excel error: correct the formula or clear the cell',
    ])
  }
})
