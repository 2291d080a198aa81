import { utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { checkRows } from './check-rows.ts'

const lab = await openLab()

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
    laboratoryTime: { name: undefined, zone: utc },
    now: testNow,
  })
  clearImmediate(turn)
  expect(problems.total()).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(10)
  expect(turns).toBeLessThan(1000)
})
