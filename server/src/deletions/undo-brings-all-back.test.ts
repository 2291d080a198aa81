import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=1' })

/** What a deletion and its undo write themselves. */
const written = ['audit_event', 'audit_seal', 'deletion', 'deleted_row', 'answered_request']
/** Each connection counts in a row of its own: only the sums are the same. */
const sumsOf: Record<string, ReturnType<typeof sql>> = {
  sample_count: sql`(
    select batch_id, status, type, site_id, sum(samples) as samples from sample_count
    group by batch_id, status, type, site_id
  )`,
}

const post = (path: string, body: object) => ok(lab.post(path, body))

/** The rows of each table, without those that hold none. */
async function readTables(): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and not tablename = any(${written}) order by 1
  `.execute(lab.db)
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sumsOf[name] ?? sql.table(name)} t order by 1
    `.execute(lab.db)
    if (rows.length > 0) contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

/** Three tubes of one batch: out for the second time, returned and not yet put away, and never moved. */
async function addWithHistory() {
  const tubes = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  const [out, returned] = tubes as [(typeof tubes)[0], (typeof tubes)[0]]
  await lab.addSample({ name: 'NB-3' })
  const box = {
    alias: 'Box 9',
    type: 'BOX',
    parentID: 0,
    numberRows: 3,
    numberColumns: 3,
    nominalTemperatureC: -80,
  }
  const { storage } = await post('/storage/add', box)
  await post('/samples/associate', { sampleId: out.id, storageId: storage.id, location: 'A1' })
  await post('/samples/associate', { sampleId: returned.id, storageId: storage.id, location: 'B1' })
  for (const { id } of tubes) await post('/samples/receive', { identifier: id })
  const thawed = { identifiers: [out.alias, returned.alias], purpose: 'ELISA', thawed: true }
  await post('/custody/check-out', thawed)
  await post('/custody/return', { identifiers: thawed.identifiers })
  await post('/custody/check-out', { ...thawed, identifiers: [out.alias], overLimit: true })
  return { ids: [out.id, returned.id], batchId: out.batch_id }
}

const ways = {
  'a sample': ({ ids: [id] }) => post(`/samples/delete?id=${id}`, {}),
  'many samples': ({ ids }) => post('/samples/delete-chosen', { sampleIds: ids }),
  'a batch': ({ batchId }) => post(`/batches/delete?id=${batchId}`, {}),
} satisfies Record<
  string,
  (added: Awaited<ReturnType<typeof addWithHistory>>) => Promise<{ deletionId: string }>
>

test.each(Object.entries(ways))(
  'the undo of deleting %s brings back all that was known',
  async (_, remove) => {
    const added = await addWithHistory()
    const before = await readTables()
    for (const table of ['lifecycle_event', 'custody_event', 'thaw_over_limit', 'put_away', 'placement'])
      expect(before[table], table).toBeDefined()

    const { deletionId } = await remove(added)
    expect(await readTables()).not.toEqual(before)
    await post('/deletions/undo', { deletionId })
    expect(await readTables()).toEqual(before)
  },
)
