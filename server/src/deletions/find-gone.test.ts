import { sql } from 'kysely'
import { test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import { findGone } from './parent-change-queries.ts'

const lab = await openLab()

test('what samples and their children belonged to is found in little time, also if they are too many for the memory', async () => {
  const { id } = await lab.addSample()
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()
  await unaudited(lab.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into deleted_row (deletion_id, table_name, content)
      select deletion_id, table_name, content || jsonb_build_object('id', md5(n::text)::uuid,
        'parent_sample_id', case when n > 3000 then md5((n - 3000)::text)::uuid end)
      from deleted_row, generate_series(1, 6000) n where table_name = 'sample'
    `.execute(trx)
  })
  await sql`analyze deleted_row`.execute(lab.db)
  const find = (workMem: string) =>
    lab.db.transaction().execute(async (trx) => {
      await sql`select set_config('work_mem', ${workMem}, true)`.execute(trx)
      await findGone(trx, deletionId)
    })
  await expectTimesAsLong({ base: () => find('64MB'), work: () => find('64kB'), atMostTimes: 10 })
})
