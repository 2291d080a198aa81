import type { MoveStep } from '@lims/contract/moves.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { beforeEach, expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok, refusal } from '../../test/ok.ts'

/** What the events of moves hold, and what each refusal says, word by word. */
const lab = await openLab()
const { confirm, plan, start, get, pickUp, confirmStep, undoStep, undoMove, parentOf, twoFreezers } =
  moving(lab)
let bo = ''
beforeEach(async () => {
  bo = await lab.signIn('bo', 'Bo Chen')
})

const eventsOf = (action: string) => auditEventsOf(lab, action)
const ofStorage = (id: number | undefined) => ({
  at: testNow,
  person_id: 'ada',
  reason: null,
  entity_type: 'storage',
  entity_id: String(id),
})
const moveTo = (id: number, parentID: number | undefined, row: number, column: number) =>
  ok(lab.post('/storage/update', { id, parentID, rowCoordinate: row, columnCoordinate: column }))
const addBox = async (alias: string, more: object = {}) =>
  (
    await ok<{ storage: { id: number } }>(
      lab.post('/storage/add', { alias, type: 'BOX', numberRows: 9, numberColumns: 9, ...more }),
    )
  ).storage.id

test('each step of a move leaves its event', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const { id: moveId, name } = move
  const [step] = move.steps as [MoveStep]
  expect(await eventsOf('move.start')).toEqual([
    { ...ofStorage(dead.id), before: null, after: { moveId, name: 'Evacuate Freezer 1', boxes: 6 } },
  ])

  await ok(pickUp(moveId, step.boxCode))
  await ok(pickUp(moveId, step.boxCode))
  expect(await eventsOf('move.pick-up')).toEqual([
    { ...ofStorage(step.boxId), before: null, after: { moveId, name } },
  ])

  await confirmStep(move, step)
  expect(await eventsOf('move.confirm')).toEqual([
    {
      ...ofStorage(step.boxId),
      before: { location: 'Freezer 1 › Rack A › A1' },
      after: { location: 'Freezer 2 › Rack A › A1', moveId, name, version: 2 },
    },
  ])

  for (const _ of ['the confirmation', 'the pick-up']) await ok(undoStep(moveId))
  expect(await eventsOf('move.undo-step')).toEqual([
    {
      ...ofStorage(step.boxId),
      before: { state: 'confirmed', location: 'Freezer 2 › Rack A › A1' },
      after: { state: 'picked-up', location: 'Freezer 1 › Rack A › A1', moveId, name, version: 3 },
    },
    { ...ofStorage(step.boxId), before: { state: 'picked-up' }, after: { state: 'planned', moveId, name } },
  ])

  await confirmStep(move, step)
  await ok(undoMove(moveId))
  const undone = { before: { state: 'open' }, after: { state: 'undone', moveId, name } }
  expect(await eventsOf('move.undo')).toEqual([
    {
      ...ofStorage(step.boxId),
      before: { ...undone.before, location: 'Freezer 2 › Rack A › A1' },
      after: { ...undone.after, location: 'Freezer 1 › Rack A › A1', version: 5 },
    },
    { ...ofStorage(dead.id), ...undone },
  ])
})

test('what was taken out, moved or undone already is refused with who did it', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  expect(await refusal(undoStep(move.id))).toEqual({
    code: 'move-undo-impossible',
    message: 'You have nothing to undo in this move.',
  })
  await ok(pickUp(move.id, one.boxCode))
  expect(await refusal(pickUp(move.id, one.boxCode, bo))).toEqual({
    code: 'move-step-taken',
    message: 'Ada Lindqvist has taken Box 1 out already. Take the next box.',
  })
  await confirmStep(move, two, bo)
  const done = {
    code: 'move-step-done',
    message: 'Box 2 is at Freezer 2 › Rack A › B1 already: Bo Chen has confirmed it.',
  }
  expect(await refusal(pickUp(move.id, two.boxCode))).toEqual(done)
  expect(await refusal(confirm(move.id, two.boxCode, two.to?.code ?? ''))).toEqual(done)
  await ok(undoMove(move.id))
  expect(await refusal(undoMove(move.id))).toEqual({
    code: 'move-not-open',
    message: 'This move is undone already.',
  })
  expect(await refusal(undoMove(crypto.randomUUID()))).toMatchObject({ code: 'move-not-found' })
})

test('a box that others have moved by other means is not moved again', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await moveTo(step.boxId, other.rackIds[1], 2, 3)
  expect(await refusal(confirm(move.id, step.boxCode, step.to?.code ?? ''))).toEqual({
    code: 'move-step-done',
    message: 'Box 1 was moved elsewhere by other means.',
  })
})

test('a pick-up that is undone is nobody’s, and the box can be taken by another person', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await ok(pickUp(move.id, step.boxCode))
  expect((await get(move.id)).steps[0]).toMatchObject({ pickedUpBy: 'Ada Lindqvist', state: 'picked-up' })
  await ok(undoStep(move.id))
  expect((await get(move.id)).steps[0]).toMatchObject({ pickedUpAt: null, state: 'planned' })
  await ok(pickUp(move.id, step.boxCode, bo))
  expect((await refusal(undoStep(move.id))).message).toBe('You have nothing to undo in this move.')
})

test('a box that another person has confirmed and put back is not what its holder has done last', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  for (const { boxCode } of [one, two]) await ok(pickUp(move.id, boxCode))
  await confirmStep(move, one, bo)
  await ok(undoStep(move.id, bo))
  for (const { boxId } of [two, one]) {
    expect(await ok(undoStep(move.id))).toMatchObject({ step: { boxId, state: 'planned' } })
  }
})

test('a confirmation without a pick-up is undone in one step', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  await ok(undoStep(move.id))
  expect((await get(move.id)).steps[0]).toMatchObject({
    state: 'planned',
    confirmedAt: null,
    pickedUpAt: null,
  })
  expect(await parentOf(step.boxId)).toMatchObject({ parentID: dead.rackIds[0], position: 'A1' })
  expect((await refusal(undoStep(move.id))).message).toBe('You have nothing to undo in this move.')
})

test('an undo names the box that was moved or deleted since, and what is in its former place', async () => {
  const { dead, other } = await twoFreezers({ tubesPerBox: 0 })
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  for (const [row, column, cell] of [
    [1, 3, 'C1'],
    [2, 1, 'A2'],
  ] as const) {
    await moveTo(step.boxId, other.rackIds[0], row, column)
    for (const undo of [undoStep, undoMove]) {
      expect(await refusal(undo(move.id))).toEqual({
        code: 'move-undo-impossible',
        message: `Box 1 from Freezer 1 › Rack A › A1 was moved since: it is in Freezer 2 › Rack A › ${cell} now. Nothing was undone.`,
      })
    }
  }
  await moveTo(step.boxId, other.rackIds[1], 1, 1)
  expect((await refusal(undoStep(move.id))).message).toBe(
    'Box 1 from Freezer 1 › Rack A › A1 was moved since: it is in Freezer 2 › Rack B › A1 now. Nothing was undone.',
  )
  await ok(lab.post('/storage/update', { id: step.boxId, parentID: 0 }))
  expect((await refusal(undoStep(move.id))).message).toBe(
    'Box 1 from Freezer 1 › Rack A › A1 was moved since: it has no place now. Nothing was undone.',
  )

  await moveTo(step.boxId, other.rackIds[0], 1, 1)
  const stranger = await addBox('Stranger', {
    parentID: dead.rackIds[0],
    rowCoordinate: 1,
    columnCoordinate: 1,
  })
  expect(await refusal(undoStep(move.id))).toEqual({
    code: 'move-undo-impossible',
    message: 'Freezer 1 › Rack A › A1 holds Stranger now. Nothing was undone.',
  })
  await ok(lab.post(`/storage/delete?id=${stranger}`, {}))
  await ok(lab.post(`/storage/delete?id=${step.boxId}`, {}))
  expect(await refusal(undoStep(move.id))).toEqual({
    code: 'move-undo-impossible',
    message: 'Box 1 from Freezer 1 › Rack A › A1 was deleted. Nothing was undone.',
  })
})

test('a scanned box of another name, of several or without a place gets a sentence of its own', async () => {
  const { dead } = await twoFreezers()
  await addFreezer(lab, { name: 'Freezer 3', racks: 1, rackSize: [1, 2], boxesPerRack: 2, firstBox: 7 })
  const loose = await addBox('Loose')
  for (const _ of ['one', 'other']) await addBox('Twin')
  const move = await start(evacuation(dead, { storageIds: [dead.rackIds[0], dead.rackIds[1]] }))
  const refused = (code: string) => refusal(pickUp(move.id, code))
  expect(await refused('Loose')).toEqual({
    code: 'box-not-in-move',
    message: 'Loose is not part of this move, and has no place in storage.',
  })
  expect(await refused(storageCode(loose))).toMatchObject({ code: 'box-not-in-move' })
  expect(await refused('Twin')).toEqual({
    code: 'box-not-in-move',
    message: '2 boxes are called Twin, and none of them is part of this move.',
  })
  expect(await refused('nonsense')).toEqual({
    code: 'box-not-found',
    message: 'No box has the code or the name nonsense.',
  })
  expect(await refused('Freezer 3')).toEqual({
    code: 'box-expected',
    message: 'Freezer 3 is not a box. Scan the label of the box first.',
  })
  const tube = await lab.addSample({ name: 'NB-7' })
  expect(await refused(tube.alias)).toEqual({
    code: 'box-expected',
    message: `${tube.alias} is a tube (NB-7). Scan the label of the box.`,
  })
  await ok(pickUp(move.id, 'b o x1'))
})

test('two boxes of one name in a move are told apart by their labels', async () => {
  const { dead } = await twoFreezers()
  const [one = 0, two = 0] = dead.boxIds
  await ok(lab.post('/storage/update', { id: two, alias: 'Other' }))
  await moveTo(two, dead.rackIds[1], 2, 2)
  await ok(lab.post('/storage/update', { id: two, alias: 'Box 1' }))
  const move = await start(evacuation(dead))
  expect(await refusal(pickUp(move.id, 'Box 1'))).toEqual({
    code: 'box-ambiguous',
    message: `2 boxes of this move are called Box 1. Scan the label of the box, or type its code, such as ${storageCode(two)}.`,
  })
  await ok(pickUp(move.id, storageCode(one)))
})

test('a wrong new place is refused with the right one', async () => {
  const { dead, other } = await twoFreezers()
  const tube = await lab.addSample({ name: 'NB-7' })
  const move = await start(evacuation(dead, { targetIds: [other.id] }))
  const [step] = move.steps as [MoveStep]
  const rack = storageCode(other.rackIds[0] ?? 0)
  const refused = (code: string) => refusal(confirm(move.id, step.boxCode, code))
  const right = 'Box 1 goes to Freezer 2 › Rack A › A1.'
  expect(await refused(`${rack} B1`)).toEqual({
    code: 'move-target-wrong',
    message: `That is B1 of Rack A. ${right}`,
  })
  const wrong = { code: 'move-target-wrong', message: `That is Freezer 2 › Rack B. ${right}` }
  expect(await refused(storageCode(other.rackIds[1] ?? 0))).toEqual(wrong)
  expect(await refused(`${storageCode(other.rackIds[1] ?? 0)} A1`)).toEqual(wrong)
  expect(await refused('nonsense')).toEqual({
    code: 'move-target-expected',
    message: 'No storage has the code or the name nonsense.',
  })
  expect(await refused(tube.alias)).toEqual({
    code: 'move-target-expected',
    message: `${tube.alias} is a tube (NB-7). Scan the label of the new place of the box.`,
  })
  expect(await refused('Rack A')).toEqual({
    code: 'box-ambiguous',
    message:
      '2 storages are called Rack A. Scan its label, or type the whole way, such as Freezer 2 › Rack A.',
  })
  await ok(confirm(move.id, step.boxCode, `${rack}-a1`))
})

/** A full freezer of three boxes, of which two fit into another at −80 °C, and an empty one at −20 °C. */
async function withOneUnfit() {
  const size = { racks: 1, rackSize: [1, 3] as [number, number] }
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 3, tubesPerBox: 1 })
  const other = await addFreezer(lab, { name: 'Freezer 2', racks: 1, rackSize: [1, 2], boxesPerRack: 0 })
  const warm = await addFreezer(lab, { name: 'Freezer 3', ...size, boxesPerRack: 0, temperatureC: -20 })
  return { dead, small: other.rackIds[0], rack: storageCode(warm.rackIds[0] ?? 0) }
}

test('a box without a planned place goes into the cell that is scanned, and an undo brings it back', async () => {
  const { dead, small, rack } = await withOneUnfit()
  const move = await start(evacuation(dead))
  const stateOf = async () => (await get(move.id)).steps.find(({ boxAlias }) => boxAlias === 'Box 3')
  await ok(pickUp(move.id, 'Box 3'))
  expect(await stateOf()).toMatchObject({ state: 'unfit', pickedUpBy: 'Ada Lindqvist' })
  await ok(undoStep(move.id))
  expect(await stateOf()).toMatchObject({ state: 'unfit', pickedUpAt: null })
  // Room in the other freezer changes nothing before the move is planned again: the box is in somebody's hands.
  await ok(lab.post('/storage/update', { id: small, numberRows: 1, numberColumns: 3 }))
  await ok(confirm(move.id, 'Box 3', `${rack} C1`))
  expect(await stateOf()).toMatchObject({ state: 'confirmed', to: { path: 'Freezer 3 › Rack A › C1' } })
  expect(await eventsOf('move.confirm')).toMatchObject([{ after: { location: 'Freezer 3 › Rack A › C1' } }])
  await ok(undoStep(move.id))
  expect(await parentOf(dead.boxIds[2] ?? 0)).toMatchObject({ parentID: dead.rackIds[0], position: 'C1' })
  expect(await stateOf()).toMatchObject({ state: 'unfit', to: null, pickedUpAt: null })
})

test('a box without a planned place that was confirmed at a wrong place, and undone, goes to the right one', async () => {
  const { dead, small, rack } = await withOneUnfit()
  const move = await start(evacuation(dead))
  const stateOf = async () => (await get(move.id)).steps.find(({ boxAlias }) => boxAlias === 'Box 3')
  await ok(pickUp(move.id, 'Box 3'))
  await ok(confirm(move.id, 'Box 3', rack))
  const undone = await ok<{ step: MoveStep }>(undoStep(move.id))
  expect(undone.step).toMatchObject({ state: 'unfit', to: null, pickedUpBy: 'Ada Lindqvist' })
  expect(await stateOf()).toMatchObject({ state: 'unfit', to: null, pickedUpBy: 'Ada Lindqvist' })
  await ok(lab.post('/storage/update', { id: small, numberRows: 1, numberColumns: 3 }))
  await ok(confirm(move.id, 'Box 3', `${storageCode(small ?? 0)} C1`))
  expect(await stateOf()).toMatchObject({ state: 'confirmed', to: { path: 'Freezer 2 › Rack A › C1' } })
})

test('the event of a box without a planned place has the free cell that it was given', async () => {
  const { dead, rack } = await withOneUnfit()
  const move = await start(evacuation(dead))
  await ok(confirm(move.id, 'Box 3', rack))
  const location = 'Freezer 3 › Rack A › A1'
  expect(await eventsOf('move.confirm')).toMatchObject([{ after: { location } }])
  await ok(undoStep(move.id))
  expect(await eventsOf('move.undo-step')).toMatchObject([{ before: { location } }])
})

test('a plan counts the boxes and tubes that fit, and those that do not', async () => {
  const { dead } = await withOneUnfit()
  expect(await plan(evacuation(dead))).toMatchObject({ boxes: 2, tubes: 2, notFitting: 1 })
  await start(evacuation(dead))
  expect(await plan(evacuation(dead))).toMatchObject({ boxes: 0, tubes: 0, notFitting: 3 })
})

test('a move keeps the boxes without a place, and says of how many boxes it is', async () => {
  const { dead } = await withOneUnfit()
  await start(evacuation(dead))
  expect(await eventsOf('move.start')).toMatchObject([{ after: { boxes: 3 } }])
})

test('a whole move is undone from the last box to the first, and each move counts as a change of the box', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two, three] = move.steps as [MoveStep, MoveStep, MoveStep]
  const versionOf = async ({ boxId }: MoveStep) =>
    (await lab.get('/storage/get', { id: String(boxId) })).json().storage.version as number
  const before = await versionOf(one)
  await confirmStep(move, two)
  await confirmStep(move, one)
  await confirmStep(move, three)
  expect(await versionOf(one)).toBe(before + 1)
  await ok(undoMove(move.id))
  expect(await versionOf(one)).toBe(before + 2)
  const events = await eventsOf('move.undo')
  expect(events.map(({ entity_id }) => Number(entity_id))).toEqual([
    ...[three.boxId, one.boxId, two.boxId, dead.id],
  ])
})

test('a save of a box over its move, or the undo of it, reports who moved it, with others who changed it', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  const { version } = (await lab.get('/storage/get', { id: String(step.boxId) })).json().storage
  const save = (seen: number) =>
    refusal(lab.post('/storage/update', { id: step.boxId, version: seen, alias: 'Box A' }))
  const changedBy = (personName: string, field: string) => ({
    field,
    personName,
    changedAt: testNow.toISOString(),
  })

  await confirmStep(move, step, bo)
  expect(await save(version)).toEqual({
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed position of Box 1.',
    changes: [changedBy('Bo Chen', 'position')],
  })
  await ok(undoStep(move.id, bo))
  expect((await save(version + 1)).changes).toEqual([changedBy('Bo Chen', 'position')])

  await confirmStep(move, step, bo)
  await ok(undoMove(move.id))
  expect((await save(version + 3)).changes).toEqual([changedBy('Ada Lindqvist', 'position')])
  const cy = await lab.signIn('cy', 'Cy Dahl')
  await ok(lab.post('/storage/update', { id: step.boxId, alias: 'Box C' }, cy))
  expect((await save(version + 2)).message).toBe(
    'Not saved: Bo Chen, Ada Lindqvist, and Cy Dahl changed position and alias of Box C.',
  )
})

test('a box that had no place has none again after the undo', async () => {
  const { other } = await twoFreezers()
  const loose = await addBox('Loose')
  const move = await start({
    goal: 'evacuate',
    storageIds: [loose],
    targetIds: [other.id],
    allowUnknownTemperature: true,
  })
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  expect(await eventsOf('move.confirm')).toMatchObject([
    { before: { location: null }, after: { location: 'Freezer 2 › Rack A › A1' } },
  ])
  await ok(undoMove(move.id))
  expect((await parentOf(loose)).parentID).toBeNull()
})
