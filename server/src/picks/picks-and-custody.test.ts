import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'
import { restoreRows } from '../deletions/deletion-queries.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=1,UNKNOWN_SAMPLE_TYPE=1' })
const { addBox, addTube, create, get, pick, notFound, undo, close, custodyOf } = pickLab(lab)

const lastEvent = async (sampleId: string) =>
  (
    await lab.db
      .selectFrom('sample')
      .select('custody_event_id')
      .where('id', '=', sampleId)
      .executeTakeFirstOrThrow()
  ).custody_event_id ?? 0
const undoCustody = async (sampleId: string) => {
  const { statusCode, json } = await lab.post('/custody/undo', { eventIds: [await lastEvent(sampleId)] })
  return [statusCode, json().code]
}

test('the history of the custody names the pick list that has reserved the tube', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id]))
  const { events } = (await lab.get('/custody/history', { sampleId: tube.id })).json()
  expect(events).toMatchObject([{ to: 'RESERVED', pickList: { id: pickList.id, name: pickList.name } }])
})

test('a reservation is not undone by its event, and neither is the pick of a closed list', async () => {
  const box = await addBox('Box 3')
  const [wanted, taken] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const { pickList } = await ok(create([wanted.id, taken.id]))
  expect(await undoCustody(wanted.id)).toEqual([409, 'custody-changed-since'])
  await ok(pick(pickList.id, taken.alias))
  await ok(close(pickList.id))
  expect(await undoCustody(taken.id)).toEqual([409, 'custody-changed-since'])
  expect(await undoCustody(wanted.id)).toEqual([409, 'custody-changed-since'])
  expect(await Promise.all([wanted.id, taken.id].map(custodyOf))).toEqual(['AVAILABLE', 'CHECKED_OUT'])
})

test('a missing tube of a list that was closed since does not become reserved again', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id]))
  await changeCustody(lab, tube.id, { from: 'RESERVED', to: 'MISSING', via: 'count' })
  await ok(close(pickList.id))
  expect(await undoCustody(tube.id)).toEqual([409, 'custody-changed-since'])
  expect(await custodyOf(tube.id)).toBe('MISSING')
})

test('ENT-17 a pick over the limit of freeze-thaw cycles waits for the confirmation of another person', async () => {
  const box = await addBox('Box 3')
  await unaudited(lab.db, (trx) =>
    trx.updateTable('storage').set({ nominal_temperature_c: -80 }).where('id', '=', box).execute(),
  )
  const tube = await addTube(box)
  const pickOnce = async () => {
    const { pickList } = await ok(create([tube.id], { thawed: true }))
    return { id: pickList.id as string, note: (await ok(pick(pickList.id, tube.alias))).note as string }
  }
  expect((await pickOnce()).note).toBe('')
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  await ok(lab.post('/samples/update', { id: tube.id, type: 'UNKNOWN_SAMPLE_TYPE' }))
  const over = await pickOnce()
  expect(over.note).toBe(
    'It was thawed 1 time, and the limit of UNKNOWN SAMPLE TYPE is 1: another person has to confirm it.',
  )
  const toConfirm = async () => (await lab.get('/custody/list', { show: 'to-confirm' })).json().samples
  expect(await toConfirm()).toMatchObject([{ id: tube.id, toConfirm: { thawCount: 2, thawLimit: 1 } }])
  await ok(undo(over.id, tube.id))
  expect(await toConfirm()).toEqual([])
})

test('ids of a list and a sample may be in capitals', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id.toUpperCase()]))
  await ok(pick(pickList.id, tube.alias))
  await ok(undo(pickList.id.toUpperCase(), tube.id.toUpperCase()))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
})

test('a reserved tube that was deleted and restored after its list was closed is available, and its reservation is over', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id]))
  const { deletionId } = await ok(lab.post(`/samples/delete?id=${tube.id}`, { reason: 'broken' }))
  await ok(create([(await addTube(await addBox('Box 4'))).id], { name: 'ELISA' }))
  await ok(close(pickList.id))
  await ok(lab.post('/deletions/undo', { deletionId }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  const [released, reserved] = (await ok(lab.get('/custody/history', { sampleId: tube.id }))).events
  expect(released).toMatchObject({ via: 'release', from: 'RESERVED', to: 'AVAILABLE', canUndo: false })
  expect(reserved).toMatchObject({ via: 'reserve', to: 'RESERVED' })
  const { events } = (await lab.get('/audit/history', { entityType: 'sample', entityId: tube.id })).json()
  expect(events[0]).toMatchObject({
    action: 'custody.release',
    before: { custody: 'RESERVED' },
    after: { custody: 'AVAILABLE', pickList: pickList.name },
  })
  expect(await undoCustody(tube.id)).toEqual([409, 'custody-changed-since'])
  await ok(create([tube.id]))
})

test('the database refuses a restored sample that is reserved while no list wants it', async () => {
  const tube = await addTube(await addBox('Box 3'))
  const { pickList } = await ok(create([tube.id]))
  const { deletionId } = await ok(lab.post(`/samples/delete?id=${tube.id}`, { reason: 'broken' }))
  await ok(close(pickList.id))
  const how = { table: 'sample', onlyPossiblePlaces: false, at: testNow } as const
  const restored = unaudited(lab.db, (trx) => restoreRows(trx, deletionId, how))
  await expect(restored).rejects.toMatchObject({ code: 'LIM14' })
})

test('a wanted tube that waited to be put away when it was reserved says so until it is placed or picked', async () => {
  const box = await addBox('Box 3')
  const [returned, other] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  await ok(lab.post('/custody/check-out', { identifiers: [returned.id], purpose: 'PCR' }))
  await ok(lab.post('/custody/return', { identifiers: [returned.id] }))
  const { id } = (await ok(create([returned.id, other.id]))).pickList
  const waiting = async () => {
    const { items } = await get(id)
    return items.flatMap((item: { sampleId: string; isToPutAway: boolean }) =>
      item.isToPutAway ? [item.sampleId] : [],
    )
  }
  expect(await waiting()).toEqual([returned.id])
  await ok(pick(id, returned.alias))
  expect(await waiting()).toEqual([])
  await ok(undo(id, returned.id))
  expect(await waiting()).toEqual([returned.id])
  lab.setNow(minutesLater(1))
  const cell = { sampleId: returned.id, storageId: box, rowCoordinate: 2, columnCoordinate: 2 }
  await ok(lab.post('/samples/arrange', { moves: [cell] }))
  expect(await waiting()).toEqual([])
})

test('a pick that was scanned before another person put the tube into a cell, or released it, is refused', async () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
  const box = await addBox('Box 3')
  const [placed, released] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const { pickList } = await ok(create([placed.id, released.id]))
  await ok(notFound(pickList.id, released.id))
  const set = (custody: string, token?: string) =>
    lab.post('/custody/set', { sampleIds: [released.id], custody, reason: 'label' }, token)
  await ok(set('QUARANTINED'))
  const bo = await lab.signIn('bo', 'Bo Chen')
  lab.setNow(at('10:30'))
  const moved = { sampleLocation: { sampleId: placed.id, storageId: box, location: 'C1' } }
  await ok(lab.post('/samples/update-location', moved, bo))
  await ok(set('AVAILABLE', bo))
  lab.setNow(at('11:00'))
  for (const [{ alias }, what] of [
    [placed, 'put into a cell'],
    [released, 'set to AVAILABLE'],
  ] as const) {
    const { code, message } = (await pick(pickList.id, alias, { scannedAt: at('10:00') })).json()
    expect(code).toBe('custody-not-possible')
    expect(message).toContain(`(${alias}) was ${what} since this scan, by Bo Chen`)
    await ok(pick(pickList.id, alias, { scannedAt: at('10:45') }))
  }
})
