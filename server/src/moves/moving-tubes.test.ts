import type { MoveDetails, MovingTube } from '@lims/contract/moves.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { confirmStep, start, get, pickUp, rackOfBoxes } = moving(lab)

const listTubes = async (move: MoveDetails, boxId: number) =>
  (await ok<{ tubes: MovingTube[] }>(lab.get('/moves/tubes', { id: move.id, boxId: String(boxId) }))).tubes
const cellsOf = (tubes: readonly MovingTube[]) =>
  Object.fromEntries(tubes.map(({ sampleId, toPosition }) => [sampleId, toPosition]))
const place = (sampleId: string, storageId: number, rowCoordinate: number, columnCoordinate: number) =>
  ok(lab.post('/samples/arrange', { moves: [{ sampleId, storageId, rowCoordinate, columnCoordinate }] }))

/** Two boxes of five tubes: those of one go into the other. A third box is in no plan. */
async function mergeTwoBoxes() {
  const freezer = await rackOfBoxes(2)
  const other = await addFreezer(lab, {
    name: 'Freezer 2',
    racks: 1,
    rackSize: [1, 1],
    boxesPerRack: 1,
    boxSize: [5, 5],
    tubesPerBox: 1,
    firstBox: 9,
  })
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps
  if (!step?.to) throw new Error('One of the boxes is merged into the other')
  await ok(pickUp(move.id, step.boxCode))
  return { move, step, targetId: step.to.storageId, otherId: other.boxIds[0] ?? 0 }
}

test('tubes keep the cells that a person reads while another tube of the box is taken away', async () => {
  const { move, step, otherId } = await mergeTwoBoxes()
  const [first, ...rest] = await listTubes(move, step.boxId)
  if (!first) throw new Error('The box has five tubes')
  await place(first.sampleId, otherId, 5, 5)

  expect((await get(move.id)).steps[0]).toMatchObject({ tubes: 4, isChanged: true })
  expect(await listTubes(move, step.boxId)).toEqual(rest)
  await confirmStep(move, step)
  const { occupancy } = await ok<{ occupancy: { contentId: string; position: string }[] }>(
    lab.get('/storage/occupancy', { storageId: String(step.to?.storageId) }),
  )
  const recorded = new Map(occupancy.map(({ contentId, position }) => [contentId, position]))
  for (const { sampleId, toPosition } of rest) expect(recorded.get(sampleId)).toBe(toPosition)
})

test('a box whose tubes were all taken away has none to put into the other', async () => {
  const { move, step, otherId } = await mergeTwoBoxes()
  for (const [index, { sampleId }] of (await listTubes(move, step.boxId)).entries()) {
    await place(sampleId, otherId, 5, index + 1)
  }
  const changed = { tubes: 0, isChanged: true, note: 'Nothing is left to merge: its tubes were moved since.' }
  expect((await get(move.id)).steps[0]).toMatchObject(changed)
  expect(await listTubes(move, step.boxId)).toEqual([])

  for (const _ of ['first scan', 'second scan']) await ok(pickUp(move.id, step.boxCode))
  expect(await auditEventsOf(lab, 'move.replan')).toHaveLength(1)
  await confirmStep(move, step)
  expect((await get(move.id)).steps[0]).toMatchObject({ ...changed, state: 'confirmed' })
})

test('only the tube whose new cell was taken since gets another one, and the list shows it', async () => {
  const { move, step, targetId, otherId } = await mergeTwoBoxes()
  const before = await listTubes(move, step.boxId)
  const { occupancy } = await ok<{ occupancy: { contentId: string }[] }>(
    lab.get('/storage/occupancy', { storageId: String(otherId) }),
  )
  // Row 2 of the target is free: the first tube of the list goes to its first cell.
  await place(occupancy[0]?.contentId ?? '', targetId, 2, 1)
  const after = await listTubes(move, step.boxId)
  expect(after).toHaveLength(5)
  const [moved] = before
  if (!moved) throw new Error('The box has five tubes')
  const { [moved.sampleId]: formerCell, ...others } = cellsOf(before)
  const { [moved.sampleId]: newCell, ...othersNow } = cellsOf(after)
  expect(othersNow).toEqual(others)
  expect(newCell).not.toBe(formerCell)
})

test('tubes whose new cells exist no longer get others of the same box', async () => {
  const { move, step, targetId } = await mergeTwoBoxes()
  const before = await listTubes(move, step.boxId)
  await ok(lab.post('/storage/update', { id: targetId, numberRows: 1, numberColumns: 10 }))
  const after = await listTubes(move, step.boxId)
  expect(before.map(({ toPosition }) => toPosition)).toEqual(['A2', 'B2', 'C2', 'D2', 'E2'])
  expect(after.map(({ toPosition }) => toPosition)).toEqual(['F1', 'G1', 'H1', 'I1', 'J1'])
  await confirmStep(move, step)
})

test('of two boxes whose target is full since, one takes the tubes of the other and stays as it is', async () => {
  const freezer = await rackOfBoxes(3)
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const targetId = move.steps[0]?.to?.storageId
  await ok(lab.post('/storage/update', { id: targetId, numberRows: 1, numberColumns: 5 }))
  const [one, two] = (await get(move.id)).steps
  if (!one || !two) throw new Error('Two boxes are merged into the third')
  expect(one).toMatchObject({ kind: 'tubes', to: { storageId: two.boxId } })
  expect(two).toMatchObject({
    state: 'unfit',
    to: null,
    note: `${two.boxAlias} stays as it is: it takes the tubes of other boxes.`,
  })
  await confirmStep(move, one)
  expect((await get(move.id)).steps.map(({ state }) => state)).toEqual(['confirmed', 'unfit'])
})

test('a box without tubes stays as it is once the box that was to take them is gone', async () => {
  const { move, step, targetId, otherId } = await mergeTwoBoxes()
  const empty = async (boxId: number, column: number) => {
    const { occupancy } = await ok<{ occupancy: { contentId: string }[] }>(
      lab.get('/storage/occupancy', { storageId: String(boxId) }),
    )
    for (const [index, { contentId }] of occupancy.entries()) {
      await place(contentId, otherId, index + 1, column)
    }
  }
  await empty(step.boxId, 4)
  await empty(targetId, 5)
  await ok(lab.post(`/storage/delete?id=${targetId}`, {}))
  expect((await get(move.id)).steps[0]).toMatchObject({
    state: 'unfit',
    to: null,
    note: `${step.boxAlias} stays as it is: it has no tubes any more.`,
  })
})
