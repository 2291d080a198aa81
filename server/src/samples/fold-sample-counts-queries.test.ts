import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDifferingCopies } from '../../test/differing-copies.ts'
import { openLab } from '../../test/lab.ts'
import { foldSampleCounts } from './fold-sample-counts-queries.ts'

const lab = await openLab()

const countRows = async () =>
  Number(
    (
      await lab.db
        .selectFrom('sample_count')
        .select(sql<number>`count(*)`.as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  )

/** Registers tubes and receives them, eight at once. Returns the batch. */
async function receiveMany(name: string): Promise<string> {
  const kits = {
    numPatients: 10,
    tubeTypes: [{ tubeType: 'EDTA', count: 4 }],
    samplePrefix: name,
    siteId: 'A',
  }
  const { id } = (await lab.post('/batches/add-patient', { name, description: 'Plasma', ...kits })).json()
    .batch
  const tubes = await lab.db.selectFrom('sample').select('alias').where('batch_id', '=', id).execute()
  for (let from = 0; from < tubes.length; from += 8) {
    await Promise.all(
      tubes.slice(from, from + 8).map(({ alias }) => lab.post('/samples/receive', { identifier: alias })),
    )
  }
  return id
}

test('the counts of each kind of sample become one row, and none where no sample is left', async () => {
  await receiveMany('KIT')
  const before = await countRows()
  expect(before).toBeGreaterThan(1)
  const totals = (await lab.get('/stats/overview')).json()
  expect(await foldSampleCounts(lab.db)).toBe(before - 1)
  expect(await countRows()).toBe(1)
  expect((await lab.get('/stats/overview')).json()).toEqual(totals)
  expect(await listDifferingCopies(lab.db)).toEqual([])

  await receiveMany('SECOND')
  await foldSampleCounts(lab.db)
  expect(await countRows()).toBe(2)
  expect(await foldSampleCounts(lab.db)).toBe(0)
  expect(await listDifferingCopies(lab.db)).toEqual([])
})

test('what others change at that time is left for the next time, without waiting', async () => {
  const id = await receiveMany('KIT')
  await lab.db.transaction().execute(async (trx) => {
    await sql`update sample_count set samples = samples where batch_id = ${id} and status = 'RECEIVED'`.execute(
      trx,
    )
    await foldSampleCounts(lab.db)
  })
  expect(await listDifferingCopies(lab.db)).toEqual([])
  await foldSampleCounts(lab.db)
  expect(await countRows()).toBe(1)

  await receiveMany('SECOND')
  const before = await countRows()
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from batch for update`.execute(trx)
    expect(await foldSampleCounts(lab.db)).toBe(0)
  })
  expect(await countRows()).toBe(before)
})

test('receipts and deletions go on while the counts are folded again and again', async () => {
  let isDone = false
  const folding = (async () => {
    while (!isDone) await foldSampleCounts(lab.db)
  })()
  const ids = await Promise.all(['A', 'B', 'C'].map(receiveMany))
  const replies = await Promise.all(
    ids.slice(1).map((id) => lab.post(`/batches/delete?id=${id}`, { reason: 'test' })),
  )
  isDone = true
  await folding
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await listDifferingCopies(lab.db)).toEqual([])
  await foldSampleCounts(lab.db)
  expect(await countRows()).toBe(1)
})

test('a fold that is stopped goes no further', async () => {
  await receiveMany('KIT')
  expect(await foldSampleCounts(lab.db, AbortSignal.abort())).toBe(0)
})
