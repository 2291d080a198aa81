import type { MoveStep } from '@lims/contract/moves.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving, type StepReply } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { confirm, start, get, pickUp, confirmStep, message, parentOf, twoFreezers } = moving(lab)
let bo = ''
beforeEach(async () => {
  bo = await lab.signIn('bo', 'Bo Chen')
})

test('two people each take the next box; a box that the other has taken out is refused with their name', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  await ok(pickUp(move.id, one.boxCode))
  await ok(pickUp(move.id, two.boxCode, bo))
  expect(await message(pickUp(move.id, one.boxCode, bo))).toBe(
    'Ada Lindqvist has taken Box 1 out already. Take the next box.',
  )
  await Promise.all([confirmStep(move, one), confirmStep(move, two, bo)])
  expect(await get(move.id)).toMatchObject({ moved: 2, pickedUp: 0 })
})

test('a box that was renamed since has its new name in the list, and is found by it', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [{ boxId }] = move.steps as [MoveStep]
  await ok(lab.post('/storage/update', { id: boxId, alias: 'Blue box' }))
  const [step] = (await get(move.id)).steps
  expect(step).toMatchObject({ boxId, boxAlias: 'Blue box', state: 'planned', isChanged: false, note: '' })
  expect((await ok<StepReply>(pickUp(move.id, 'Blue box'))).step).toMatchObject({
    boxId,
    boxAlias: 'Blue box',
    state: 'picked-up',
  })
  expect(await auditEventsOf(lab, 'move.replan')).toEqual([])
})

test('a box that was moved has the name that it had then, and is found by that of now', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  const rename = (alias: string) => ok(lab.post('/storage/update', { id: step.boxId, alias }))
  await rename('Blue box')
  await confirmStep(move, step)
  await rename('Red box')
  expect((await get(move.id)).steps[0]).toMatchObject({ boxAlias: 'Blue box', state: 'confirmed' })
  const again = await confirm(move.id, 'Red box', step.to?.code ?? '')
  expect([again.statusCode, again.json()]).toEqual([
    409,
    {
      code: 'move-step-done',
      message: `Blue box is at ${step.to?.path} already: Ada Lindqvist has confirmed it.`,
    },
  ])
})

test('50 confirmations at once, each box twice: one of each wins, and no cell holds two boxes', async () => {
  const dead = await addFreezer(lab, { name: 'Freezer 1', racks: 5, rackSize: [1, 5], boxesPerRack: 5 })
  await addFreezer(lab, { name: 'Freezer 2', racks: 5, rackSize: [1, 5], boxesPerRack: 0 })
  const move = await start(evacuation(dead))
  const replies = await Promise.all(
    move.steps.flatMap(({ boxCode, to }) => [
      confirm(move.id, boxCode, to?.code ?? ''),
      confirm(move.id, boxCode, to?.code ?? '', bo),
    ]),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(25)
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  for (const { boxId, to } of move.steps) {
    expect(await parentOf(boxId)).toMatchObject({ parentID: to?.storageId, position: to?.position })
  }
})

test('of two evacuations of one freezer at once, one starts and the other is refused', async () => {
  const { dead } = await twoFreezers()
  const replies = await Promise.all([1, 2].map(() => lab.post('/moves/start', evacuation(dead))))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    code: 'move-empty',
    message: "Box 1 is part of the open move 'Evacuate Freezer 1'.",
  })
})

test('a move leaves the cells of another open move alone', async () => {
  const { dead } = await twoFreezers()
  const second = await addFreezer(lab, {
    name: 'Freezer 3',
    racks: 1,
    rackSize: [1, 6],
    boxesPerRack: 6,
    firstBox: 20,
  })
  const [one, two] = [await start(evacuation(dead)), await start(evacuation(second))]
  const cells = [...one.steps, ...two.steps].map(({ to }) => to?.path)
  expect(new Set(cells).size).toBe(12)
})

test('a cell that others have taken since is planned again, shown as changed, and named at the scan', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  const stranger = await ok<{ storage: { id: number } }>(
    lab.post('/storage/add', {
      alias: 'Stranger',
      type: 'BOX',
      numberRows: 9,
      numberColumns: 9,
      parentID: other.rackIds[0],
      rowCoordinate: 1,
      columnCoordinate: 1,
    }),
  )
  expect(stranger.storage.id).toBeGreaterThan(0)
  const changed = (await get(move.id)).steps[0]
  expect(changed).toMatchObject({
    boxId: step.boxId,
    isChanged: true,
    note: 'Planned again: its place was taken.',
  })
  expect(changed?.to?.path).not.toBe(step.to?.path)
  expect(await message(confirm(move.id, step.boxCode, `${step.to?.code} A1`))).toMatch(
    /Box 1 goes to Freezer 2/,
  )
  const { step: done } = await ok<StepReply>(
    confirm(move.id, step.boxCode, `${changed?.to?.code} ${changed?.to?.position}`),
  )
  expect(done.to?.path).toBe(changed?.to?.path)
})

test('a box whose place was taken goes only to the freezers that were chosen for the move', async () => {
  const size = { racks: 1, rackSize: [1, 2] as [number, number] }
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 2 })
  const chosen = await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0 })
  await addFreezer(lab, { name: 'Freezer 3', ...size, boxesPerRack: 0 })
  const move = await start(evacuation(dead, { targetIds: [chosen.id] }))
  const stranger = { alias: 'Stranger', type: 'BOX', numberRows: 9, numberColumns: 9 }
  await ok(lab.post('/storage/add', { ...stranger, parentID: chosen.rackIds[0] }))
  const { steps, notFitting } = await get(move.id)
  expect(notFitting).toBe(1)
  expect(steps.map(({ to }) => to?.freezer)).toEqual(['Freezer 2', undefined])
})

test('a box that others have moved or deleted is not waited for, and one that came in is planned', async () => {
  const { dead, other } = await twoFreezers({ tubesPerBox: 0 })
  const move = await start(evacuation(dead, { targetIds: [other.id] }))
  const [away, deleted, inside] = dead.boxIds as [number, number, number]
  await ok(lab.post('/storage/update', { id: away, parentID: other.rackIds[1] }))
  await ok(lab.post(`/storage/delete?id=${deleted}`, {}))
  await ok(lab.post('/storage/update', { id: inside, parentID: dead.rackIds[1] }))
  await ok(
    lab.post('/storage/add', {
      alias: 'Late',
      type: 'BOX',
      numberRows: 2,
      numberColumns: 2,
      parentID: dead.rackIds[0],
    }),
  )
  const now = await get(move.id)
  const noteOf = (alias: string) => now.steps.find(({ boxAlias }) => boxAlias === alias)
  expect(noteOf('Box 1')).toMatchObject({
    state: 'elsewhere',
    note: 'Box 1 was moved elsewhere by other means.',
  })
  expect(noteOf('Box 2')).toMatchObject({ state: 'elsewhere', note: 'Box 2 was deleted.' })
  expect(noteOf('Box 3')).toMatchObject({ state: 'planned', from: { path: 'Freezer 1 › Rack B › A2' } })
  expect(noteOf('Late')).toMatchObject({
    state: 'planned',
    note: 'Late has come since the move was planned.',
  })

  await ok(lab.post('/moves/replan', { moveId: move.id }))
  await ok(confirm(move.id, 'Late', noteOf('Late')?.to?.code ?? ''))
})

test('boxes of a rack that is carried elsewhere as a whole are not waited for, but one that is taken out is', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [taken] = move.steps as [MoveStep]
  await ok(pickUp(move.id, taken.boxCode))
  const cell = { rowCoordinate: 1, columnCoordinate: 1 }
  const other = await addFreezer(lab, { name: 'Freezer 3', racks: 0, rackSize: [1, 1], boxesPerRack: 0 })
  await ok(lab.post('/storage/update', { id: dead.rackIds[0], parentID: other.id, ...cell }))

  const carried = {
    state: 'elsewhere',
    note: 'Box 2 was moved elsewhere by other means.',
    from: { path: 'Freezer 3 › Rack A › B1' },
  }
  const now = await get(move.id)
  expect(now).toMatchObject({ boxes: 6, moved: 2, sources: [{ boxesLeft: 3 }] })
  expect(now.steps.slice(0, 4)).toMatchObject([
    { boxId: taken.boxId, state: 'picked-up' },
    carried,
    { state: 'elsewhere' },
    { state: 'planned' },
  ])
  await confirmStep(move, taken)
  expect((await get(move.id)).moved).toBe(3)

  await ok(lab.post('/storage/update', { id: dead.rackIds[0], parentID: dead.id, ...cell }))
  const back = await get(move.id)
  expect(back).toMatchObject({ boxes: 6, moved: 1, sources: [{ boxesLeft: 5 }] })
  expect(back.steps.find(({ boxAlias }) => boxAlias === 'Box 2')).toMatchObject({
    state: 'planned',
    from: { path: 'Freezer 1 › Rack A › B1' },
    note: 'Box 2 has come since the move was planned.',
  })
})

test('a box that was chosen itself is moved once, and the undo of the whole move brings it back', async () => {
  const { dead, other } = await twoFreezers()
  const [boxId = 0] = dead.boxIds
  const move = await start({ goal: 'evacuate', storageIds: [boxId], targetIds: [other.id] })
  expect(move.sources).toMatchObject([{ boxesLeft: 1 }])
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  const moved = { boxes: 1, moved: 1, steps: [{ state: 'confirmed', note: '' }], sources: [{ boxesLeft: 0 }] }
  expect(await get(move.id)).toMatchObject(moved)
  await ok(lab.post('/moves/replan', { moveId: move.id }))
  expect(await get(move.id)).toMatchObject(moved)
  await ok(lab.post('/moves/undo', { moveId: move.id }))
  expect(await parentOf(boxId)).toMatchObject({ parentID: dead.rackIds[0], position: 'A1' })
})

test('a box that was chosen itself is planned once no other move holds it', async () => {
  const { dead, other } = await twoFreezers()
  const [held = 0, free = 0] = dead.boxIds
  const earlier = await start({ goal: 'evacuate', storageIds: [held], targetIds: [other.id] })
  const move = await start({ goal: 'evacuate', storageIds: [held, free], targetIds: [other.id] })
  expect(move).toMatchObject({ boxes: 1, steps: [{ boxId: free }] })
  await ok(lab.post('/moves/close', { moveId: earlier.id }))
  expect((await get(move.id)).steps).toMatchObject([{ boxId: free }, { boxId: held, state: 'planned' }])
})

test.each([
  ['another freezer', 'elsewhere', 'Box 1 was moved elsewhere by other means.'],
  ['another rack of its freezer', 'planned', 'Box 1 was moved: this is its place now.'],
])('a box that was chosen itself and is moved by hand to %s is %s', async (where, state, note) => {
  const { dead, other } = await twoFreezers()
  const [boxId = 0] = dead.boxIds
  const move = await start({ goal: 'evacuate', storageIds: [boxId], targetIds: [other.id] })
  const { rackIds } = where === 'another freezer' ? other : dead
  const cell = { parentID: rackIds[1], rowCoordinate: 2, columnCoordinate: 3 }
  await ok(lab.post('/storage/update', { id: boxId, ...cell }))
  expect(await get(move.id)).toMatchObject({
    moved: state === 'elsewhere' ? 1 : 0,
    steps: [{ state, note }],
    sources: [{ boxesLeft: state === 'elsewhere' ? 0 : 1 }],
  })
})

test('a box that was chosen itself, was moved by mistake and is back is planned again', async () => {
  const { dead, other } = await twoFreezers()
  const [boxId = 0] = dead.boxIds
  const move = await start({ goal: 'evacuate', storageIds: [boxId], targetIds: [other.id] })
  const putInto = (parentID: number | undefined, rowCoordinate: number, columnCoordinate: number) =>
    ok(lab.post('/storage/update', { id: boxId, parentID, rowCoordinate, columnCoordinate }))
  await putInto(other.rackIds[1], 2, 3)
  await ok(lab.post('/moves/replan', { moveId: move.id }))
  expect(await get(move.id)).toMatchObject({ moved: 1, steps: [{ state: 'elsewhere' }] })
  await putInto(dead.rackIds[0], 1, 1)
  expect(await get(move.id)).toMatchObject({
    moved: 0,
    steps: [{ state: 'planned', note: 'Box 1 has come since the move was planned.' }],
    sources: [{ boxesLeft: 1 }],
  })
})

test('a box that was chosen itself and is elsewhere stays done when its former rack follows it', async () => {
  const { dead, other } = await twoFreezers()
  const [boxId = 0] = dead.boxIds
  const move = await start({ goal: 'evacuate', storageIds: [boxId], targetIds: [other.id] })
  const cell = { parentID: other.rackIds[1], rowCoordinate: 2, columnCoordinate: 3 }
  await ok(lab.post('/storage/update', { id: boxId, ...cell }))
  await ok(lab.post('/moves/replan', { moveId: move.id }))
  await ok(lab.post('/storage/update', { id: other.rackIds[0], parentID: 0 }))
  await ok(lab.post('/storage/update', { id: dead.rackIds[0], parentID: other.id }))
  expect(await get(move.id)).toMatchObject({
    moved: 1,
    steps: [{ state: 'elsewhere' }],
    sources: [{ boxesLeft: 0 }],
  })
})

test('a confirmed box that another move has planned for is not taken back by an undo', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step] = move.steps as [MoveStep]
  await confirmStep(move, step)
  await start({ goal: 'evacuate', storageIds: [step.boxId], targetIds: [other.id] })
  expect(await message(lab.post('/moves/undo-step', { moveId: move.id }))).toBe(
    `Freezer 2 › ${step.to?.alias} › Box 1 is part of the open move 'Evacuate Freezer 2 › ${step.to?.alias} › Box 1' now. Nothing was undone.`,
  )
})

test('boxes that are planned again keep the order of the walk', async () => {
  const { dead, other } = await twoFreezers()
  const move = await start(evacuation(dead))
  await addFreezer(lab, { name: 'Freezer 3', racks: 1, rackSize: [1, 6], boxesPerRack: 0 })
  for (const rackId of other.rackIds) await ok(lab.post(`/storage/delete?id=${rackId}`, {}))
  const { steps } = await get(move.id)
  expect(steps.map(({ boxAlias, to }) => [boxAlias, to?.path])).toEqual(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((column, index) => [
      `Box ${index + 1}`,
      `Freezer 3 › Rack A › ${column}1`,
    ]),
  )
})

test.each(['by hand', 'by the move'])(
  'a box that was moved %s and is back in the freezer since is planned again',
  async (how) => {
    const { dead, other } = await twoFreezers()
    const move = await start(evacuation(dead))
    const [one, two] = move.steps as [MoveStep, MoveStep]
    const place = (parentID: number | undefined, rowCoordinate: number, columnCoordinate: number) =>
      ok(lab.post('/storage/update', { id: one.boxId, parentID, rowCoordinate, columnCoordinate }))
    if (how === 'by the move') await confirmStep(move, one)
    else await place(other.rackIds[1], 2, 3)
    await ok(pickUp(move.id, two.boxCode))
    expect(await get(move.id)).toMatchObject({ moved: 1, sources: [{ boxesLeft: 5 }] })

    await place(dead.rackIds[0], 2, 1)
    const now = await get(move.id)
    expect(now).toMatchObject({ boxes: 6, moved: 0, sources: [{ boxesLeft: 6 }] })
    const again = now.steps.find(({ boxId }) => boxId === one.boxId) as MoveStep
    expect(again).toMatchObject({
      state: 'planned',
      from: { path: 'Freezer 1 › Rack A › A2' },
      confirmedBy: null,
      note: 'Box 1 has come since the move was planned.',
    })
    await ok(pickUp(move.id, one.boxCode))
    const { moved } = await confirmStep(move, again)
    expect(moved).toBe(1)
    await ok(lab.post('/moves/undo-step', { moveId: move.id }))
    expect(await parentOf(one.boxId)).toMatchObject({ parentID: dead.rackIds[0], position: 'A2' })
  },
)

describe('the cell of an empty box', () => {
  /** An evacuation of a box with tubes and an empty one, for which two cells are free, and a further box with tubes. */
  async function evacuateWithEmpty() {
    const size = { racks: 1, boxesPerRack: 1, tubesPerBox: 2 }
    const dead = await addFreezer(lab, { name: 'Freezer 1', rackSize: [1, 3], ...size })
    const target = await addFreezer(lab, { name: 'Freezer 2', rackSize: [1, 2], racks: 1, boxesPerRack: 0 })
    const third = await addFreezer(lab, { name: 'Freezer 3', rackSize: [1, 1], firstBox: 9, ...size })
    const grid = { type: 'BOX', numberRows: 9, numberColumns: 9 }
    await ok(lab.post('/storage/add', { alias: 'Empty', ...grid, parentID: dead.rackIds[0] }))
    const move = await start(evacuation(dead, { targetIds: [target.id] }))
    const stepOf = ({ steps }: typeof move, alias: string) =>
      steps.find(({ boxAlias }) => boxAlias === alias) as MoveStep
    expect(move.notFitting).toBe(0)
    return {
      move,
      stepOf,
      addStranger: () =>
        ok(
          lab.post('/storage/add', {
            ...{ alias: 'Stranger', ...grid, parentID: target.rackIds[0] },
            ...{ rowCoordinate: 1, columnCoordinate: stepOf(move, 'Box 1').to?.position === 'A1' ? 1 : 2 },
          }),
        ),
      addLate: () => ok(lab.post('/storage/update', { id: third.boxIds[0], parentID: dead.rackIds[0] })),
    }
  }

  test.each([
    ['one with tubes that has come since', 'Box 9', 'Box 9 has come since the move was planned.'],
    ['one with tubes whose cell was taken', 'Box 1', 'Planned again: its place was taken.'],
  ])('goes to %s', async (_, alias, note) => {
    const { move, stepOf, addStranger, addLate } = await evacuateWithEmpty()
    await (alias === 'Box 1' ? addStranger() : addLate())
    const left = {
      state: 'unfit',
      note: 'Empty is empty, and no cell is free for it. It stays last; leave it.',
    }
    const cell = stepOf(move, 'Empty').to?.path
    for (const isSaved of [false, true]) {
      if (isSaved) await ok(lab.post('/moves/replan', { moveId: move.id }))
      const now = await get(move.id)
      expect(stepOf(now, alias)).toMatchObject({ state: 'planned', note, to: { path: cell } })
      expect(stepOf(now, 'Empty')).toMatchObject({ ...left, to: null })
      if (alias !== 'Box 1') expect(stepOf(now, 'Box 1').to).toEqual(stepOf(move, 'Box 1').to)
    }
  })

  test('stays its own once somebody has taken the box out', async () => {
    const { move, stepOf, addLate } = await evacuateWithEmpty()
    await ok(pickUp(move.id, 'Empty'))
    await addLate()
    const now = await get(move.id)
    expect(stepOf(now, 'Box 9')).toMatchObject({ state: 'unfit', to: null })
    expect(stepOf(now, 'Empty')).toMatchObject({ state: 'picked-up', to: stepOf(move, 'Empty').to })
  })
})

test('a box that has become a rack and whose place was taken stays, and the move goes on', async () => {
  const { dead, other } = await twoFreezers({ tubesPerBox: 0 })
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  await ok(lab.post('/storage/update', { id: one.boxId, type: 'RACK' }))
  const stranger = { alias: 'Stranger', type: 'BOX', numberRows: 9, numberColumns: 9 }
  const cell = { parentID: other.rackIds[0], rowCoordinate: 1, columnCoordinate: 1 }
  await ok(lab.post('/storage/add', { ...stranger, ...cell }))

  await ok(pickUp(move.id, two.boxCode))
  expect((await get(move.id)).steps.find(({ boxId }) => boxId === one.boxId)).toMatchObject({
    state: 'unfit',
    to: null,
    note: 'Box 1 stays as it is: it is no longer a box.',
  })
  await ok(lab.post('/storage/update', { id: one.boxId, type: 'BOX' }))
  await ok(lab.post('/moves/replan', { moveId: move.id }))
  expect((await get(move.id)).steps.find(({ boxId }) => boxId === one.boxId)).toMatchObject({
    state: 'planned',
    note: 'Planned again: there is a place now.',
  })
})
