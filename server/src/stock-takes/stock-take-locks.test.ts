import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertPlacement, lockStorageCells } from '../storage/placement-queries.ts'
import { saveTubes } from './tube-queries.ts'

const lab = await openLab()
const { build, addTube, start, scan, finish, read, apply, stateOf } = countedFreezer(lab)

test('scans of one stock-take do not wait for each other', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from stock_take where id = ${id} for share`.execute(trx)
    expect(await waitsForLock(lab.db, scan(id, box1, samples[0]?.alias ?? ''))).toBe(false)
  })
})

test('a tube that somebody scans elsewhere while its box is finished is not missing', async () => {
  const { freezer, box1, box2, samples } = await build(1)
  const { id: stockTakeId } = await start(freezer)
  const { id: sampleId = '', alias: code = '' } = samples[0] ?? {}
  const scanned = {
    tubeKey: sampleId,
    sampleId,
    code,
    result: 'other-place' as const,
    row: null,
    column: null,
    recorded: { storageId: box1, row: 1, column: 1, place: 'Box 1 › A1' },
    custody: 'AVAILABLE' as const,
    custodyEventId: null,
    isChangedSince: false,
  }
  const { missing } = await unaudited(lab.db, async (trx) => {
    await saveTubes(trx, [scanned], { stockTakeId, boxId: box2, at: testNow, userId: 'ada' })
    const sent = finish(stockTakeId, box1)
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { missing: sent }
  })
  expect(await missing).toBe(0)
  expect((await read(stockTakeId)).stockTake.counts).toMatchObject({ missing: 0, 'other-place': 1 })
})

test.each(['the box that was counted', 'the box of the record'])(
  'accepted differences wait for whoever changes the cells of %s',
  async (changed) => {
    const { freezer, box1, box2, samples } = await build(1)
    const { id } = await start(freezer)
    await scan(id, box2, samples[0]?.alias ?? '')
    const box = changed === 'the box that was counted' ? box2 : box1
    const { reply } = await lab.db.transaction().execute(async (trx) => {
      await lockStorageCells(trx, [box])
      const sent = apply(id, { results: ['other-place'] })
      expect(await waitsForLock(lab.db, sent)).toBe(true)
      return { reply: sent }
    })
    expect(await reply).toMatchObject({ applied: 1, changedSince: 0 })
  },
)

test('the free cell for a tube is chosen after others have taken theirs', async () => {
  const { freezer, box2, samples } = await build(1)
  const faster = await addTube('NB-faster')
  const { id } = await start(freezer)
  await scan(id, box2, samples[0]?.alias ?? '')
  const { reply } = await unaudited(lab.db, async (trx) => {
    await lockStorageCells(trx, [box2])
    const sent = apply(id, { results: ['other-place'] })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    const place = { storageId: box2, row: 1, column: 1 }
    await insertPlacement(trx, { sampleId: faster.id }, place, { userId: 'ada', at: testNow })
    return { reply: sent }
  })
  expect(await reply).toMatchObject({ applied: 1 })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 2 B1 AVAILABLE')
})

test('accepted differences wait for whoever makes another storage of a counted box, and leave its tubes out', async () => {
  const { freezer, box2 } = await build(1)
  const loose = await addTube('NB-loose')
  const { id } = await start(freezer)
  await scan(id, box2, loose.alias)
  const { reply } = await unaudited(lab.db, async (trx) => {
    await trx.updateTable('storage').set({ type: 'RACK' }).where('id', '=', box2).execute()
    const sent = apply(id, { results: ['not-recorded'] })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { reply: sent }
  })
  expect(await reply).toMatchObject({ applied: 0, changedSince: 1 })
})

test('all differences of a kind are accepted only as many as the person was shown', async () => {
  const { freezer, box1, box2, samples } = await build(2)
  const { id } = await start(freezer)
  await scan(id, box1, samples[0]?.alias ?? '')
  await scan(id, box2, samples[1]?.alias ?? '')
  const accept = { results: ['other-place', 'missing'] }
  for (const shown of [0, 2]) {
    const expected = { 'other-place': shown, missing: 0 }
    const refused = await lab.post('/stock-takes/apply', { id, accept: { ...accept, expected } })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'stock-take-changed-since',
        message: `The differences have changed since you chose them, from ${shown} to 1: other people are still counting. Nothing was accepted.`,
      },
    ])
  }
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 B1 AVAILABLE')
  expect(await apply(id, { ...accept, expected: { 'other-place': 1, missing: 0 } })).toMatchObject({
    applied: 1,
  })
})
