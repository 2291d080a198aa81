import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { orderByNumber } from './sample-list-queries.ts'
import { listTreeChildren, listTreeParents } from './sample-tree-queries.ts'

const lab = await openLab()

/** Registers 3,000 samples, each of which was edited and received. */
async function addChangedSamples() {
  const kits = {
    numPatients: 300,
    tubeTypes: [{ tubeType: 'EDTA', count: 10 }],
    samplePrefix: 'KIT',
    siteId: 'A',
  }
  await lab.post('/batches/add-patient', { name: 'Kits', description: 'Plasma', ...kits })
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id)
      select ${testNow}, 'ada', 'sample.update', 'sample', case when number % 2 = 0 then id::text else upper(id::text) end
      from sample order by number
    `.execute(trx)
    for (const [from, to] of [
      ['UNKNOWN', 'COLLECTED'],
      ['COLLECTED', 'RECEIVED'],
    ])
      await sql`
        insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
        select id, ${from}::text, ${to}::text, ${testNow}, 'ada' from sample order by number
      `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)
}

test('of samples that all have changed, the first ones are found without reading all their events', async () => {
  await addChangedSamples()
  for (const [table, filter] of [
    ['audit_event', { change: 'sample.update' }],
    ['lifecycle_event', { reached: 'RECEIVED' }],
  ] as const) {
    const read = await rowsReadBy(lab.db, table, async (trx) => {
      const newest = await orderByNumber(trx, filter, 'desc').limit(10).execute()
      expect(newest).toHaveLength(10)
      const page = { filter, collects: false, after: undefined, limit: 10 }
      const parents = await listTreeParents(trx, page)
      expect(parents.map(({ is_match }) => is_match)).toEqual(Array(10).fill(true))
      const parentIds = parents.map(({ id }) => id)
      expect(await listTreeChildren(trx, parentIds, filter)).toEqual([])
    })
    expect(read).toBeLessThan(500)
  }
})
