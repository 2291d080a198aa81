import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import type { Db } from '../db/database.ts'
import { withNumbers } from './stock-take-number-queries.ts'
import { listStockTakes } from './stock-take-queries.ts'

const lab = await openLab()
const { start } = countedFreezer(lab)
const tubesPerBox = 400

/** As a laboratory that has counted for years: 40 stock-takes that were cancelled after one box of tubes was counted. */
async function addClosedStockTakes(boxId: number) {
  await lab.db.transaction().execute(async (trx) => {
    // The triggers refuse tubes of closed stock-takes.
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`
      with closed as (
        insert into stock_take (storage_id, storage_name, state, started_at, started_by, closed_at, closed_by)
        select ${boxId}::integer, 'Box', 'cancelled', ${testNow}, 'ada', ${testNow}, 'ada' from generate_series(1, 40)
        returning id
      ), box as (
        insert into stock_take_box (stock_take_id, storage_id, place, alias, path, is_open)
        select id, ${boxId}::integer, 1, 'Box', '', false from closed
      )
      insert into stock_take_tube (stock_take_id, tube_key, sample_id, code, result, box_id, counted_at, counted_by)
      select closed.id, tube.id::text, tube.id, 'T', 'in-place', ${boxId}::integer, ${testNow}, 'ada'
      from closed, (select gen_random_uuid() as id from generate_series(1, ${tubesPerBox}::int)) tube
    `.execute(trx)
  })
}

const countInPlace = async (db: Db, state?: 'cancelled') =>
  (await withNumbers(db, await listStockTakes(db, { state, pageNumber: 0, pageSize: 20 }))).map(
    ({ counts, expectedTubes }) => [counts['in-place'], expectedTubes],
  )

test('tubes are looked up once each for the numbers of stock-takes, and not those of closed ones', async () => {
  const shape = { name: 'Freezer 1', racks: 1, boxesPerRack: 2, tubesPerBox }
  const freezer = await addFreezer(lab, { ...shape, rackSize: [1, 2], boxSize: [20, 20] })
  const [boxId = 0] = freezer.boxIds
  await addClosedStockTakes(boxId)
  const { id } = await start(freezer.id)
  await lab.db.transaction().execute(async (trx) => {
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`
      insert into stock_take_tube (stock_take_id, tube_key, sample_id, code, result, box_id, counted_at, counted_by)
      select ${id}::uuid, sample_id::text, sample_id, 'T', 'in-place', storage_id, ${testNow}, 'ada'
      from placement where storage_id = ${boxId}
    `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)

  const readOfAll = await rowsReadBy(lab.db, 'stock_take_tube', async (trx) => {
    expect((await countInPlace(trx))[0]).toEqual([tubesPerBox, 2 * tubesPerBox])
  })
  expect(readOfAll).toBeLessThan(5 * tubesPerBox)
  const readOfClosed = await rowsReadBy(lab.db, 'stock_take_tube', async (trx) => {
    expect(await countInPlace(trx, 'cancelled')).toEqual(Array(20).fill([tubesPerBox, tubesPerBox]))
  })
  expect(readOfClosed).toBeLessThan(tubesPerBox)
})
