import type { MoveDetails, MoveStep } from '@lims/contract/moves.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { beforeEach, expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { evacuation, moving, type StepReply } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const { confirm, plan, start, get, pickUp, confirmStep, message, parentOf, twoFreezers, rackOfBoxes } =
  moving(lab)
let bo = ''
beforeEach(async () => {
  bo = await lab.signIn('bo', 'Bo Chen')
})

test('a plan names each box, its tubes and its new cell, and moves nothing', async () => {
  const { dead } = await twoFreezers()
  const { name, steps, freezers, boxes, tubes, notFitting } = await plan(evacuation(dead))
  expect({ name, boxes, tubes, notFitting }).toEqual({
    name: 'Evacuate Freezer 1',
    boxes: 6,
    tubes: 12,
    notFitting: 0,
  })
  expect(freezers).toMatchObject([{ alias: 'Freezer 2', boxes: 6 }])
  expect(steps[0]).toMatchObject({
    boxAlias: 'Box 1',
    boxCode: storageCode(dead.boxIds[0] ?? 0),
    tubes: 2,
    kind: 'box',
    from: { path: 'Freezer 1 › Rack A › A1', position: 'A1' },
    to: { path: 'Freezer 2 › Rack A › A1', freezer: 'Freezer 2', alias: 'Rack A' },
  })
  expect(await parentOf(dead.boxIds[0] ?? 0)).toMatchObject({ parentID: dead.rackIds[0] })
})

test('a box is moved by scanning it and its new place, and its minutes out of the cold are counted', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await ok(pickUp(move.id, step.boxCode))
  expect((await get(move.id)).steps[0]).toMatchObject({ state: 'picked-up', pickedUpBy: 'Ada Lindqvist' })

  lab.setNow(new Date(testNow.getTime() + 192_000))
  const { step: done, moved, boxes } = await confirmStep(move, step)
  expect(done).toMatchObject({ state: 'confirmed', secondsOut: 192, confirmedBy: 'Ada Lindqvist' })
  expect({ moved, boxes }).toEqual({ moved: 1, boxes: 6 })
  expect(await parentOf(step.boxId)).toMatchObject({
    parentID: step.to?.storageId,
    position: step.to?.position,
  })
  const now = await get(move.id)
  expect(now).toMatchObject({ moved: 1, sources: [{ alias: 'Freezer 1', boxesLeft: 5 }] })
  const left = move.steps.flatMap(({ boxId }) => (boxId === step.boxId ? [] : [boxId]))
  expect(now.sources[0]?.boxIds.toSorted()).toEqual(left.toSorted())
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'before', 'after'])
    .where('action', 'in', ['move.start', 'move.pick-up', 'move.confirm'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'move.start', after: { name: 'Evacuate Freezer 1', boxes: 6 } },
    { action: 'move.pick-up' },
    {
      action: 'move.confirm',
      before: { location: 'Freezer 1 › Rack A › A1' },
      after: { location: 'Freezer 2 › Rack A › A1' },
    },
  ])
})

test.each(['sto0000009 a1', 'STO0000009', 'sto0000009 -', 'Freezer 2 › Rack A', 'freezer 2 › rack a › A1'])(
  'the new place is found by %s',
  async (code) => {
    const { dead, other } = await twoFreezers()
    const move = await start(evacuation(dead))
    const target = code.replace(/sto0000009/i, storageCode(other.rackIds[0] ?? 0))
    const box = move.steps.find(({ boxAlias }) => boxAlias === 'Box 1')
    await ok(confirm(move.id, 'box 1', target))
    expect(await parentOf(box?.boxId ?? 0)).toMatchObject({ parentID: other.rackIds[0], position: 'A1' })
  },
)

test('scans that do not fit get a sentence that says what to do', async () => {
  const { dead, other } = await twoFreezers()
  const third = await addFreezer(lab, {
    name: 'Freezer 3',
    racks: 1,
    rackSize: [2, 3],
    boxesPerRack: 1,
    firstBox: 44,
    tubesPerBox: 1,
  })
  const move = await start(evacuation(dead, { targetIds: [other.id] }))
  const box = storageCode(dead.boxIds[0] ?? 0)
  const rack = storageCode(other.rackIds[0] ?? 0)
  const { alias: tube } = await lab.addSample({ name: 'NB-7' })
  expect(await message(confirm(move.id, 'Box 44', rack))).toBe(
    'Box 44 is not part of this move; it belongs in Freezer 3 › Rack A › A1.',
  )
  expect(await message(confirm(move.id, tube, rack))).toBe(
    `${tube} is a tube (NB-7). Scan the label of the box.`,
  )
  expect(await message(confirm(move.id, box, tube))).toBe(
    `${tube} is a tube (NB-7). Scan the label of the new place of the box.`,
  )
  expect(await message(confirm(move.id, rack, rack))).toBe(
    'Rack A is not a box. Scan the label of the box first.',
  )
  expect(await message(confirm(move.id, 'nonsense', rack))).toBe('No box has the code or the name nonsense.')
  expect(await message(confirm(move.id, box, storageCode(third.rackIds[0] ?? 0)))).toBe(
    'That is Freezer 3 › Rack A. Box 1 goes to Freezer 2 › Rack A › A1.',
  )
  for (const cell of ['B1', 'A2']) {
    expect(await message(confirm(move.id, box, `${rack} ${cell}`))).toBe(
      `That is ${cell} of Rack A. Box 1 goes to Freezer 2 › Rack A › A1.`,
    )
  }
  expect(await message(confirm(move.id, box, 'Rack A'))).toMatch(/^3 storages are called Rack A\./)
  for (const unknown of ['Laboratory › Freezer 2 › Rack A', 'A1', '›', '- -']) {
    expect(await message(confirm(move.id, box, unknown))).toBe(
      `No storage has the code or the name ${unknown}.`,
    )
  }
  await ok(confirm(move.id, box, `${rack} A1`))
  expect(await message(confirm(move.id, box, rack))).toBe(
    'Box 1 is at Freezer 2 › Rack A › A1 already: Ada Lindqvist has confirmed it.',
  )
})

test('of very many racks of one name each is found by the whole way, and the refusal counts them all', async () => {
  const size = { racks: 1, rackSize: [1, 1] as [number, number] }
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1 })
  for (let number = 2; number < 24; number++) {
    await addFreezer(lab, { name: `Freezer ${number}`, ...size, boxesPerRack: 0 })
  }
  const last = await addFreezer(lab, { name: 'Freezer 24', ...size, boxesPerRack: 0 })
  const move = await start(evacuation(dead, { targetIds: [last.id] }))
  expect(await message(confirm(move.id, 'Box 1', 'Rack A'))).toBe(
    '24 storages are called Rack A. Scan its label, or type the whole way, such as Freezer 2 › Rack A.',
  )
  await ok(confirm(move.id, 'Box 1', 'Freezer 24 › Rack A'))
})

test('a box that was confirmed and whose new place is gone since is refused without a place', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  await ok(lab.post('/storage/update', { id: step.boxId, parentID: 0 }))
  await ok(lab.post(`/storage/delete?id=${step.to?.storageId}`, {}))
  expect(await message(pickUp(move.id, step.boxCode))).toBe(
    'Box 1 was moved already: Ada Lindqvist has confirmed it.',
  )
})

test('a box that fits nowhere is listed last with the reason, and goes where a person chooses', async () => {
  const dead = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 1,
    rackSize: [1, 3],
    boxesPerRack: 3,
    tubesPerBox: 1,
  })
  const small = await addFreezer(lab, { name: 'Freezer 2', racks: 1, rackSize: [1, 2], boxesPerRack: 0 })
  const warm = await addFreezer(lab, {
    name: 'Freezer 3',
    racks: 1,
    rackSize: [1, 3],
    boxesPerRack: 0,
    temperatureC: -20,
  })
  expect(small.rackIds).toHaveLength(1)
  const move = await start(evacuation(dead))
  expect(move.notFitting).toBe(1)
  const last = move.steps.at(-1)
  expect(last).toMatchObject({
    state: 'unfit',
    to: null,
    note: 'Box 3 does not fit anywhere at −80 °C. It stays last; choose a place or leave it.',
  })
  await ok(pickUp(move.id, 'Box 3'))
  const { step } = await ok<StepReply>(confirm(move.id, 'Box 3', storageCode(warm.rackIds[0] ?? 0)))
  expect(step).toMatchObject({ state: 'confirmed', to: { path: 'Freezer 3 › Rack A › A1' } })
})

test('undo reverts the last step of the caller, then the one before', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  await ok(pickUp(move.id, one.boxCode))
  await confirmStep(move, one)
  await confirmStep(move, two, bo)
  const undo = () => lab.post('/moves/undo-step', { moveId: move.id })
  expect((await ok<StepReply>(undo())).step).toMatchObject({ boxAlias: 'Box 1', state: 'picked-up' })
  expect(await parentOf(one.boxId)).toMatchObject({ parentID: dead.rackIds[0], position: 'A1' })
  expect((await ok<StepReply>(undo())).step).toMatchObject({
    boxAlias: 'Box 1',
    state: 'planned',
    pickedUpAt: null,
  })
  expect(await message(undo())).toBe('You have nothing to undo in this move.')
  await confirmStep(move, one)
})

test('undo of a whole move puts every box back, or none', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  for (const step of move.steps) await confirmStep(move, step)
  const [first] = move.steps as [MoveStep]
  await ok(
    lab.post('/storage/update', {
      id: first.boxId,
      parentID: other.rackIds[1],
      rowCoordinate: 2,
      columnCoordinate: 3,
    }),
  )
  expect(await message(lab.post('/moves/undo', { moveId: move.id }))).toBe(
    'Box 1 from Freezer 1 › Rack A › A1 was moved since: it is in Freezer 2 › Rack B › C2 now. Nothing was undone.',
  )
  await ok(
    lab.post('/storage/update', {
      id: first.boxId,
      parentID: other.rackIds[0],
      rowCoordinate: 1,
      columnCoordinate: 1,
    }),
  )
  const { move: undone } = await ok<{ move: MoveDetails }>(lab.post('/moves/undo', { moveId: move.id }))
  expect(undone).toMatchObject({ state: 'undone', sources: [{ boxesLeft: 6 }] })
  for (const { boxId, from } of move.steps) {
    expect(await parentOf(boxId)).toMatchObject({ parentID: from?.storageId, position: from?.position })
  }
  expect(await message(confirm(move.id, first.boxCode, 'x'))).toBe(
    'This move is undone: nothing more is moved by it.',
  )
})

test('boxes below 30 % are merged into fewer, tube by tube, without a change of custody, and back', async () => {
  const freezer = await rackOfBoxes(3)
  const { rows } = await lab.db
    .selectFrom('placement')
    .select('sample_id')
    .where('storage_id', '=', freezer.boxIds[0] ?? 0)
    .execute()
    .then((found) => ({ rows: found }))
  await changeCustody(lab, rows[0]?.sample_id ?? '', {
    from: 'AVAILABLE',
    to: 'CHECKED_OUT',
    via: 'check-out',
  })
  await changeCustody(lab, rows[1]?.sample_id ?? '', { from: 'AVAILABLE', to: 'MISSING', via: 'set' })
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  expect(move.steps).toHaveLength(2)
  const [step] = move.steps as [MoveStep]
  expect(step).toMatchObject({ kind: 'tubes', tubes: 5, isChanged: false, to: { position: '' } })
  const { tubes } = (await lab.get('/moves/tubes', { id: move.id, boxId: String(step.boxId) })).json()
  expect(tubes).toHaveLength(5)
  expect(tubes[0]).toMatchObject({ fromPosition: 'A1', toPosition: 'A2' })

  for (const one of move.steps) await confirmStep(move, one)
  expect(await message(confirm(move.id, step.boxCode, step.to?.code ?? ''))).toBe(
    `The tubes of ${step.boxAlias} are in ${step.to?.path} already: Ada Lindqvist has confirmed it.`,
  )
  const count = async (boxId: number) =>
    (await lab.get('/storage/get', { id: String(boxId) })).json().storage.occupied as number
  expect(await Promise.all(freezer.boxIds.map(count))).toEqual(expect.arrayContaining([0, 0, 15]))
  const notAvailable = async () =>
    await lab.db
      .selectFrom('sample')
      .select(['custody', 'is_stored'])
      .where('custody', '<>', 'AVAILABLE')
      .orderBy('custody')
      .execute()
  const kept = [
    { custody: 'CHECKED_OUT', is_stored: true },
    { custody: 'MISSING', is_stored: true },
  ]
  expect(await notAvailable()).toEqual(kept)

  await ok(lab.post('/moves/undo', { moveId: move.id }))
  expect(await Promise.all(freezer.boxIds.map(count))).toEqual([5, 5, 5])
  expect(await notAvailable()).toEqual(kept)
})

test('two racks of a freezer are made free inside the freezer, those with the fewest boxes', async () => {
  const freezer = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 4,
    rackSize: [2, 3],
    boxesPerRack: 2,
    tubesPerBox: 1,
  })
  await addFreezer(lab, { name: 'Freezer 2', racks: 2, rackSize: [2, 3], boxesPerRack: 0 })
  const { name, boxes, freezers } = await plan({ goal: 'free', storageIds: [freezer.id], racks: 2 })
  expect({ name, boxes }).toEqual({ name: 'Free Freezer 1 › Rack A, Freezer 1 › Rack B', boxes: 4 })
  expect(freezers).toMatchObject([{ alias: 'Freezer 1', boxes: 4 }])
})

test('a closed move reserves nothing: what was not moved can be planned again', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  await confirmStep(move, move.steps[0] as MoveStep)
  const { move: closed } = await ok<{ move: MoveDetails }>(lab.post('/moves/close', { moveId: move.id }))
  expect(closed).toMatchObject({ state: 'closed', endedBy: 'Ada Lindqvist', moved: 1 })
  expect(closed.steps.filter(({ state }) => state === 'left')).toHaveLength(5)
  expect((await start(evacuation(dead))).steps).toHaveLength(5)
  const { moves } = (await lab.get('/moves/list')).json()
  expect(moves.map(({ state, boxes }: MoveDetails) => [state, boxes])).toEqual([
    ['open', 5],
    ['closed', 6],
  ])
})

test('with roles, anybody on call moves boxes; planning is for keepers and leads', async () => {
  const { dead } = await twoFreezers()
  await turnOnRoles(lab)
  const [bench, keeper] = [await signInAs(lab, 'bench'), await signInAs(lab, 'storage-keeper')]
  expect((await lab.post('/moves/start', evacuation(dead), bench)).statusCode).toBe(403)
  const { move } = await ok<{ move: MoveDetails }>(lab.post('/moves/start', evacuation(dead), keeper))
  await confirmStep(move, move.steps[0] as MoveStep, bench)
  expect((await lab.post('/moves/undo', { moveId: move.id }, bench)).statusCode).toBe(403)
  expect((await confirm(move.id, 'Box 2', 'x', await signInAs(lab, 'viewer'))).statusCode).toBe(403)
})

test('nothing to move, too many boxes and unknown storages are refused', async () => {
  const empty = await addFreezer(lab, { name: 'Freezer 1', racks: 1, rackSize: [1, 1], boxesPerRack: 0 })
  expect(await message(lab.post('/moves/start', evacuation(empty)))).toBe('There are no boxes to move here.')
  expect((await lab.post('/moves/plan', { goal: 'evacuate', storageIds: [999] })).statusCode).toBe(404)
  expect((await lab.get('/moves/get', { id: crypto.randomUUID() })).statusCode).toBe(404)
})
