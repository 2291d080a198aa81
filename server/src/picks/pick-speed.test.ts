import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listPickLists } from './pick-queries.ts'

const lab = await openLab()
const { addStorage, get } = pickLab(lab)

const numSamples = Number(process.env.PICK_SAMPLES ?? 20_000)
const perBox = 100

test(`resolving and creating a pick list of 1,000 codes among ${numSamples} samples takes at most 30 times as long as one of 100`, {
  timeout: 120_000,
}, async () => {
  const rack = await addStorage('Rack', 'RACK', 0, 50)
  const batchId = await lab.addBatch()
  await unaudited(lab.db, (trx) =>
    sql`
      insert into sample (is_stored, name, type, volume_nl, batch_id, created_at, created_by, updated_at)
      select true, 'P' || n, 'PLASMA', 1000, ${batchId}::uuid, now(), 'ada', now() from generate_series(1, ${numSamples}::int) n
    `.execute(trx),
  )
  await lab.db.transaction().execute(async (trx) => {
    // The triggers would fill the rows one by one.
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`
      with box as (
        insert into storage (alias, type, number_rows, number_columns, row_prefix, column_prefix, created_at, created_by, updated_at)
        select 'Box ' || n, 'BOX', 10, 10, '1', 'A', now(), 'ada', now()
        from generate_series(1, ${numSamples / perBox}::int) n returning id
      )
      insert into placement (storage_id, child_storage_id, row_coordinate, column_coordinate, placed_at, placed_by)
      select ${rack}::integer, id, (n - 1) / 50 + 1, (n - 1) % 50 + 1, now(), 'ada'
      from (select id, row_number() over (order by id) as n from box) numbered
    `.execute(trx)
    await sql`
      insert into placement (storage_id, sample_id, row_coordinate, column_coordinate, placed_at, placed_by)
      select box.child_storage_id, tube.id, (tube.n % ${perBox}::int) / 10 + 1, tube.n % 10 + 1, now(), 'ada'
      from (select id, row_number() over (order by number) - 1 as n from sample) tube
      join (select child_storage_id, row_number() over (order by child_storage_id) - 1 as n from placement
        where child_storage_id is not null) box on box.n = tube.n / ${perBox}::int
    `.execute(trx)
  })
  await sql`analyze`.execute(lab.db)
  const { rows } = await sql<{ alias: string }>`select alias from sample order by md5(alias)`.execute(lab.db)

  let used = 0
  const createList = async (numCodes: number) => {
    const codes = rows.slice(used, used + numCodes).map(({ alias }) => alias)
    used += numCodes
    const { found } = await ok(lab.post('/samples/resolve-codes', { codes }))
    expect(found).toHaveLength(numCodes)
    const { pickList } = await ok(lab.post('/picks/create', { name: `${used}`, codes }))
    expect((await get(pickList.id)).items).toHaveLength(numCodes)
  }

  await createList(50)
  await expectTimesAsLong({ base: () => createList(100), work: () => createList(1000), atMostTimes: 30 })
})

test('a page of closed lists counts the tubes of its own lists only', async () => {
  await lab.db.transaction().execute(async (trx) => {
    // The triggers would refuse lists that were closed before they had tubes.
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`
      with closed as (
        insert into pick_list (name, person_id, created_at, created_by, closed_at, closed_by)
        select 'List ' || n, 'ada', now(), 'ada', now() - n * interval '1 day', 'ada' from generate_series(1, 200) n
        returning id
      )
      insert into pick_list_item (pick_list_id, sample_id, sample_name, tube_id, state, changed_at, changed_by)
      select id, gen_random_uuid(), 'S', 'T', 'picked', now(), 'ada' from closed, generate_series(1, 30)
    `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)
  const page = { state: 'closed', pageNumber: 1, pageSize: 5 } as const
  const read = await rowsReadBy(lab.db, 'pick_list_item', async (trx) => {
    const lists = await listPickLists(trx, page, 'ada')
    expect(lists.map(({ name, counts }) => [name, counts.picked])).toEqual(
      [6, 7, 8, 9, 10].map((n) => [`List ${n}`, 30]),
    )
  })
  expect(read).toBe(5 * 30)
})
