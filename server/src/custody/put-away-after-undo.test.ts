import { beforeEach, expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

/**
 * An undo puts a tube on the list 'To put away' again that it has taken off, and takes off none that waits. So does a
 * change that makes it available again.
 */
const lab = await openLab()
const { addBox, addPlaced, checkOut, giveBack, setTo, undo } = custodyCalls(lab)
const { start, finish, scan, apply } = countedFreezer(lab)

let minutes = 0
beforeEach(() => {
  minutes = 0
})
/** Each call is made one minute later. */
const nextMinute = () => {
  minutes += 1
  lab.setNow(minutesLater(minutes))
}
const timed =
  <A extends unknown[], R>(call: (...given: A) => R) =>
  (...given: A): R => {
    nextMinute()
    return call(...given)
  }

const listToPutAway = async () => {
  const { samples } = await ok<{ samples: { id: string; since: string; person: { name: string } | null }[] }>(
    lab.get('/custody/list', { show: 'to-put-away' }),
  )
  return samples.map(({ id, since, person }) => [id, since, person?.name])
}
const confirm = timed((id: string) => ok(lab.post('/custody/put-away', { sampleIds: [id] })))

/** Returns a tube that was checked out, and what the list says of it. */
async function returned(identifier: string) {
  nextMinute()
  await giveBack([identifier])
  const waiting = await listToPutAway()
  expect(waiting).toHaveLength(1)
  return waiting
}

async function addReturned({ keepPlace = true } = {}) {
  const box = await addBox()
  const tube = await addPlaced(box)
  nextMinute()
  await checkOut([tube.alias], { keepPlace })
  return { box, tube, waiting: await returned(tube.alias) }
}

type Move = { sampleId: string; storageId: number; rowCoordinate?: number; columnCoordinate?: number }
const cell = (sampleId: string, storageId: number, column: number): Move => ({
  sampleId,
  storageId,
  rowCoordinate: 1,
  columnCoordinate: column,
})
type Arranged = { before: Move[]; custodyEventIds: number[] }
const arrange = timed((body: object) => ok<Arranged>(lab.post('/samples/arrange', body)))
const undoMoves = ({ before, custodyEventIds }: Arranged, moves: Move[]) =>
  arrange({ moves: before, expected: moves, undo: { custodyEventIds } })

test.each([true, false])('the undo of a stock-take that missed it (cells kept: %s)', async (keepCells) => {
  const { box, tube, waiting } = await addReturned()
  const stockTake = await start(box)
  await finish(stockTake.id, box)
  await timed(apply)(stockTake.id, { results: ['missing'] }, { keepCells })
  expect(await listToPutAway()).toEqual([])
  await timed(ok)(lab.post('/stock-takes/undo', { id: stockTake.id }))
  expect(await listToPutAway()).toEqual(waiting)
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json().location).toBe('A1')
})

test('the undo of a stock-take that found it in another box', async () => {
  const { tube, waiting } = await addReturned()
  const other = await addBox({ alias: 'Box 10' })
  const stockTake = await start(other)
  await scan(stockTake.id, other, tube.alias)
  await apply(stockTake.id, { results: ['other-place'] })
  expect(await listToPutAway()).toEqual([])
  await ok(lab.post('/stock-takes/undo', { id: stockTake.id }))
  expect(await listToPutAway()).toEqual(waiting)
})

test('the undo of the check-out of a tube that was missing before its return', async () => {
  const tube = await addPlaced(await addBox())
  await setTo([tube.id], 'MISSING')
  const waiting = await returned(tube.alias)
  const [again] = await timed(checkOut)([tube.alias])
  expect(await listToPutAway()).toEqual([])
  await ok(undo([again.eventId]))
  expect(await listToPutAway()).toEqual(waiting)
})

test.each([true, false])('each undo of a check-out by mistake (place kept: %s)', async (keepPlace) => {
  const { tube, waiting } = await addReturned()
  for (const _time of [1, 2, 3]) {
    const [again] = await timed(checkOut)([tube.alias], { keepPlace })
    expect(await listToPutAway()).toEqual([])
    await timed(ok)(undo([again.eventId]))
    expect(await listToPutAway()).toEqual(waiting)
  }
})

test('a tube that has left the list is not on it after the undo of what happened later', async () => {
  const { box, tube } = await addReturned()
  await confirm(tube.id)
  const [once] = await timed(checkOut)([tube.alias], { keepPlace: false })
  await timed(ok)(undo([once.eventId]))
  expect(await listToPutAway()).toEqual([])
  const moved = [cell(tube.id, box, 2)]
  await undoMoves(await arrange({ moves: moved }), moved)
  expect(await listToPutAway()).toEqual([])
})

test.each([
  ['out of storage', false],
  ['in its cell', true],
])(
  'the undo of placing a tube that waited %s, which another undo does not list again',
  async (_where, keepPlace) => {
    const { box, tube, waiting } = await addReturned({ keepPlace })
    const moves = [cell(tube.id, box, 2)]
    const arranged = await arrange({ moves })
    expect(await listToPutAway()).toEqual([])
    const { before } = await undoMoves(arranged, moves)
    expect(before).toEqual(moves)
    expect(await listToPutAway()).toEqual(waiting)

    await arrange({ moves })
    const further = [cell(tube.id, box, 3)]
    await undoMoves(await arrange({ moves: further }), further)
    expect(await listToPutAway()).toEqual([])
  },
)

test('two undos, one after the other, give back the archived times and what waited', async () => {
  const { box, tube, waiting } = await addReturned({ keepPlace: false })
  const archivedAt = async () =>
    (await lab.get('/samples/get', { id: tube.id })).json().sample.archivedTimestamp
  const outside = await archivedAt()
  expect(outside).toMatch(/^2026/)
  const toBox = [cell(tube.id, box, 2)]
  const first = await arrange({ moves: toBox })
  const inBox = await archivedAt()
  const toOther = [cell(tube.id, await addBox({ alias: 'Other' }), 3)]
  const second = await arrange({ moves: toOther })
  const further = [cell(tube.id, box, 1)]
  await undoMoves(await arrange({ moves: further }), further)
  await undoMoves(second, toOther)
  expect(await archivedAt()).toBe(inBox)
  expect(await listToPutAway()).toEqual([])
  await undoMoves(first, toBox)
  expect(await archivedAt()).toBe(outside)
  expect(await listToPutAway()).toEqual(waiting)
})

test('the undo of a placing after the undo of a change that freed the cell', async () => {
  const { box, tube, waiting } = await addReturned({ keepPlace: false })
  const moves = [cell(tube.id, box, 2)]
  const arranged = await arrange({ moves })
  const { eventIds } = await timed(setTo)([tube.id], 'DEPLETED')
  await timed(ok)(undo(eventIds))
  expect(await listToPutAway()).toEqual([])
  await undoMoves(arranged, moves)
  expect(await listToPutAway()).toEqual(waiting)
})

test('the undo of a place that was entered by hand', async () => {
  const { box, tube, waiting } = await addReturned({ keepPlace: false })
  await timed(ok)(lab.post('/samples/associate', { sampleId: tube.id, storageId: box, location: 'B1' }))
  expect(await listToPutAway()).toEqual([])
  await arrange({ moves: [{ sampleId: tube.id, storageId: 0 }], undo: { custodyEventIds: [] } })
  expect(await listToPutAway()).toEqual(waiting)
})

test('the undo of taking a tube that waits out of its cell', async () => {
  const { tube, waiting } = await addReturned()
  const moves = [{ sampleId: tube.id, storageId: 0 }]
  const arranged = await arrange({ moves })
  expect(await listToPutAway()).toEqual(waiting)
  await undoMoves(arranged, moves)
  expect(await listToPutAway()).toEqual(waiting)
})

test('an undo of places lists no tube whose custody has changed since', async () => {
  const { box, tube } = await addReturned({ keepPlace: false })
  const moves = [cell(tube.id, box, 2)]
  const arranged = await arrange({ moves })
  await timed(checkOut)([tube.alias])
  await returned(tube.alias)
  await confirm(tube.id)
  await undoMoves(arranged, moves)
  expect(await listToPutAway()).toEqual([])
})

test('the undo of a placement that was itself the return makes the tube checked out again', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await checkOut([tube.alias])
  const moves = [cell(tube.id, box, 2)]
  const arranged = await arrange({ moves })
  expect(await listToPutAway()).toEqual([])
  await undoMoves(arranged, moves)
  expect(await listToPutAway()).toEqual([])
})

test('a placed tube that was deleted and restored waits again after the undo of its place', async () => {
  const { box, tube, waiting } = await addReturned({ keepPlace: false })
  const moves = [cell(tube.id, box, 2)]
  const arranged = await arrange({ moves })
  const { deletionId } = await ok<{ deletionId: string }>(
    timed(lab.post)(`/samples/delete?id=${tube.id}`, { reason: 'test' }),
  )
  await timed(ok)(lab.post('/deletions/undo', { deletionId }))
  expect(await listToPutAway()).toEqual([])
  await undoMoves(arranged, moves)
  expect(await listToPutAway()).toEqual(waiting)
})

test('a tube that was reserved for a pick list and released waits again; one that was picked does not', async () => {
  const { create, pick, close } = pickLab(lab)
  const { tube, waiting } = await addReturned()
  const { pickList } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  expect(await listToPutAway()).toEqual([])
  await timed(ok)(close(pickList.id))
  expect(await listToPutAway()).toEqual(waiting)
  const { pickList: second } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  await timed(ok)(close(second.id))
  expect(await listToPutAway()).toEqual(waiting)

  const { pickList: other } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  await timed(ok)(pick(other.id, tube.alias))
  await timed(ok)(close(other.id))
  expect(await listToPutAway()).toEqual([])
})

test('a tube that was merged into another box while it was reserved waits when it is released', async () => {
  const { create, close } = pickLab(lab)
  const { rackOfBoxes, start: startMove, confirmStep } = moving(lab)
  const freezer = await rackOfBoxes(3)
  const move = await startMove({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps
  if (!step) throw new Error('no step')
  const inside = lab.db.selectFrom('placement').innerJoin('sample', 'sample.id', 'sample_id')
  const tube = await inside
    .select(['sample.id', 'alias'])
    .where('storage_id', '=', step.boxId)
    .limit(1)
    .executeTakeFirstOrThrow()
  await timed(checkOut)([tube.alias])
  const waiting = await returned(tube.alias)
  const { pickList } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  await timed(confirmStep)(move, step)
  await timed(ok)(close(pickList.id))
  expect(await listToPutAway()).toEqual(waiting)
})

test('a tube that was placed while it was reserved does not wait when it is released', async () => {
  const { create, close } = pickLab(lab)
  const { box, tube } = await addReturned()
  const { pickList } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  await arrange({ moves: [cell(tube.id, box, 2)] })
  await timed(ok)(close(pickList.id))
  expect(await listToPutAway()).toEqual([])
})

test('a tube that was scanned into a cell before it was reserved does not wait when it is released', async () => {
  const { create, get, close } = pickLab(lab)
  const { box, tube } = await addReturned({ keepPlace: true })
  nextMinute()
  const scannedAt = minutesLater(minutes).toISOString()
  for (const _minute of [1, 2]) nextMinute()
  const { pickList } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  await arrange({ moves: [cell(tube.id, box, 2)], scannedAt })
  expect((await get(pickList.id)).items).toMatchObject([{ isToPutAway: false }])
  await timed(ok)(close(pickList.id))
  expect(await listToPutAway()).toEqual([])
})

test.each([
  ['before it was reserved', false],
  ['while it was reserved', true],
])('the undo of placing a tube %s, which waits when it is released', async (_when, isReserved) => {
  const { create, get, close } = pickLab(lab)
  const { box, tube, waiting } = await addReturned()
  const reserve = () => ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
  const earlier = isReserved ? await reserve() : undefined
  const moves = [cell(tube.id, box, 2)]
  await undoMoves(await arrange({ moves }), moves)
  const { pickList } = earlier ?? (await reserve())
  expect((await get(pickList.id)).items).toMatchObject([{ isToPutAway: true }])
  await timed(ok)(close(pickList.id))
  expect(await listToPutAway()).toEqual(waiting)
})

test.each(['QUARANTINED', 'MISSING'])(
  'a tube that was %s while it waited waits again once it is set to available',
  async (custody) => {
    const { create, close } = pickLab(lab)
    const { box, tube, waiting } = await addReturned()
    await timed(setTo)([tube.id], custody)
    expect(await listToPutAway()).toEqual([])
    const { eventIds } = await timed(setTo)([tube.id], 'AVAILABLE')
    expect(await listToPutAway()).toEqual(waiting)

    await timed(ok)(undo(eventIds))
    expect(await listToPutAway()).toEqual([])
    await timed(setTo)([tube.id], 'AVAILABLE')
    expect(await listToPutAway()).toEqual(waiting)

    const { pickList } = await ok<{ pickList: { id: string } }>(timed(create)([tube.id]))
    await timed(ok)(close(pickList.id))
    expect(await listToPutAway()).toEqual(waiting)
    await arrange({ moves: [cell(tube.id, box, 2)] })
    await timed(setTo)([tube.id], custody)
    await timed(setTo)([tube.id], 'AVAILABLE')
    expect(await listToPutAway()).toEqual([])
  },
)

test('a tube that was put away, or placed while it was in quarantine, does not wait once it is set to available', async () => {
  const { box, tube } = await addReturned()
  await timed(setTo)([tube.id], 'QUARANTINED')
  await arrange({ moves: [cell(tube.id, box, 2)] })
  const other = [cell((await addPlaced(box, 'A3', 'NB-009')).id, box, 3)]
  await undoMoves(await arrange({ moves: other }), other)
  await timed(setTo)([tube.id], 'AVAILABLE')
  expect(await listToPutAway()).toEqual([])

  await timed(checkOut)([tube.alias])
  await returned(tube.alias)
  await confirm(tube.id)
  await timed(setTo)([tube.id], 'QUARANTINED')
  await timed(setTo)([tube.id], 'AVAILABLE')
  expect(await listToPutAway()).toEqual([])
})

test('a quarantined tube whose box is confirmed does not wait once it is set to available', async () => {
  const { box, tube } = await addReturned()
  await timed(setTo)([tube.id], 'QUARANTINED')
  nextMinute()
  const { sampleIds } = await ok<{ sampleIds: string[] }>(lab.post('/custody/put-away', { storageId: box }))
  expect(sampleIds).toEqual([tube.id])
  await timed(setTo)([tube.id], 'AVAILABLE')
  expect(await listToPutAway()).toEqual([])
})
