import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { lockStorageCells } from '../storage/placement-queries.ts'

const lab = await openLab()
const { build, start, scan, apply } = countedFreezer(lab)

test('scans of one stock-take do not wait for each other', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from stock_take where id = ${id} for share`.execute(trx)
    expect(await waitsForLock(lab.db, scan(id, box1, samples[0]?.alias ?? ''))).toBe(false)
  })
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
