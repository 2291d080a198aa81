import { nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertCustodyEvents } from './custody-queries.ts'

const lab = await openLab()

const transitions = SampleStatus.options.flatMap((from) => nextStatuses[from].map((to) => ({ from, to })))

test.each(transitions)('a change from $from to $to writes no index of sample', async ({ from, to }) => {
  const { id } = await lab.addSample({ status: from })
  // In one transaction, within which the database forgets no count.
  const [before, after] = await unaudited(lab.db, async (trx) => {
    const before = await countUpdates(trx)
    await sql`
      insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
      values (${id}, ${from}, ${to}, ${testNow}, 'ada')
    `.execute(trx)
    return [before, await countUpdates(trx)]
  })
  expect(after).toEqual({ all: before.all + 1, heapOnly: before.heapOnly + 1 })
})

test('placing a tube and taking it out write no index of sample', async () => {
  const { id } = await lab.addSample()
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 9, numberColumns: 9 }
  const storageId = (await lab.post('/storage/add', box)).json().storage.id
  const [before, after] = await unaudited(lab.db, async (trx) => {
    const before = await countUpdates(trx)
    await sql`
      insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
      values (${storageId}, 1, 1, ${id}, ${testNow}, 'ada')
    `.execute(trx)
    await sql`delete from placement where sample_id = ${id}`.execute(trx)
    return [before, await countUpdates(trx)]
  })
  expect(after).toEqual({ all: before.all + 2, heapOnly: before.heapOnly + 2 })
})

test('changes of custody write no index of sample', async () => {
  const { id: sampleId } = await lab.addSample()
  const steps = [
    ['check-out', 'AVAILABLE', 'CHECKED_OUT'],
    ['return', 'CHECKED_OUT', 'AVAILABLE'],
    ['set', 'AVAILABLE', 'MISSING'],
    ['find', 'MISSING', 'AVAILABLE'],
  ] as const
  const [before, after] = await unaudited(lab.db, async (trx) => {
    const before = await countUpdates(trx)
    for (const [via, from, to] of steps) {
      const why = { via, reason: via === 'set' ? 'seen' : '' }
      await insertCustodyEvents(trx, [{ sampleId, from, to }], why, { userId: 'ada', at: testNow })
    }
    return [before, await countUpdates(trx)]
  })
  expect(after).toEqual({ all: before.all + steps.length, heapOnly: before.heapOnly + steps.length })
})

/** Counts the rows of `sample` that this connection has updated lately. */
async function countUpdates(db: typeof lab.db) {
  const { rows } = await sql<{ all: number; heapOnly: number }>`
    select coalesce(sum(n_tup_upd), 0)::integer as all, coalesce(sum(n_tup_hot_upd), 0)::integer as "heapOnly"
    from pg_stat_xact_user_tables where relname = 'sample'
  `.execute(db)
  return rows[0] as { all: number; heapOnly: number }
}
