import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listParents } from './import-queries.ts'

const lab = await openLab()
const numSamples = 10_000

test('10,000 parents take at most 10 times as long as all tubes of the batch, also by a kept plan', async () => {
  const batch = { name: 'NB', description: 'Blood', numSamples, tubeType: 'EDTA' }
  const { id } = (await lab.post('/batches/add', batch)).json().batch
  const tubesOfBatch = () => lab.db.selectFrom('sample').select(['name', 'alias']).where('batch_id', '=', id)
  const tubes = await tubesOfBatch().execute()
  const references = tubes.map(({ name, alias }, index) => (index % 2 === 0 ? name : alias))
  await sql`vacuum (analyze) sample`.execute(lab.db)
  await lab.db.connection().execute(async (db) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    const parents = async () => expect(await listParents(db, id, references)).toHaveLength(numSamples)
    await expectTimesAsLong({ base: () => tubesOfBatch().execute(), work: parents, atMostTimes: 10 })
    await sql`set plan_cache_mode = auto`.execute(db)
  })
})

test('parents are looked for in the batch only, not among all samples of their names', async () => {
  const [batchId, other] = [await lab.addBatch({ name: 'Own' }), await lab.addBatch({ name: 'Other' })]
  await unaudited(lab.db, (trx) =>
    sql`
      insert into sample (name, type, volume_nl, batch_id, created_at, created_by, updated_at)
      select 'A' || n, 'DNA', 0, batch_id, now(), 'ada', now()
      from generate_series(1, 20) n
      cross join (
        select ${batchId}::uuid as batch_id union all select ${other}::uuid from generate_series(1, 200)
      ) of_batch
    `.execute(trx),
  )
  await sql`vacuum (analyze) sample`.execute(lab.db)
  const references = Array.from({ length: 20 }, (_, index) => `A${index + 1}`)
  const read = await rowsReadBy(lab.db, 'sample', async (trx) => {
    expect(await listParents(trx, batchId, references)).toHaveLength(20)
  })
  expect(read).toBeLessThan(100)
})
