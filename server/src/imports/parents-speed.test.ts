import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab } from '../../test/lab.ts'
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
