import { expect, test } from 'vitest'
import { createProblemList } from './problem-list.ts'
import type { Table } from './table.ts'

const table: Table = {
  format: 'csv',
  header: ['Name', '', 'S'.repeat(90), 'Site'],
  rows: [
    { number: 2, cells: ['NB-1', 'x'.repeat(90), 'P001'] },
    { number: 4, cells: ['NB-2', '1,000', 'P002', 'AUSTIN'] },
  ],
}
const columns = ['name', 'volume', 'subjectId', 'siteId'] as const

test('problems are sorted by row, then by column, and named by the header or the number of the column', () => {
  const { add, total, listFirst } = createProblemList(table, columns, { seesSubjects: true })
  add(4, 'siteId', 'site')
  add(4, 'name', 'name')
  add(2, 'subjectId', 'subject')
  add(2, 'volume', 'volume')
  add(2, null, 'cells')
  add(2, 'siteId', 'none')
  expect(total()).toBe(6)
  expect(listFirst()).toEqual([
    { row: 2, column: null, value: '', message: 'cells' },
    { row: 2, column: 'column 2', value: 'x'.repeat(80), message: 'volume' },
    { row: 2, column: 'S'.repeat(80), value: 'P001', message: 'subject' },
    { row: 2, column: 'Site', value: '', message: 'none' },
    { row: 4, column: 'Name', value: 'NB-2', message: 'name' },
    { row: 4, column: 'Site', value: 'AUSTIN', message: 'site' },
  ])
})

test('whoever may not see subjects and sites gets a problem without their value, marked as masked', () => {
  const { add, listFirst } = createProblemList(table, columns, { seesSubjects: false })
  for (const field of ['name', 'subjectId', 'siteId'] as const) add(4, field, field)
  expect(listFirst()).toEqual([
    { row: 4, column: 'Name', value: 'NB-2', message: 'name' },
    { row: 4, column: 'S'.repeat(80), value: '', masked: true, message: 'subjectId' },
    { row: 4, column: 'Site', value: '', masked: true, message: 'siteId' },
  ])
})
