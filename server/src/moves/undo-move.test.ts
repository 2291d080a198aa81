import type { MoveStep } from '@lims/contract/moves.ts'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { start, pickUp, confirmStep, undoStep, undoMove, parentOf, twoFreezers, rackOfBoxes } = moving(lab)

const remove = (storageId: number | undefined) =>
  ok<{ deletionId: string }>(lab.post(`/storage/delete?id=${storageId}`, {}))

test.each([undoStep, undoMove])(
  'an undo names the box whose former rack was deleted or made smaller since, and moves nothing',
  async (undo) => {
    const { dead, other } = await twoFreezers()
    const [boxId = 0] = dead.boxIds.slice(-1)
    await ok(
      lab.post('/storage/update', {
        id: boxId,
        parentID: dead.rackIds[1],
        rowCoordinate: 2,
        columnCoordinate: 3,
      }),
    )
    const move = await start(evacuation(dead))
    for (const step of move.steps) await confirmStep(move, step)
    const refuses = async (message: string) => {
      expect((await undo(move.id)).json()).toEqual({ code: 'move-undo-impossible', message })
      expect(await parentOf(boxId)).toMatchObject({ parentID: other.rackIds[0], position: 'C2' })
    }
    const { deletionId } = await remove(dead.rackIds[1])
    await refuses('Rack B, where Box 6 stood, was deleted. Nothing was undone.')
    await ok(lab.post('/deletions/undo', { deletionId }))
    const resize = (rows: number, columns: number) =>
      ok(lab.post('/storage/update', { id: dead.rackIds[1], numberRows: rows, numberColumns: columns }))
    await resize(2, 2)
    await refuses('Freezer 1 › Rack B has no cell C2 any more, where Box 6 stood. Nothing was undone.')
    await resize(1, 3)
    await refuses('Freezer 1 › Rack B has no cell C2 any more, where Box 6 stood. Nothing was undone.')
    await resize(2, 3)
    await ok(undo(move.id))
    expect(await parentOf(boxId)).toMatchObject({ parentID: dead.rackIds[1], position: 'C2', occupied: 2 })
    expect(await parentOf(dead.rackIds[1] ?? 0)).toMatchObject({ parentID: dead.id })
  },
)

test.each([
  ['Rack A › A1', 0, 1],
  ['Rack B › C1', 1, 3],
])(
  'an undo of a move is refused if only the former place %s of a box is taken',
  async (name, rack, column) => {
    const { dead, other } = await twoFreezers()
    const move = await start(evacuation(dead))
    for (const step of move.steps) await confirmStep(move, step)
    const stranger = { alias: 'Stranger', type: 'BOX', numberRows: 9, numberColumns: 9 }
    const place = { parentID: dead.rackIds[rack], rowCoordinate: 1, columnCoordinate: column }
    await ok(lab.post('/storage/add', { ...stranger, ...place }))
    expect((await undoMove(move.id)).json()).toEqual({
      code: 'move-undo-impossible',
      message: `Freezer 1 › ${name} holds Stranger now. Nothing was undone.`,
    })
    for (const { boxId } of move.steps) {
      expect(other.rackIds).toContain((await parentOf(boxId)).parentID)
    }
  },
)

test.each([undoStep, undoMove])(
  'an undo of a merge names the emptied box that was deleted since, and moves nothing',
  async (undo) => {
    const freezer = await rackOfBoxes(2)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    await confirmStep(move, step)
    await remove(step.boxId)
    expect((await undo(move.id)).json()).toEqual({
      code: 'move-undo-impossible',
      message: `${step.boxAlias} from ${step.from?.path} was deleted. Nothing was undone.`,
    })
    const target = await lab.get('/storage/get', { id: String(step.to?.storageId) })
    expect(target.json().storage.occupied).toBe(10)
  },
)

test.each([
  ['undoStep', 'consolidate', undoStep],
  ['undoMove', 'consolidate', undoMove],
  ['undoStep', 'evacuate', undoStep],
  ['undoMove', 'evacuate', undoMove],
])('%s of a move to %s names the box that has become a rack since', async (_name, goal, undo) => {
  const { dead } = await twoFreezers({ tubesPerBox: goal === 'consolidate' ? 2 : 0 })
  const move = await start({ goal, storageIds: [dead.id] })
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  const save = (type: string) => ok(lab.post('/storage/update', { id: step.boxId, type }))
  await save('RACK')
  expect((await undo(move.id)).json()).toEqual({
    code: 'move-undo-impossible',
    message: `${step.boxAlias} from ${step.from?.path} is no longer a box. Nothing was undone.`,
  })
  await save('BOX')
  await ok(undo(move.id))
})

test('an undo of a move is refused while another open move holds one of its boxes', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  for (const step of move.steps) await confirmStep(move, step)
  await ok(lab.post('/moves/close', { moveId: move.id }))
  const third = await addFreezer(lab, { name: 'Freezer 3', racks: 1, rackSize: [1, 1], boxesPerRack: 0 })
  const next = await start({ goal: 'evacuate', storageIds: [other.rackIds[0]], targetIds: [third.id] })
  const taken = next.steps[0] as MoveStep
  const bo = await lab.signIn('bo', 'Bo Chen')
  await ok(pickUp(next.id, taken.boxCode, bo))
  const last = move.steps.findLast(({ boxId }) => next.steps.some((step) => step.boxId === boxId))
  expect((await undoMove(move.id)).json()).toEqual({
    code: 'move-undo-impossible',
    message: `Freezer 2 › ${last?.to?.alias} › ${last?.boxAlias} is part of the open move '${next.name}' now. Nothing was undone.`,
  })
  for (const { boxId } of move.steps) expect(other.rackIds).toContain((await parentOf(boxId)).parentID)
  await confirmStep(next, taken, bo)

  await ok(undoMove(next.id))
  await ok(undoMove(move.id))
  for (const { boxId } of move.steps) expect(dead.rackIds).toContain((await parentOf(boxId)).parentID)
})

test.each([undoStep, undoMove])(
  'an undo of a merge is refused while another open move holds the box that took the tubes',
  async (undo) => {
    const freezer = await addFreezer(lab, {
      name: 'Freezer 1',
      racks: 1,
      rackSize: [1, 3],
      boxesPerRack: 2,
      boxSize: [5, 5],
      tubesPerBox: 5,
    })
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    await confirmStep(move, step)
    const targetId = step.to?.storageId ?? 0
    const next = await start({ goal: 'evacuate', storageIds: [targetId] })
    expect((await undo(move.id)).json()).toEqual({
      code: 'move-undo-impossible',
      message: `${step.to?.path} is part of the open move '${next.name}' now. Nothing was undone.`,
    })
    await ok(lab.post('/moves/close', { moveId: next.id }))
    await ok(undo(move.id))
    const target = await lab.get('/storage/get', { id: String(targetId) })
    expect(target.json().storage.occupied).toBe(5)
  },
)

test.each([undoStep, undoMove])(
  'tubes that a stock-take has judged as missing are so too after a merge of their box that was undone',
  async (undo) => {
    const freezer = await rackOfBoxes(2)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    const { stockTake } = await ok<{ stockTake: { id: string } }>(
      lab.post('/stock-takes/start', { storageId: step.boxId }),
    )
    const finish = () =>
      ok<{ missing: number }>(
        lab.post('/stock-takes/finish-box', { stockTakeId: stockTake.id, storageId: step.boxId }),
      )
    expect(await finish()).toMatchObject({ missing: 5 })
    lab.setNow(minutesLater(1))
    await confirmStep(move, step)
    lab.setNow(minutesLater(2))
    await ok(undo(move.id))
    expect(await finish()).toMatchObject({ missing: 5 })
  },
)

test('a box that another person has confirmed and put back comes in the order in which it was taken out', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const bo = await lab.signIn('bo', 'Bo Chen')
  const [one, two, three] = move.steps as [MoveStep, MoveStep, MoveStep]
  for (const [minute, { boxCode }] of [one, two, three].entries()) {
    lab.setNow(minutesLater(minute))
    await ok(pickUp(move.id, boxCode))
  }
  for (const step of [three, two]) {
    await confirmStep(move, step, bo)
    await ok(undoStep(move.id, bo))
  }
  for (const { boxId } of [three, two, one]) {
    expect(await ok(undoStep(move.id))).toMatchObject({
      step: { boxId, state: 'planned' },
    })
  }
})

test('a box that the same person has confirmed and put back is the next to be put back', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  for (const [minute, { boxCode }] of [one, two].entries()) {
    lab.setNow(minutesLater(minute))
    await ok(pickUp(move.id, boxCode))
  }
  await confirmStep(move, one)
  for (const [boxId, state] of [
    [one.boxId, 'picked-up'],
    [one.boxId, 'planned'],
    [two.boxId, 'planned'],
  ])
    expect(await ok(undoStep(move.id))).toMatchObject({ step: { boxId, state } })
})

test('an undo of a move names a box that was moved since, also if its former rack was deleted', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  for (const step of move.steps) await confirmStep(move, step)
  await remove(dead.rackIds[0])
  await ok(lab.post('/storage/update', { id: move.steps[0]?.boxId, parentID: 0 }))
  expect((await undoMove(move.id)).json()).toEqual({
    code: 'move-undo-impossible',
    message: 'Box 1 was moved since: it has no place now. Nothing was undone.',
  })
})
