import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const { addBox, addTube, create, get, pick, notFound, undo, close, custodyOf } = pickLab(lab)

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(lab.db)
  return Number(rows[0]?.deadlocks)
}

test('picks, undos and reports of one list do not wait for each other', async () => {
  const box = await addBox('Box 3')
  const [one, other] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const { id } = (await ok(create([one.id, other.id]))).pickList
  const steps = [() => pick(id, one.alias), () => undo(id, one.id), () => notFound(id, other.id)]
  for (const step of steps) {
    const reply = await lab.db.transaction().execute(async (trx) => {
      await sql`select from pick_list where id = ${id} for share`.execute(trx)
      const sent = step()
      expect(await waitsForLock(lab.db, sent)).toBe(false)
      return sent
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }
})

test('of two lists created for one tube at the same time, the second is refused with who has the first', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const [first, second] = await overlap(lab.db, [
    () => create([tube.id], { name: 'First' }),
    () => create([tube.id], { name: 'Second' }),
  ])
  expect(first?.statusCode).toBe(200)
  expect(second?.json()).toEqual({
    code: 'not-reservable',
    message: `1 of 1 samples cannot be reserved: ${tube.name} (${tube.alias}) is reserved for Ada Lindqvist on the pick list 'First'. No pick list was created.`,
    field: 'sampleIds',
  })
})

test('a pick that is undone in the history of its tube while the list is closed is released', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { id } = (await ok(create([tube.id]))).pickList
  await ok(pick(id, tube.alias))
  const { events } = await ok(lab.get('/custody/history', { sampleId: tube.id }))
  const [undone, closed] = await overlap(lab.db, [
    () => lab.post('/custody/undo', { eventIds: [events[0].id] }),
    () => close(id),
  ])
  expect([undone?.statusCode, closed?.statusCode]).toEqual([200, 200])
  expect((await get(id)).pickList.counts).toMatchObject({ wanted: 0, picked: 0, released: 1 })
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test.each(['first', 'second'])(
  'a tube that is restored %s while its list is closed is released',
  async (turn) => {
    const tube = await addTube(await addBox('Box 3'))
    const { id } = (await ok(create([tube.id]))).pickList
    const { deletionId } = await ok(lab.post(`/samples/delete?id=${tube.id}`, {}))
    const requests = [() => lab.post('/deletions/undo', { deletionId }), () => close(id)]
    const replies = await overlap(lab.db, turn === 'first' ? requests : requests.reverse())
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await custodyOf(tube.id)).toBe('AVAILABLE')
    const { events } = await ok(lab.get('/custody/history', { sampleId: tube.id }))
    expect(events.map(({ via }: { via: string }) => via)).toEqual(['release', 'reserve'])
  },
)

test.each(['first', 'second'])(
  'a child that is restored %s while the list of it and its parent is closed is released',
  async (turn) => {
    const box = await addBox('Box 3')
    const parent = await addTube(box, 'A1')
    const child = await lab.addSample({
      name: 'NB-1-DNA-1',
      batch_id: parent.batch_id,
      parent_sample_id: parent.id,
    })
    await ok(lab.post('/samples/associate', { sampleId: child.id, storageId: box, location: 'B1' }))
    const { id } = (await ok(create([parent.id, child.id]))).pickList
    const { deletionId } = await ok(lab.post(`/samples/delete?id=${child.id}`, {}))
    const before = await countDeadlocks()
    const requests = [() => lab.post('/deletions/undo', { deletionId }), () => close(id)]
    const replies = await overlap(lab.db, turn === 'first' ? requests : requests.reverse())
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await Promise.all([parent.id, child.id].map(custodyOf))).toEqual(['AVAILABLE', 'AVAILABLE'])
    // One would be tried again, a second later.
    expect(await countDeadlocks()).toBe(before)
  },
)

test('a restore waits for somebody who is just closing the list', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { id } = (await ok(create([tube.id]))).pickList
  const { deletionId } = await ok(lab.post(`/samples/delete?id=${tube.id}`, {}))
  const { restoring } = await unaudited(lab.db, async (trx) => {
    await sql`select from pick_list where id = ${id} for update`.execute(trx)
    const restoring = lab.post('/deletions/undo', { deletionId })
    expect(await waitsForLock(lab.db, restoring)).toBe(true)
    await sql`update pick_list_item set state = 'released' where pick_list_id = ${id}`.execute(trx)
    await sql`update pick_list set closed_at = now(), closed_by = 'ada' where id = ${id}`.execute(trx)
    return { restoring }
  })
  expect((await restoring).statusCode).toBe(200)
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})
