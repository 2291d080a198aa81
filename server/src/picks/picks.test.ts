import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'

const lab = await openLab()
const { addStorage, addBox, addTube, create, get, pick, notFound, undo, close, custodyOf } = pickLab(lab)

const setCustody = (
  sampleId: string,
  from: 'AVAILABLE' | 'MISSING' | 'RESERVED',
  to: 'MISSING' | 'CHECKED_OUT' | 'AVAILABLE',
  via: 'set' | 'check-out' | 'count',
) =>
  unaudited(lab.db, (trx) =>
    insertCustodyEvents(
      trx,
      [{ sampleId, from, to }],
      { via, reason: 'for the test' },
      { userId: 'ada', at: testNow },
    ),
  )

/** A box with three tubes and an open list of them. */
async function openList() {
  const box = await addBox('Box 3')
  const tubes = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')] as const
  const { pickList } = await ok(create(tubes.map(({ id }) => id)))
  return { box, tubes, id: pickList.id as string }
}

test('a new list reserves its tubes, and shows them in the order of the walk', async () => {
  const [two, ten] = [await addStorage('Freezer 2', 'FREEZER'), await addStorage('Freezer 10', 'FREEZER')]
  const rack = await addStorage('Rack A', 'RACK', two, 3, { rowCoordinate: 2, columnCoordinate: 1 })
  const late = await addStorage('Box late', 'BOX', rack, 9, { rowCoordinate: 3, columnCoordinate: 1 })
  const early = await addStorage('Box early', 'BOX', rack, 9, { rowCoordinate: 1, columnCoordinate: 2 })
  const shelf = await addStorage('Rack B', 'RACK', ten, 3)
  const other = await addStorage('Box 1', 'BOX', shelf, 9)
  const a = await addTube(late, 'B2')
  const b = await addTube(late, 'C1')
  const c = await addTube(early, 'A9')
  const d = await addTube(other, 'A1')
  await addTube(late, 'A1')

  const { pickList } = await ok(
    create(
      [a, b, c, d].map(({ id }) => id),
      { purpose: 'Sequencing' },
    ),
  )
  expect(pickList).toMatchObject({
    name: 'C2N shipment',
    personName: 'Ada Lindqvist',
    isMine: true,
    closedAt: null,
  })
  expect(pickList.counts).toEqual({ wanted: 4, picked: 0, 'not-found': 0, released: 0, 'left-out': 0 })

  const list = await get(pickList.id)
  expect(list.doors).toBe(2)
  expect(list.items.map(({ sampleId }: { sampleId: string }) => sampleId)).toEqual([c.id, b.id, a.id, d.id])
  expect(list.items[2]).toMatchObject({ place: 3, position: 'B2', state: 'wanted', custody: 'RESERVED' })
  expect(list.boxes).toMatchObject([
    { path: ['Freezer 2', 'Rack A', 'Box early'], door: 1, code: storageCode(early), occupied: [72] },
    { path: ['Freezer 2', 'Rack A', 'Box late'], door: 1, occupied: [0, 2, 10] },
    { path: ['Freezer 10', 'Rack B', 'Box 1'], door: 2 },
  ])
})

test('a list can be created from codes; repeats count once, and an unknown code is refused', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box)
  const { pickList } = await ok(
    lab.post('/picks/create', { name: 'By code', codes: [tube.alias, tube.name, tube.alias.toLowerCase()] }),
  )
  expect(pickList.counts.wanted).toBe(1)
  const refused = await lab.post('/picks/create', { name: 'Unknown', codes: ['T9999999'] })
  expect(refused.json()).toMatchObject({
    code: 'sample-not-found',
    message: 'No sample has the code T9999999. No pick list was created.',
  })
})

test('tubes that cannot be reserved are named with the reason, and nothing is reserved', async () => {
  const { tubes } = await openList()
  const box = await addBox('Box 4')
  const [free, gone, out, loose] = [
    await addTube(box, 'A1'),
    await addTube(box, 'B1'),
    await addTube(box, 'C1'),
    await addTube(),
  ]
  await setCustody(gone.id, 'AVAILABLE', 'MISSING', 'set')
  await setCustody(out.id, 'AVAILABLE', 'CHECKED_OUT', 'check-out')
  const ids = [free, gone, out, loose, tubes[0]].map(({ id }) => id)

  const refused = await create(ids, { name: 'Second' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    code: 'not-reservable',
    field: 'sampleIds',
    message: `4 of 5 samples cannot be reserved: ${gone.name} (${gone.alias}) is reported missing by Ada Lindqvist; ${out.name} (${out.alias}) is checked out by Ada Lindqvist; ${loose.name} (${loose.alias}) is not in storage; ${tubes[0].name} (${tubes[0].alias}) is reserved for Ada Lindqvist on the pick list 'C2N shipment'. No pick list was created.`,
  })
  expect(await custodyOf(free.id)).toBe('AVAILABLE')
  const checked = await ok(lab.post('/picks/check', { sampleIds: ids }))
  expect(checked.numAvailable).toBe(1)
  expect(checked.unavailable).toHaveLength(4)

  const { pickList } = await ok(create(ids, { name: 'Second', withoutUnavailable: true }))
  expect(pickList.counts).toMatchObject({ wanted: 1, 'left-out': 4 })
  const { items } = await get(pickList.id)
  const leftOut = items.find(({ sampleId }: { sampleId: string }) => sampleId === loose.id)
  expect(leftOut).toMatchObject({
    state: 'left-out',
    reason: 'not in storage',
    storageId: null,
    position: '',
  })
  expect((await create([gone.id], { withoutUnavailable: true })).statusCode).toBe(409)
})

test('a tube that is picked after the expected return of its list gets none, and is not overdue at once', async () => {
  const box = await addBox('Box 3')
  const [late, inTime] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const justInTime = await addTube(box, 'C1')
  const expectedReturn = '2026-11-20T11:00:00Z'
  const { pickList } = await ok(create([late.id, inTime.id, justInTime.id], { expectedReturn }))
  const scannedAt = '2026-11-20T10:00:00Z'
  lab.setNow(new Date('2026-11-20T12:00:00Z'))
  const { note } = await ok(pick(pickList.id, late.alias))
  expect(note).toBe('The expected return of this list is past: this tube has none.')
  expect(await ok(pick(pickList.id, inTime.alias, { scannedAt }))).toMatchObject({ note: '' })
  const atReturn = { scannedAt: expectedReturn }
  expect(await ok(pick(pickList.id, justInTime.alias, atReturn))).toMatchObject({ note: '' })

  const { samples } = await ok(lab.get('/custody/list', { show: 'out' }))
  const expected = [
    expect.objectContaining({ id: late.id, expectedReturnAt: null, isOverdue: false }),
    expect.objectContaining({ id: inTime.id, expectedReturnAt: '2026-11-20T11:00:00.000Z', isOverdue: true }),
    expect.objectContaining({ id: justInTime.id, expectedReturnAt: '2026-11-20T11:00:00.000Z' }),
  ]
  expect(samples).toEqual(expect.arrayContaining(expected))
})

test('a pick checks the tube out with the purpose and the expected return of the list, at the time of the scan', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box)
  const { pickList } = await ok(
    create([tube.id], { purpose: 'Sequencing', expectedReturn: '2026-11-27T09:00:00Z', thawed: true }),
  )
  lab.setNow(minutesLater(10))
  const scannedAt = minutesLater(1).toISOString()
  const reply = await ok(pick(pickList.id, tube.alias.toLowerCase(), { scannedAt }))
  expect(reply).toMatchObject({
    outcome: 'picked',
    note: 'No freeze-thaw cycle was counted: its place is not known to be −60 °C or colder.',
    item: { sampleId: tube.id, state: 'picked' },
  })
  expect(reply.pickList.counts).toMatchObject({ wanted: 0, picked: 1 })
  const events = await lab.db
    .selectFrom('custody_event')
    .selectAll()
    .where('sample_id', '=', tube.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ via, to_custody }) => `${via} ${to_custody}`)).toEqual([
    'reserve RESERVED',
    'pick CHECKED_OUT',
  ])
  // The storage has no nominal temperature: nothing says that the tube was frozen.
  expect(events[1]).toMatchObject({
    purpose: 'Sequencing',
    expected_return_at: new Date('2026-11-27T09:00:00Z'),
    at: new Date(scannedAt),
    thawed: false,
    pick_list_id: pickList.id,
  })
  const actions = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'after'])
    .where('entity_id', '=', tube.id)
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action).slice(-2)).toEqual(['custody.reserve', 'custody.pick'])
  expect(actions.at(-1)?.after).toMatchObject({ scannedAt })
})

test('a pick marked as thawed counts a freeze-thaw cycle if the storage is at −60 °C or colder', async () => {
  const box = await addBox('Box 3')
  await unaudited(lab.db, (trx) =>
    trx.updateTable('storage').set({ nominal_temperature_c: -80 }).where('id', '=', box).execute(),
  )
  const [thawed, frozen] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const one = await ok(create([thawed.id], { thawed: true }))
  const other = await ok(create([frozen.id]))
  await ok(pick(one.pickList.id, thawed.alias))
  await ok(pick(other.pickList.id, frozen.alias))
  const counts = await lab.db.selectFrom('sample').select(['id', 'thaw_count']).execute()
  expect(Object.fromEntries(counts.map(({ id, thaw_count }) => [id, thaw_count]))).toEqual({
    [thawed.id]: 1,
    [frozen.id]: 0,
  })
})

test('each code that cannot be picked gets a sentence', async () => {
  const { id, box, tubes } = await openList()
  const [first] = tubes
  const message = async (code: string) => (await pick(id, code)).json().message
  await ok(pick(id, first.alias))
  expect(await message(first.alias)).toBe(
    `${first.name} (${first.alias}) was picked already by Ada Lindqvist.`,
  )
  expect(await message('T9999999')).toBe('No sample with tube ID T9999999.')

  const empty = await addBox('Box 7')
  const stranger = await addTube(empty, 'B2')
  expect(await message(stranger.alias)).toBe(
    `${stranger.name} (${stranger.alias}) is not on this list. It belongs in Box 7 › B2.`,
  )
  await ok(create([stranger.id], { name: 'Another' }))
  expect(await message(stranger.alias)).toBe(
    `${stranger.name} (${stranger.alias}) is not on this list. It belongs in Box 7 › B2. It is reserved for Ada Lindqvist on the pick list 'Another'.`,
  )
  expect(await ok(pick(id, storageCode(box)))).toMatchObject({
    outcome: 'box',
    storageId: box,
    message: 'Box 3',
  })
  expect(await ok(pick(id, 'box 3'))).toMatchObject({ outcome: 'box', storageId: box })
  expect(await message(storageCode(empty))).toBe(
    'This is the label of Box 7, not of a tube, and no tube of this list is left in it.',
  )
  expect(await message(storageCode(999_999))).toBe('No storage has this code.')
})

test('a tube that is not in its place becomes missing with the reason, and can be picked when it turns up', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  const reply = await ok(notFound(id, tube.id, 'the cell is empty'))
  expect(reply.pickList.counts).toMatchObject({ wanted: 2, 'not-found': 1 })
  expect(await custodyOf(tube.id)).toBe('MISSING')
  expect((await get(id)).items[0]).toMatchObject({ state: 'not-found', reason: 'the cell is empty' })
  expect((await notFound(id, tube.id)).json().message).toBe(
    `${tube.name} (${tube.alias}) was reported missing already by Ada Lindqvist.`,
  )

  const found = await ok(pick(id, tube.alias))
  expect(found.note).toBe('It had been reported missing by Ada Lindqvist.')
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
  expect((await get(id)).items[0]).toMatchObject({ state: 'picked', reason: '' })
})

test('undo brings back the last pick, and the report that a tube was not found', async () => {
  const { id, tubes } = await openList()
  const [picked, missing, wanted] = tubes
  await ok(pick(id, picked.alias))
  await ok(notFound(id, missing.id))
  for (const { id: sampleId } of [picked, missing]) {
    await ok(undo(id, sampleId))
    expect(await custodyOf(sampleId)).toBe('RESERVED')
  }
  expect((await get(id)).pickList.counts).toMatchObject({ wanted: 3, picked: 0, 'not-found': 0 })
  expect((await undo(id, wanted.id)).json().code).toBe('pick-changed-since')
})

test('a tube that a stock-take has counted as missing is not found on the list, and can still be picked', async () => {
  const { id, tubes } = await openList()
  const [first, second] = tubes
  for (const { id: sampleId } of [first, second]) await setCustody(sampleId, 'RESERVED', 'MISSING', 'count')
  expect((await get(id)).items[0]).toMatchObject({
    state: 'not-found',
    custody: 'MISSING',
    reason: 'missing in a stock-take',
    changedByName: 'Ada Lindqvist',
  })
  await ok(pick(id, first.alias))
  expect(await custodyOf(first.id)).toBe('CHECKED_OUT')
  expect((await notFound(id, second.id)).json().code).toBe('pick-changed-since')
  expect((await undo(id, second.id)).json().code).toBe('pick-changed-since')
  await ok(close(id))
  expect(await custodyOf(second.id)).toBe('MISSING')
})

test('a tube that was counted as missing and is found is no longer reserved, and another list may want it', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  await setCustody(tube.id, 'RESERVED', 'MISSING', 'count')
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  expect((await get(id)).pickList.counts).toMatchObject({ wanted: 2, 'not-found': 1 })
  const { pickList } = await ok(create([tube.id]))
  expect((await pick(id, tube.alias)).json().code).toBe('not-reservable')
  await ok(pick(pickList.id, tube.alias))
})

test('the undo of the count reserves the tube for its list again', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  await setCustody(tube.id, 'RESERVED', 'MISSING', 'count')
  const { events } = await ok(lab.get('/custody/history', { sampleId: tube.id }))
  expect(events[0]).toMatchObject({ via: 'count', canUndo: true })
  await ok(lab.post('/custody/undo', { eventIds: [events[0].id] }))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
  expect((await get(id)).items[0]).toMatchObject({ state: 'wanted', reason: '' })
})

test('a code of a storage with a number that no storage can have is an unknown tube', async () => {
  const { id } = await openList()
  const refused = await pick(id, 'STO9999999999')
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'sample-not-found'])
})

test('the database refuses an item that wants a tube which is not reserved', async () => {
  const { id, tubes } = await openList()
  await ok(notFound(id, tubes[0].id))
  await expect(
    unaudited(lab.db, (trx) =>
      trx
        .updateTable('pick_list_item')
        .set({ state: 'wanted' })
        .where('sample_id', '=', tubes[0].id)
        .execute(),
    ),
  ).rejects.toMatchObject({ code: 'LIM14' })
})

test('a reservation cannot be undone from the history of a tube, and neither can the pick of a closed list', async () => {
  const { id, tubes } = await openList()
  const canUndo = async (sampleId: string) =>
    (await ok(lab.get('/custody/history', { sampleId }))).events[0].canUndo
  expect(await canUndo(tubes[0].id)).toBe(false)
  await ok(pick(id, tubes[1].alias))
  expect(await canUndo(tubes[1].id)).toBe(true)
  await ok(close(id))
  expect(await Promise.all(tubes.map(({ id: sampleId }) => canUndo(sampleId)))).toEqual([false, false, false])
})

test('closing releases what was not picked, and the outcome is kept', async () => {
  const { id, tubes } = await openList()
  const [picked, missing, left] = tubes
  await ok(pick(id, picked.alias))
  await ok(notFound(id, missing.id, 'the cell is empty'))
  const { pickList } = await ok(close(id))
  expect(pickList.closedByName).toBe('Ada Lindqvist')
  expect(pickList.counts).toEqual({ wanted: 0, picked: 1, 'not-found': 1, released: 1, 'left-out': 0 })
  expect(await custodyOf(left.id)).toBe('AVAILABLE')

  for (const reply of [close(id), pick(id, left.alias), notFound(id, left.id), undo(id, picked.id)]) {
    expect((await reply).json()).toEqual({
      code: 'pick-list-closed',
      message: 'The pick list was closed by Ada Lindqvist. Nothing was changed.',
    })
  }
  const lists = async (state: string) => (await lab.get('/picks/list', { state })).json()
  expect(await lists('open')).toEqual({ pickLists: [], totalPickLists: 0 })
  expect(await lists('closed')).toMatchObject({ pickLists: [{ id }], totalPickLists: 1 })

  const file = await lab.get('/picks/export', { pickListId: id })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = file.body.split('\r\n')
  expect(lines[1]).toContain(`1,${picked.name},${picked.alias},picked,,Box 3 › A1,Ada Lindqvist,`)
  expect(lines[2]).toContain('not found,the cell is empty,')
  expect(lines[3]).toContain('released,,')
})

test('the place of a tube is read as it is: a list is sorted anew after a move', async () => {
  const { id, tubes, box } = await openList()
  const other = await addBox('Box 1')
  await ok(
    lab.post('/samples/update-location', {
      sampleLocation: { sampleId: tubes[2].id, storageId: other, location: 'D4' },
    }),
  )
  const { items, boxes } = await get(id)
  expect(boxes.map(({ storageId }: { storageId: number }) => storageId)).toEqual([other, box])
  expect(items[0]).toMatchObject({ sampleId: tubes[2].id, position: 'D4', place: 1 })
  await ok(pick(id, tubes[2].alias))
})

test('a sample that was deleted while reserved and restored after the list was closed is available', async () => {
  const { id, tubes } = await openList()
  const [kept, gone] = tubes
  const deletions = [kept, gone].map(({ id: sampleId }) => ok(lab.post(`/samples/delete?id=${sampleId}`, {})))
  const [first, second] = await Promise.all(deletions)
  await ok(lab.post('/deletions/undo', { deletionId: first.deletionId }))
  expect(await custodyOf(kept.id)).toBe('RESERVED')
  expect((await get(id)).items.map(({ changedSince }: { changedSince: string }) => changedSince)).toContain(
    'deleted',
  )
  await ok(close(id))
  await ok(lab.post('/deletions/undo', { deletionId: second.deletionId }))
  expect(await custodyOf(gone.id)).toBe('AVAILABLE')
  await ok(create([gone.id, kept.id]))
})

test('a list can be made for another person, who finds it first; an unknown person is refused', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const box = await addBox('Box 3')
  const [one, other] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const forBo = await ok(create([one.id], { personId: 'bo', name: 'For Bo' }))
  lab.setNow(minutesLater(1))
  await ok(create([other.id], { name: 'For Ada' }))
  const { pickLists } = (await lab.get('/picks/list', {}, bo)).json()
  expect(pickLists.map(({ name, isMine }: { name: string; isMine: boolean }) => [name, isMine])).toEqual([
    ['For Bo', true],
    ['For Ada', false],
  ])
  expect(forBo.pickList.personName).toBe('Bo Chen')
  expect((await lab.get('/picks/people')).json().people).toEqual([
    { id: 'ada', name: 'Ada Lindqvist' },
    { id: 'bo', name: 'Bo Chen' },
  ])
  expect((await create([other.id], { personId: 'nobody' })).json().code).toBe('person-not-found')
})
