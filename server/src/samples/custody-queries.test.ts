import { type Custody, custodySteps } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { lockInTwoOrders, waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertCustodyEvents, insertCustodyUndoEvents } from './custody-queries.ts'
import { lockExistingSamples } from './lock-samples-queries.ts'

const lab = await openLab()
const actor = { userId: 'dev|1', at: testNow }

const change = (
  sampleId: string,
  from: Custody,
  to: Custody,
  details: Parameters<typeof insertCustodyEvents>[2],
) =>
  unaudited(lab.db, async (trx) => {
    const events = await insertCustodyEvents(trx, [{ sampleId, from, to }], details, {
      ...actor,
      userId: await personId(),
    })
    return events.get(sampleId) ?? 0
  })

const personId = async () =>
  (await lab.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow()).id

const undoOf = (undone: Parameters<typeof insertCustodyUndoEvents>[1][number], person?: string) =>
  unaudited(lab.db, async (trx) =>
    insertCustodyUndoEvents(trx, [undone], { ...actor, userId: person ?? (await personId()) }),
  )
const changedSince = {
  code: 'custody-changed-since',
  message: 'Nothing was undone: the custody of a tube has changed since.',
}

const stateOf = (id: string) =>
  lab.db.transaction().execute(async (trx) => (await lockExistingSamples(trx, [id]))[0])

test('the database allows the same changes of custody as the contract, and the reverse of each', async () => {
  const { rows } = await sql<{ via: string; from: Custody; to: Custody }>`
    select via, from_custody as "from", to_custody as "to" from custody_rule
  `.execute(lab.db)
  const steps = Object.entries<Partial<Record<Custody, readonly Custody[]>>>(custodySteps).flatMap(
    ([via, table]) =>
      Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${via}: ${from} to ${to}`)),
  )
  const inDatabase = rows
    .filter(({ via }) => via !== 'undo')
    .map(({ via, from, to }) => `${via}: ${from} to ${to}`)
  expect(inDatabase.sort()).toEqual(steps.sort())
  const reversed = new Set(rows.filter(({ via }) => via !== 'undo').map(({ from, to }) => `${to} to ${from}`))
  expect(new Set(rows.filter(({ via }) => via === 'undo').map(({ from, to }) => `${from} to ${to}`))).toEqual(
    reversed,
  )
})

test('a sample that is disposed of leaves its cell, and the event keeps which it was; placing it is rejected', async () => {
  const { id } = await lab.addSample()
  const box = { alias: 'Box 9', type: 'BOX', parentID: 0, numberRows: 9, numberColumns: 9 }
  const storageId: number = (await lab.post('/storage/add', box)).json().storage.id
  await lab.post('/samples/associate', { sampleId: id, storageId, rowCoordinate: 2, columnCoordinate: 3 })

  await change(id, 'AVAILABLE', 'DISPOSED', { via: 'set', reason: 'thawed by accident' })

  expect(await stateOf(id)).toMatchObject({ custody: 'DISPOSED', is_stored: false })
  const [event] = await lab.db.selectFrom('custody_event').selectAll().where('sample_id', '=', id).execute()
  expect(event).toMatchObject({ storage_id: storageId, row_coordinate: 2, column_coordinate: 3 })
  const refused = await lab.post('/samples/associate', {
    sampleId: id,
    storageId,
    rowCoordinate: 1,
    columnCoordinate: 1,
  })
  expect(refused.statusCode).toBe(409)
})

test('an undo brings back the custody and the freeze-thaw count, and only the last change has one', async () => {
  const { id } = await lab.addSample()
  const out = await change(id, 'AVAILABLE', 'CHECKED_OUT', { via: 'check-out', thawed: true })
  const back = await change(id, 'CHECKED_OUT', 'AVAILABLE', { via: 'return' })
  expect(await stateOf(id)).toMatchObject({ custody: 'AVAILABLE', thaw_count: 1 })

  const undo = (eventId: number, from: Custody, to: Custody, person?: string) =>
    undoOf({ sampleId: id, eventId, from, to }, person)
  await expect(undo(out, 'AVAILABLE', 'CHECKED_OUT')).rejects.toMatchObject(changedSince)
  await expect(undo(back, 'CHECKED_OUT', 'AVAILABLE', 'nobody')).rejects.toMatchObject({
    code: '23503',
  })
  await undo(back, 'CHECKED_OUT', 'AVAILABLE')
  expect(await stateOf(id)).toMatchObject({ custody: 'CHECKED_OUT', custody_event_id: out, thaw_count: 1 })
  await undo(out, 'AVAILABLE', 'CHECKED_OUT')
  expect(await stateOf(id)).toMatchObject({ custody: 'AVAILABLE', custody_event_id: null, thaw_count: 0 })
})

test('an undo is refused if another change of the sample, which had not locked it, is saved first', async () => {
  const { id } = await lab.addSample()
  const eventId = await change(id, 'AVAILABLE', 'CHECKED_OUT', { via: 'check-out' })
  const userId = await personId()
  const { undone } = await unaudited(lab.db, async (trx) => {
    const lost = { sampleId: id, from: 'CHECKED_OUT', to: 'MISSING' } as const
    await insertCustodyEvents(trx, [lost], { via: 'set', reason: 'not seen' }, { ...actor, userId })
    const sent = undoOf({ sampleId: id, eventId, from: 'AVAILABLE', to: 'CHECKED_OUT' })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { undone: sent }
  })
  await expect(undone).rejects.toMatchObject(changedSince)
})

test('custody changes only by an event, from what the sample is', async () => {
  const { id } = await lab.addSample()
  await expect(change(id, 'MISSING', 'AVAILABLE', { via: 'find' })).rejects.toMatchObject({ code: 'LIM11' })
  await expect(change(id, 'AVAILABLE', 'MISSING', { via: 'set' })).rejects.toMatchObject({ code: 'LIM11' })
  await expect(
    unaudited(lab.db, (trx) => sql`update sample set custody = 'MISSING' where id = ${id}`.execute(trx)),
  ).rejects.toMatchObject({ code: 'LIM11' })
})

test('samples are locked in the order of their ids, not in that of the list or of the disk', async () => {
  const ids = ['0f', '8e', 'c7', 'f1'].map((start) => `${start}9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f`)
  for (const id of ids.toReversed()) await lab.addSample({ id, name: id })
  const [first = '', ...others] = ids
  const locked = await lockInTwoOrders(lab.db, [first, ...others], (trx, wanted) =>
    lockExistingSamples(trx, wanted),
  )
  expect(locked.map(({ id }) => id)).toEqual(ids)
})
