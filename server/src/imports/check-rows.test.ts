import type { ImportField } from '@lims/contract/imports.ts'
import { utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { checkRows } from './check-rows.ts'

const lab = await openLab()
const laboratoryTime = { name: undefined, zone: utc }

/** Checks rows of a file, from row 2 on. Problems are listed as 'row column: message'. */
async function check(
  columns: ImportField[],
  rows: string[][],
  more: { batchId?: string; seesSubjects?: boolean } = {},
) {
  const listed = rows.map((cells, index) => ({ number: index + 2, cells }))
  const checked = await checkRows(lab.db, {
    table: { format: 'csv', header: columns, rows: listed },
    columns,
    laboratoryTime,
    batchId: more.batchId,
    seesSubjects: more.seesSubjects ?? true,
    now: testNow,
  })
  return {
    ...checked,
    listed: checked.problems.listFirst().map(({ row, column, message }) => `${row} ${column}: ${message}`),
  }
}

test('other requests run in between while the rows of a large file are read', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ number: index + 2, cells: [`NB-${index}`] }))
  let turns = 0
  const count = () => {
    turns++
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  const { problems } = await checkRows(lab.db, {
    table: { format: 'csv', header: ['Name'], rows },
    columns: ['name'],
    batchId: undefined,
    seesSubjects: true,
    laboratoryTime,
    now: testNow,
  })
  clearImmediate(turn)
  expect(problems.total()).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(10)
  expect(turns).toBeLessThan(1000)
})

test('rows with more cells than the header, and columns of another file, are refused', async () => {
  const { listed, rows } = await check(['name', 'type'], [['A'], ['B', 'DNA'], ['C', 'DNA', 'x']])
  expect(listed).toEqual(['4 null: has 3 cells, but the header has 2'])
  expect(rows.map(({ number, name }) => [number, name])).toEqual([
    ...[
      [2, 'A'],
      [3, 'B'],
      [4, 'C'],
    ],
  ])
  const table = { format: 'csv' as const, header: ['Name', 'Type'], rows: [] }
  const options = { batchId: undefined, seesSubjects: true, laboratoryTime, now: testNow }
  const input = { table, columns: ['name' as const], ...options }
  await expect(checkRows(lab.db, input)).rejects.toMatchObject({
    code: 'request-invalid',
    field: 'columns',
    message: 'columns has 1 entries, but the file has 2 columns. Please read the file again.',
  })
})

test('a tube ID that is repeated, or taken in any batch, is reported at its row, in upper or lower case', async () => {
  await lab.addSample({ name: 'NB-001', alias: 'x-9' })
  const { listed } = await check(
    ['name', 'alias'],
    [
      ['A', 'x-1'],
      ['B', ''],
      ['C', 'X-1'],
      ['D', 'X-9'],
      ['E', ''],
      ['F', 'x-1'],
      ['G', 'X-2'],
    ],
  )
  expect(listed).toEqual([
    '4 alias: is already used in row 2',
    '5 alias: is already the tube ID of NB-001 in Nordic study 4',
    '7 alias: is already used in row 2',
  ])
})

test('parents are looked for in the batch that is imported into, and in no other', async () => {
  const { id, batch_id: batchId } = await lab.addSample({ name: 'Old' })
  const rows = [
    ['A', 'Old'],
    ['B', ''],
    ['C', 'B'],
    ['D', 'Nobody'],
  ]
  const none = 'Parent sample not found, neither in this file nor in the batch'
  const { listed, parents, rows: read } = await check(['name', 'parent'], rows, { batchId })
  expect(listed).toEqual([`5 parent: ${none}`])
  expect([...parents].map(([row, parent]) => [row.number, parent.id])).toEqual([
    ...[
      [2, id],
      [4, read[1]?.id],
    ],
  ])
  expect((await check(['name', 'parent'], rows)).listed).toEqual([`2 parent: ${none}`, `5 parent: ${none}`])
})

test('whoever may not see subjects gets their problems without the value', async () => {
  const long = 'x'.repeat(101)
  for (const seesSubjects of [true, false]) {
    const { problems } = await check(['name', 'subjectId'], [['A', long]], { seesSubjects })
    expect(problems.listFirst().map(({ value }) => value)).toEqual([seesSubjects ? long.slice(0, 80) : ''])
  }
})
