import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { listCurve } from './reading-queries.ts'

const lab = await openLab()

test('a curve is read out of the index, as the readings of all loggers lie mixed in the table', async () => {
  await sql`
    insert into temperature_reading (storage_id, hundredths, is_outside, at)
    select logger, -8000 - minute % 2, false, ${testNow}::timestamptz - minute * interval '1 minute'
    from generate_series(4999, 0, -1) minute cross join lateral generate_series(1 + 0 * minute, 3) logger
  `.execute(lab.db)
  await sql`vacuum (analyze) temperature_reading`.execute(lab.db)
  const from = new Date(testNow.getTime() - 4999 * 60_000).toISOString()
  const to = new Date(testNow.getTime() + 60_000).toISOString()
  const read = await rowsReadBy(lab.db, 'temperature_reading', async (trx) => {
    const { points } = await listCurve(trx, 2, { from, to })
    expect(points.reduce((sum, { readings }) => sum + readings, 0)).toBe(5000)
    expect([points[0]?.lowestC, points[0]?.highestC]).toEqual([-80.01, -80])
  })
  expect(read).toBeLessThan(100)
})
