import { nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

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

/** Counts the rows of `sample` that this connection has updated lately. */
async function countUpdates(db: typeof lab.db) {
  const { rows } = await sql<{ all: number; heapOnly: number }>`
    select coalesce(sum(n_tup_upd), 0)::integer as all, coalesce(sum(n_tup_hot_upd), 0)::integer as "heapOnly"
    from pg_stat_xact_user_tables where relname = 'sample'
  `.execute(db)
  return rows[0] as { all: number; heapOnly: number }
}
