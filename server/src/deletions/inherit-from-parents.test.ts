import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { unaudited } from '../../test/unaudited.ts'
import { inheritFromParents } from './parent-change-queries.ts'

const lab = await openLab()
const post = (path: string, body: object) => ok(lab.post(path, body))

/** Restores the children of one parent, which was given another subject since. Returns what fits them to it again. */
async function restoreChildren(count: number) {
  const { id } = await lab.addSample({ name: `NB-${count}`, subject_id: 'P-0001' })
  const children = await unaudited(lab.db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into sample (name, type, volume_nl, batch_id, subject_id, parent_sample_id, created_at, created_by, updated_at)
      select name || n, type, 0, batch_id, subject_id, id, created_at, created_by, updated_at
      from sample, generate_series(1, ${count}) n where id = ${id} returning id
    `.execute(trx)
    return rows.map((row) => row.id)
  })
  const { deletionId } = await post('/samples/delete-chosen', { sampleIds: children })
  await post('/samples/update', { id, subjectId: 'P-0002' })
  await post('/deletions/undo', { deletionId })
  return () =>
    unaudited(lab.db, async (trx) => {
      await sql`update sample set subject_id = 'P-0001' where id = any(${children}::uuid[])`.execute(trx)
      expect(await inheritFromParents(trx, deletionId, testNow)).toHaveLength(count)
    })
}

test('the time to fit restored children to their parent grows with their number, not with its square', async () => {
  const [few, many] = [await restoreChildren(200), await restoreChildren(2000)]
  await expectTimesAsLong({ base: few, work: many, atMostTimes: 17 })
})
