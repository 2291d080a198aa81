import { expect, test } from 'vitest'
import { groupRows, type Row } from './backup-tables.ts'

async function* inOrder(rows: Row[]) {
  yield* rows
}

async function groupsOf(rows: Row[]) {
  const groups: [string, number][] = []
  for await (const { table, group } of groupRows(inOrder(rows))) groups.push([table, group.length])
  return groups
}

const row = (table: string, length: number): Row => ({ table, json: 'x'.repeat(length) })

test('rows are restored in groups of one table, at most 1,000 in each', async () => {
  const rows = [...Array.from({ length: 1001 }, () => row('sample', 10)), row('batch', 10)]
  expect(await groupsOf(rows)).toEqual([
    ['sample', 1000],
    ['sample', 1],
    ['batch', 1],
  ])
  expect(await groupsOf([])).toEqual([])
})

test('long rows, such as the saved replies of changes of 20,000 samples, are restored a few at once', async () => {
  const rows = [row('answered_request', 3_000_000), row('answered_request', 9_000_000)]
  const more = Array.from({ length: 5 }, () => row('answered_request', 3_000_000))
  expect(await groupsOf([...rows, ...more])).toEqual([
    ['answered_request', 1],
    ['answered_request', 1],
    ['answered_request', 2],
    ['answered_request', 2],
    ['answered_request', 1],
  ])
})
