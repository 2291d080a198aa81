import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'
import { lockExistingSamples } from './lock-samples-queries.ts'
import { lockFamily } from './sample-write-queries.ts'

const lab = await openLab()
const post = (path: string, body: object) => ok(lab.post(path, body))

const cell = { rowCoordinate: 2, columnCoordinate: 2 }
const ways: Record<string, (sampleId: string, storageId: number) => ReturnType<typeof lab.post>> = {
  moving: (sampleId, storageId) =>
    lab.post('/samples/update-location', { sampleLocation: { sampleId, storageId, ...cell } }),
  arranging: (sampleId, storageId) =>
    lab.post('/samples/arrange', { moves: [{ sampleId, storageId, ...cell }] }),
}

// Whoever thaws or edits a parent locks it before its children: each would wait for the other.
test.each(Object.entries(ways))(
  '%s a child does not wait for whoever changes its parent',
  async (_, send) => {
    const { id } = await lab.addSample()
    const { samples } = await post('/samples/add-child', { parentSampleId: id, type: 'PLASMA', count: 1 })
    const [{ id: sampleId }] = samples
    const box = { alias: 'Box 1', type: 'BOX', numberRows: 3, numberColumns: 3 }
    const { storage } = await post('/storage/add', box)
    await post('/samples/associate', { sampleId, storageId: storage.id, location: 'A1' })
    const { reply } = await unaudited(lab.db, async (trx) => {
      await lockExistingSamples(trx, [id])
      const sent = send(sampleId, storage.id)
      expect(await waitsForLock(lab.db, sent)).toBe(false)
      return { reply: sent }
    })
    expect((await reply).statusCode).toBe(200)
  },
)

test('a family is locked with the child that is created while its lock is waited for', async () => {
  const { id } = await lab.addSample()
  const { locked } = await unaudited(lab.db, async (trx) => {
    await lockExistingSamples(trx, [id])
    const waiting = unaudited(lab.db, async (other) => {
      await lockFamily(other, id)
      return sql`select name from sample for no key update skip locked`.execute(lab.db)
    })
    expect(await waitsForLock(lab.db, waiting)).toBe(true)
    await sql`
      insert into sample (name, type, volume_nl, batch_id, parent_sample_id, created_at, created_by, updated_at)
      select 'NB-001-DNA-1', 'DNA', 0, batch_id, id, created_at, created_by, updated_at from sample where id = ${id}
    `.execute(trx)
    return { locked: waiting }
  })
  expect((await locked).rows).toEqual([])
})
