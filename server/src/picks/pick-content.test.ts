import { randomUUID } from 'node:crypto'
import type { PickItem } from '@lims/contract/picks.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { changeCustody } from '../../test/change-custody.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok, refusal } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'

/** What the events of pick lists hold, and what each refusal says, word by word. */
const lab = await openLab({ THAW_LIMITS: 'PLASMA=2' })
const { addStorage, addBox, addTube, create, get, pick, notFound, undo, close, custodyOf } = pickLab(lab)

const eventsOf = async (action: string) =>
  (await auditEventsOf(lab, action)).map(({ at, person_id, ...event }) => {
    expect([at, person_id]).toEqual([testNow, 'ada'])
    return event
  })
const ofSample = ({ id }: { id: string }) => ({ entity_type: 'sample', entity_id: id, reason: null })

const named = ({ name, alias }: { name: string; alias: string }) => `${name} (${alias})`
const nothingUndone = (tube: { name: string; alias: string }) => ({
  code: 'pick-changed-since',
  message: `${named(tube)} has changed since. Nothing was undone.`,
})

async function openList(more: object = {}) {
  const box = await addBox('Box 3')
  const tubes = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')] as const
  const { pickList } = await ok(
    create(
      tubes.map(({ id }) => id),
      more,
    ),
  )
  return { box, tubes, id: pickList.id as string }
}

test('each step of a list leaves its event', async () => {
  const { tubes, id } = await openList()
  const [picked, lost, left] = tubes
  const pickList = 'C2N shipment'
  const ofList = { entity_type: 'pick-list', entity_id: id, reason: null }
  expect(await eventsOf('pick-list.create')).toEqual([
    { ...ofList, before: null, after: { name: pickList, personId: 'ada', numSamples: 3, numLeftOut: 0 } },
  ])
  expect(await eventsOf('custody.reserve')).toEqual(
    tubes.map((tube) => ({
      ...ofSample(tube),
      before: { custody: 'AVAILABLE' },
      after: { custody: 'RESERVED', pickList },
    })),
  )

  await ok(pick(id, picked.alias))
  await ok(notFound(id, lost.id, 'not in its cell'))
  expect(await eventsOf('custody.pick')).toEqual([
    { ...ofSample(picked), before: { custody: 'RESERVED' }, after: { custody: 'CHECKED_OUT', pickList } },
  ])
  expect(await eventsOf('custody.pick-not-found')).toEqual([
    {
      ...ofSample(lost),
      reason: 'not in its cell',
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList },
    },
  ])
  await ok(undo(id, picked.id))
  expect(await eventsOf('custody.undo-pick')).toEqual([
    { ...ofSample(picked), before: { custody: 'CHECKED_OUT' }, after: { custody: 'RESERVED', pickList } },
  ])

  await ok(pick(id, picked.alias))
  await ok(close(id))
  expect(await eventsOf('custody.release')).toEqual([
    { ...ofSample(left), before: { custody: 'RESERVED' }, after: { custody: 'AVAILABLE', pickList } },
  ])
  expect(await eventsOf('pick-list.close')).toEqual([
    {
      ...ofList,
      before: { isOpen: true },
      after: { isOpen: false, numPicked: 1, numNotFound: 1, numReleased: 1 },
    },
  ])
})

test('the events of a list and of its picks say for what and until when the tubes are taken, and whether thawed', async () => {
  const expectedReturn = new Date(testNow.getTime() + 86_400_000).toISOString()
  const wanted = { purpose: 'ELISA, repeat', expectedReturn, thawed: true }
  const taken = { eventNotes: 'ELISA, repeat', expectedReturnAt: expectedReturn }
  const { id, box, tubes } = await openList(wanted)
  expect(await eventsOf('pick-list.create')).toMatchObject([{ after: { ...taken, thawed: true } }])
  await unaudited(lab.db, (trx) =>
    sql`update storage set nominal_temperature_c = -80 where id = ${box}`.execute(trx),
  )
  await ok(pick(id, tubes[0].alias))
  expect(await eventsOf('custody.pick')).toMatchObject([{ after: { ...taken, thawed: true } }])
})

test('a thaw over the limit says how often the tube was thawed, and only where it is thawed', async () => {
  const box = await addBox('Box 3')
  await unaudited(lab.db, (trx) =>
    sql`update storage set nominal_temperature_c = -80 where id = ${box}`.execute(trx),
  )
  const tube = await addTube(box, 'A1')
  const pickOnce = async (thawed: boolean) => {
    const { pickList } = await ok(create([tube.id], { thawed }))
    const { note } = await ok(pick(pickList.id, tube.alias))
    await ok(close(pickList.id))
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
    return note
  }
  expect([await pickOnce(true), await pickOnce(true), await pickOnce(true), await pickOnce(false)]).toEqual([
    ...['', '', 'It was thawed 2 times, and the limit of PLASMA is 2: another person has to confirm it.', ''],
  ])
  const pickList = 'C2N shipment'
  const afters = (await eventsOf('custody.pick')).map(({ after }) => after)
  expect(afters.slice(2)).toEqual([
    { custody: 'CHECKED_OUT', pickList, thawed: true },
    { custody: 'CHECKED_OUT', pickList },
  ])
})

test('a list is refused with the codes, the samples or the person that it cannot be made of', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  const twin = await addTube(box, 'B1')
  await unaudited(lab.db, (trx) =>
    trx.updateTable('sample').set({ name: 'twins' }).where('id', 'in', [tube.id, twin.id]).execute(),
  )
  const made = (body: object) => refusal(lab.post('/picks/create', { name: 'Shipment', ...body }))
  expect(await made({ codes: ['nowhere', 'twins', tube.alias] })).toEqual({
    code: 'sample-not-found',
    message: 'No sample has the code nowhere. Several samples have the code twins. No pick list was created.',
    field: 'codes',
  })
  expect((await made({ codes: ['twins'] })).message).toBe(
    'Several samples have the code twins. No pick list was created.',
  )
  expect((await made({ codes: ['nowhere'] })).message).toBe(
    'No sample has the code nowhere. No pick list was created.',
  )
  const unknown = randomUUID()
  expect(await made({ sampleIds: [tube.id, unknown] })).toEqual({
    code: 'sample-not-found',
    message: `Sample not found: ${unknown}`,
    field: 'sampleIds',
  })
  expect(await made({ sampleIds: [tube.id], personId: 'nobody' })).toEqual({
    code: 'person-not-found',
    message: 'Person not found',
    field: 'personId',
  })
  const expectedReturn = new Date(testNow.getTime() - 2 * 86_400_000).toISOString()
  expect(await made({ sampleIds: [tube.id], expectedReturn })).toEqual({
    code: 'request-invalid',
    message: 'expectedReturn must not be in the past',
    field: 'expectedReturn',
  })
  expect(await eventsOf('custody.reserve')).toEqual([])
})

test('what was done already, or changed since, is refused with who did it', async () => {
  const { tubes, id } = await openList()
  const [picked, lost, wanted] = tubes
  await ok(pick(id, picked.alias))
  await ok(notFound(id, lost.id))

  expect(await refusal(notFound(id, picked.id))).toEqual({
    code: 'already-picked',
    message: `${named(picked)} was picked already by Ada Lindqvist.`,
  })
  expect(await refusal(notFound(id, lost.id))).toEqual({
    code: 'pick-changed-since',
    message: `${named(lost)} was reported missing already by Ada Lindqvist.`,
  })
  const other = await addTube()
  const notOnList = {
    code: 'not-on-pick-list',
    message: 'This sample is not on the list.',
    field: 'sampleId',
  }
  expect(await refusal(notFound(id, other.id))).toEqual(notOnList)
  expect(await refusal(undo(id, other.id))).toEqual(notOnList)
  expect(await refusal(undo(id, wanted.id))).toEqual(nothingUndone(wanted))
  await changeCustody(lab, picked.id, { from: 'CHECKED_OUT', to: 'QUARANTINED', via: 'set' })
  expect(await refusal(undo(id, picked.id))).toEqual(nothingUndone(picked))
  expect(await refusal(pick(id, 'T9999999'))).toEqual({
    code: 'sample-not-found',
    message: 'No sample with tube ID T9999999.',
    field: 'code',
  })
})

test('a tube that was left out of a list is neither missing nor picked by it, and has nothing to undo', async () => {
  const box = await addBox('Box 3')
  const [stored, unplaced] = [await addTube(box, 'A1'), await addTube()]
  const { pickList } = await ok(create([stored.id, unplaced.id], { withoutUnavailable: true }))
  expect(await refusal(notFound(pickList.id, unplaced.id))).toEqual({
    code: 'pick-changed-since',
    message: `${named(unplaced)} was left out of this list.`,
  })
  expect(await refusal(pick(pickList.id, unplaced.alias))).toEqual({
    code: 'not-on-pick-list',
    message: `${named(unplaced)} was left out of this list: not in storage. It has no place in storage.`,
  })
  expect(await refusal(undo(pickList.id, unplaced.id))).toEqual(nothingUndone(unplaced))
})

test('a tube of the list that was deleted is neither reported missing nor brought back by an undo', async () => {
  const { tubes, id } = await openList()
  const [picked, wanted] = tubes
  await ok(pick(id, picked.alias))
  for (const tube of [picked, wanted]) await ok(lab.post(`/samples/delete?id=${tube.id}`, {}))
  expect(await refusal(notFound(id, wanted.id))).toEqual({
    code: 'sample-not-found',
    message: `${named(wanted)} was deleted.`,
  })
  expect(await refusal(undo(id, picked.id))).toEqual(nothingUndone(picked))
})

test('a list that is closed releases its deleted tubes too, and a list with nothing left closes all the same', async () => {
  const { tubes, id } = await openList()
  const [picked, deleted, released] = tubes
  await ok(pick(id, picked.alias))
  await ok(lab.post(`/samples/delete?id=${deleted.id}`, {}))
  lab.setNow(minutesLater(1))
  const { counts } = (await ok(close(id))).pickList
  expect(counts).toEqual({ wanted: 0, picked: 1, 'not-found': 0, released: 2, 'left-out': 0 })
  const { items } = await get(id)
  const changes = items.map(({ sampleId, changedAt }: PickItem) => [sampleId, changedAt])
  expect(Object.fromEntries(changes)).toEqual({
    [picked.id]: testNow.toISOString(),
    [deleted.id]: lab.app.now().toISOString(),
    [released.id]: lab.app.now().toISOString(),
  })

  const again = await ok(create([released.id]))
  await ok(pick(again.pickList.id, released.alias))
  expect((await ok(close(again.pickList.id))).pickList.counts).toMatchObject({ picked: 1, released: 0 })
})

test('a pick is undone only by the list that made it last', async () => {
  const { tubes, id } = await openList()
  const [tube] = tubes
  await ok(pick(id, tube.alias))
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  const later = await ok(create([tube.id], { name: 'Later' }))
  await ok(pick(later.pickList.id, tube.alias))
  expect(await refusal(undo(id, tube.id))).toEqual(nothingUndone(tube))
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test('an undo that comes late does not take back a pick that another person made after it', async () => {
  const { tubes, id } = await openList()
  const [tube] = tubes
  const first = await ok(pick(id, tube.alias))
  await ok(undo(id, tube.id, first.item.eventId))
  const second = await ok(pick(id, tube.alias))
  expect(await refusal(undo(id, tube.id, first.item.eventId))).toEqual(nothingUndone(tube))
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
  await ok(undo(id, tube.id, second.item.eventId))
  const missing = await ok(notFound(id, tube.id, 'not in its cell'))
  await ok(undo(id, tube.id, missing.item.eventId))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
})

test('a tube that was not found can be picked once it is found, unless others reserved or changed it', async () => {
  const { tubes, id } = await openList()
  const [found, reserved, changed] = tubes
  for (const tube of tubes) await ok(notFound(id, tube.id))
  await ok(lab.post('/custody/return', { identifiers: [found.alias, reserved.alias] }))
  const bo = await lab.signIn('bo', 'Bo Chen')
  await ok(create([reserved.id], { name: 'For Bo' }, bo))
  await changeCustody(lab, changed.id, { from: 'MISSING', to: 'QUARANTINED', via: 'set' })

  expect((await ok(pick(id, found.alias))).note).toBe('')
  expect(await refusal(pick(id, reserved.alias))).toEqual({
    code: 'not-reservable',
    message: `${named(reserved)} is reserved for Bo Chen on the pick list 'For Bo' by now.`,
  })
  expect(await refusal(pick(id, changed.alias))).toEqual({
    code: 'not-reservable',
    message: `${named(changed)} was put in quarantine by Ada Lindqvist.`,
  })
  const custodies = await Promise.all(tubes.map((tube) => custodyOf(tube.id)))
  expect(custodies).toEqual(['CHECKED_OUT', 'RESERVED', 'QUARANTINED'])
})

test('a missing tube that is thawed over the limit gets both warnings', async () => {
  const box = await addBox('Box 3')
  await unaudited(lab.db, (trx) =>
    sql`update storage set nominal_temperature_c = -80 where id = ${box}`.execute(trx),
  )
  const tube = await addTube(box, 'A1')
  for (const _ of ['first', 'second']) {
    await ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', thawed: true }))
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  }
  const { pickList } = await ok(create([tube.id], { thawed: true }))
  await ok(notFound(pickList.id, tube.id))
  expect((await ok(pick(pickList.id, tube.alias))).note).toBe(
    'It had been reported missing by Ada Lindqvist. It was thawed 2 times, and the limit of PLASMA is 2: another person has to confirm it.',
  )
})

test('a pick of a list without a purpose is for the list, and has no day of return', async () => {
  const { tubes, id } = await openList()
  const [tube] = tubes
  expect((await get(id)).pickList).toMatchObject({ purpose: '', expectedReturnAt: null })
  await ok(pick(id, tube.alias))
  const event = await lab.db
    .selectFrom('custody_event')
    .select(['purpose', 'expected_return_at'])
    .where('via', '=', 'pick')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ purpose: 'C2N shipment', expected_return_at: null })
})

test('the label of a box is found until its last tube is picked', async () => {
  const freezer = await addStorage('Freezer 1', 'FREEZER')
  const box = await addStorage('Box 3', 'BOX', freezer)
  const tube = await addTube(box, 'A1')
  const { id } = (await ok(create([tube.id]))).pickList
  const found = { success: true, outcome: 'box', storageId: box, message: 'Freezer 1 › Box 3' }
  for (const code of [storageCode(box), storageCode(freezer), 'box 3', 'FREEZER 1']) {
    expect(await ok(pick(id, code))).toEqual(found)
  }

  await ok(pick(id, tube.alias))
  expect(await refusal(pick(id, storageCode(box)))).toEqual({
    code: 'storage-label-scanned',
    message: 'This is the label of Freezer 1 › Box 3, not of a tube, and no tube of this list is left in it.',
    field: 'code',
  })
  expect(await refusal(pick(id, storageCode(999_999)))).toEqual({
    code: 'storage-not-found',
    message: 'No storage has this code.',
    field: 'code',
  })
})

test('the name of a storage finds its first box, unless another storage of the list has the same name', async () => {
  const [one, other] = [await addStorage('Freezer 1', 'FREEZER'), await addStorage('Freezer 2', 'FREEZER')]
  const boxes = [
    await addStorage('Box 3', 'BOX', one, 9, { rowCoordinate: 1, columnCoordinate: 1 }),
    await addStorage('Box 4', 'BOX', one, 9, { rowCoordinate: 2, columnCoordinate: 1 }),
    await addStorage('Box 3', 'BOX', other),
  ] as const
  const tubes = [await addTube(boxes[0]), await addTube(boxes[1]), await addTube(boxes[2])]
  const { id } = (await ok(create(tubes.map((tube) => tube.id)))).pickList
  expect(await ok(pick(id, 'Freezer 1'))).toMatchObject({ outcome: 'box', storageId: boxes[0] })
  expect(await ok(pick(id, 'Box 4'))).toMatchObject({ outcome: 'box', storageId: boxes[1] })
  expect(await refusal(pick(id, 'Box 3'))).toEqual({
    code: 'sample-not-found',
    message: 'No sample with tube ID Box 3.',
    field: 'code',
  })
})

test('a name as it is written comes before one that differs in its spaces, as the scan field leaves them out', async () => {
  const boxes: number[] = []
  const tubes: { id: string }[] = []
  for (const name of ['Box 3', 'Box3', 'Box 4', 'Gross', 'Groß']) {
    const box = await addStorage(name, 'BOX')
    boxes.push(box)
    tubes.push(await addTube(box))
  }
  const { id } = (await ok(create(tubes.map((tube) => tube.id)))).pickList
  for (const [index, code] of ['box 3', 'BOX3', 'BOX4', 'GROSS', 'groß'].entries()) {
    expect(await ok(pick(id, code))).toMatchObject({ outcome: 'box', storageId: boxes[index] })
  }
})

test('a refused list names fifty codes or samples, and counts the others', async () => {
  const create51 = (body: object) => refusal(lab.post('/picks/create', { name: 'Shipment', ...body }))
  const codes = Array.from({ length: 51 }, (_, index) => `C${index}`)
  const shown = codes.slice(0, 50).join(', ')
  expect((await create51({ codes })).message).toBe(
    `No sample has the code ${shown} and 1 more. No pick list was created.`,
  )
  const sampleIds = codes.map(() => randomUUID())
  expect((await create51({ sampleIds })).message).toBe(
    `Sample not found: ${sampleIds.slice(0, 50).join(', ')} and 1 more`,
  )

  const batch_id = await lab.addBatch()
  await Promise.all([...codes, ...codes].map((name) => lab.addSample({ name, batch_id })))
  expect((await create51({ codes })).message).toBe(
    `Several samples have the code ${shown} and 1 more. No pick list was created.`,
  )
})
