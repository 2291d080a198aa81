import type { MovePlan } from '@lims/contract/moves.ts'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

/** Which boxes take the tubes of others when a freezer is consolidated. */
const lab = await openLab()
const { confirmStep, get, plan, start } = moving(lab)

/** Freezer 1 with one rack of boxes of nine cells, with these numbers of tubes. */
async function rackWith(tubes: number[], more: object = {}) {
  const count = tubes.length
  const freezer = await addFreezer(lab, {
    ...{ name: 'Freezer 1', racks: 1, rackSize: [1, count], boxesPerRack: count, boxSize: [3, 3] },
    ...more,
  })
  for (const [index, storageId] of freezer.boxIds.entries()) await fill(storageId, tubes[index] ?? 0)
  return freezer
}
async function fill(storageId: number, tubes: number) {
  const moves = []
  for (let cell = 0; cell < tubes; cell += 1) {
    const { id: sampleId } = await lab.addSample({ name: `Tube ${storageId}-${cell}` })
    moves.push({
      sampleId,
      storageId,
      rowCoordinate: Math.floor(cell / 3) + 1,
      columnCoordinate: (cell % 3) + 1,
    })
  }
  if (moves.length > 0) await ok(lab.post('/samples/arrange', { moves }))
}
const consolidation = (storageId: number, belowPercent: number, more: object = {}) => ({
  ...{ goal: 'consolidate', storageIds: [storageId], belowPercent },
  ...more,
})
const into = ({ steps }: Pick<MovePlan, 'steps'>) => steps.map(({ boxAlias, to }) => [boxAlias, to?.alias])

test('tubes go into a box of the same freezer that is filled beyond the limit', async () => {
  const { id } = await rackWith([1, 4])
  expect(into(await plan(consolidation(id, 30)))).toEqual([['Box 1', 'Box 2']])
  const move = await start(consolidation(id, 30))
  for (const step of move.steps) await confirmStep(move, step)
  expect(await get(move.id)).toMatchObject({ moved: 1, boxes: 1 })
})

test('an empty box and a full one take no tubes, and nor does a box that another open move needs', async () => {
  const { id, boxIds } = await rackWith([1, 0, 9, 4])
  const busy = await start({ goal: 'evacuate', storageIds: [boxIds[3]] })
  expect((await plan(consolidation(id, 30))).steps).toMatchObject([
    {
      boxAlias: 'Box 1',
      to: null,
      note: 'Box 1 stays as it is: no other box with tubes has room for its 1 tube.',
    },
  ])
  await ok(lab.post('/moves/close', { moveId: busy.id }))
  expect(into(await plan(consolidation(id, 30)))).toEqual([['Box 1', 'Box 4']])
})

test('a box of the freezer is nearer than one of the storages that were chosen for tubes too', async () => {
  const { id } = await rackWith([1, 4])
  const other = await rackWith([6], { name: 'Freezer 2', firstBox: 9 })
  const both = { targetIds: [other.id] }
  expect(into(await plan(consolidation(id, 30, both)))).toEqual([['Box 1', 'Box 2']])
})

test('a box whose new box has become too warm goes into another one that had no part in the move', async () => {
  const { id, boxIds } = await rackWith([1, 7, 5, 5])
  const move = await start(consolidation(id, 90))
  expect(into(move)).toEqual([['Box 1', 'Box 2']])
  const warm = await addFreezer(lab, {
    ...{ name: 'Freezer 2', racks: 1, rackSize: [1, 1], boxesPerRack: 0, temperatureC: -20 },
  })
  const [parentID] = warm.rackIds
  await ok(lab.post('/storage/update', { id: boxIds[1], parentID, rowCoordinate: 1, columnCoordinate: 1 }))
  const present = await get(move.id)
  expect(into(present)).toEqual([['Box 1', 'Box 3']])
  for (const step of present.steps) await confirmStep(present, step)
  expect(await get(move.id)).toMatchObject({ moved: 1, boxes: 1 })
})
