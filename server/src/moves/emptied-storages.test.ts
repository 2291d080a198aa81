import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

/** What an open move empties takes no boxes and no tubes of another. */
const lab = await openLab()
const { confirm, confirmStep, get, message, plan, start, twoFreezers } = moving(lab)

const oneRack = (number: number, cells: number, boxesPerRack: number, more: object = {}) =>
  addFreezer(lab, {
    name: `Freezer ${number}`,
    racks: 1,
    rackSize: [1, cells],
    boxesPerRack,
    boxSize: [5, 5],
    firstBox: number * 10 + 1,
    ...more,
  })
const addBox = async (alias: string, parentID: number | undefined) =>
  (
    await ok<{ storage: { id: number } }>(
      lab.post('/storage/add', { alias, type: 'BOX', numberRows: 5, numberColumns: 5, parentID }),
    )
  ).storage.id

test('no box goes into a freezer that another move is emptying, until that move is closed', async () => {
  const { dead } = await twoFreezers()
  const third = await oneRack(3, 4, 4)
  const move = await start(evacuation(dead))
  for (const step of move.steps.slice(0, 3)) await confirmStep(move, step)
  const freezersOf = async () => (await plan(evacuation(third))).freezers.map(({ alias }) => alias)
  expect(await freezersOf()).toEqual(['Freezer 2'])
  const { steps } = await start(evacuation(third))
  expect(new Set(steps.map(({ to }) => to?.freezer))).toEqual(new Set(['Freezer 2']))

  const fourth = await oneRack(4, 9, 9)
  expect(await plan(evacuation(fourth))).toMatchObject({ boxes: 2, notFitting: 7 })
  await ok(lab.post('/moves/close', { moveId: move.id }))
  expect((await plan(evacuation(fourth))).freezers.map(({ alias }) => alias)).toContain('Freezer 1')
})

test('tubes are not merged into a box of a freezer that another move is emptying', async () => {
  const dead = await oneRack(1, 2, 1, { tubesPerBox: 1 })
  await oneRack(2, 1, 0)
  await start(evacuation(dead))
  await addBox('Late', dead.rackIds[0])
  const third = await oneRack(3, 1, 1, { tubesPerBox: 2 })
  expect(await plan(evacuation(third, { merge: true }))).toMatchObject({ boxes: 0, notFitting: 1 })
})

test('consolidating takes tubes out of a freezer that another move is emptying, and puts none into it', async () => {
  const dead = await oneRack(1, 2, 1, { tubesPerBox: 1 })
  await oneRack(2, 1, 0)
  await start(evacuation(dead))
  const late = await addBox('Late', dead.rackIds[0])
  for (const rowCoordinate of [1, 2]) {
    const { id: sampleId } = await lab.addSample({ name: `NB-${rowCoordinate}` })
    await ok(
      lab.post('/samples/arrange', {
        moves: [{ sampleId, storageId: late, rowCoordinate, columnCoordinate: 1 }],
      }),
    )
  }
  const third = await oneRack(3, 1, 1, { tubesPerBox: 1 })
  const { steps } = await plan({ goal: 'consolidate', storageIds: [dead.id, third.id] })
  expect(steps.flatMap(({ boxAlias, to }) => (to ? [[boxAlias, to.alias]] : []))).toEqual([
    ['Late', 'Box 31'],
  ])
})

test('boxes on their way into a freezer that is then emptied too are planned again', async () => {
  const dead = await oneRack(1, 2, 2)
  const second = await oneRack(2, 4, 1)
  const move = await start(evacuation(dead))
  const [one, two] = move.steps
  if (!one || !two) throw new Error('Freezer 1 holds two boxes')
  await confirmStep(move, one)
  const third = await oneRack(3, 6, 0)
  const other = await start(evacuation(second))
  expect(other.steps.map(({ boxAlias }) => boxAlias).sort()).toEqual([one.boxAlias, 'Box 21'].sort())

  const { steps } = await get(move.id)
  expect(steps).toMatchObject([
    { state: 'confirmed', to: { freezer: 'Freezer 2' } },
    {
      state: 'planned',
      isChanged: true,
      to: { freezer: 'Freezer 3' },
      note: 'Planned again: its new place is being emptied.',
    },
  ])
  expect(await message(confirm(move.id, two.boxCode, storageCode(second.rackIds[0] ?? 0)))).toBe(
    `That is Freezer 2 › Rack A. ${two.boxAlias} goes to ${steps[1]?.to?.path}.`,
  )
  await ok(confirm(move.id, two.boxCode, storageCode(third.rackIds[0] ?? 0)))
})

test('a box whose tubes were to go into a box of a freezer that is then emptied too is planned again', async () => {
  const dead = await oneRack(1, 1, 1, { tubesPerBox: 2 })
  const second = await oneRack(2, 2, 2, { tubesPerBox: 1 })
  const move = await start(evacuation(dead, { merge: true }))
  expect(move.steps).toMatchObject([{ kind: 'tubes', to: { freezer: 'Freezer 2' } }])
  await oneRack(3, 3, 0)
  const other = await start(evacuation(second))
  expect(other.steps).toHaveLength(2)
  const [step] = (await get(move.id)).steps
  if (!step) throw new Error('Freezer 1 holds a box')
  expect(step).toMatchObject({ kind: 'box', isChanged: true, to: { freezer: 'Freezer 3' } })
  await confirmStep(move, step)
})

test('a chosen target that another move is emptying is named, and no box goes there', async () => {
  const { dead } = await twoFreezers()
  const third = await oneRack(3, 2, 2)
  await start(evacuation(dead))
  const planInto = (targetIds: number[]) => plan(evacuation(third, { targetIds }))
  expect(await planInto([dead.id])).toMatchObject({
    boxes: 0,
    notFitting: 2,
    warnings: ["Nothing goes into Freezer 1, which the open move 'Evacuate Freezer 1' empties."],
  })
  const [rackId = 0] = dead.rackIds
  expect((await planInto([rackId, rackId])).warnings).toEqual([
    "Nothing goes into Freezer 1 › Rack A, which the open move 'Evacuate Freezer 1' empties.",
  ])
})

test('where boxes find no place, the plan names what is left out because another move empties it', async () => {
  const freezer = await addFreezer(lab, { name: 'Freezer 1', racks: 4, rackSize: [1, 6], boxesPerRack: 1 })
  await start({ goal: 'free', storageIds: [freezer.id], racks: 2 })
  const warningsFor = async (boxes: number, more: object = {}) =>
    (await plan(evacuation(await oneRack(boxes, boxes, boxes, more)))).warnings
  expect(await warningsFor(6)).toEqual([])
  expect(await warningsFor(2, { temperatureC: 4 })).toEqual([])
  expect(await warningsFor(20)).toEqual([
    "Nothing goes into Freezer 1 › Rack A, Freezer 1 › Rack B, which the open move 'Free Freezer 1 › Rack A, Freezer 1 › Rack B' empties.",
  ])
})

test('a storage that another move empties is named for a part of it that has the temperature of the boxes', async () => {
  const mixed = await addFreezer(lab, {
    ...{ name: 'Freezer 1', racks: 2, rackSize: [1, 2], boxesPerRack: 1, temperatureC: 4 },
  })
  const [, rackId] = mixed.rackIds
  await ok(lab.post('/storage/update', { id: rackId, nominalTemperatureC: -20 }))
  await start(evacuation(mixed))
  const warningsFor = async (temperatureC: number) =>
    (await plan(evacuation(await oneRack(2, 2, 2, { temperatureC })))).warnings
  const named = ["Nothing goes into Freezer 1, which the open move 'Evacuate Freezer 1' empties."]
  expect(await warningsFor(-20)).toEqual(named)
  expect(await warningsFor(4)).toEqual(named)
  expect(await warningsFor(-80)).toEqual([])
})

test('racks that another move frees already are not chosen to be freed again', async () => {
  const freezer = await addFreezer(lab, { name: 'Freezer 1', racks: 4, rackSize: [2, 3], boxesPerRack: 2 })
  await addFreezer(lab, { name: 'Freezer 2', racks: 1, rackSize: [4, 5], boxesPerRack: 0 })
  const free = { goal: 'free', storageIds: [freezer.id] }
  const move = await start({ ...free, racks: 2 })
  expect(move.name).toBe('Free Freezer 1 › Rack A, Freezer 1 › Rack B')
  expect((await start({ ...free, racks: 2 })).name).toBe('Free Freezer 1 › Rack C, Freezer 1 › Rack D')
  expect(await message(lab.post('/moves/start', { ...free, racks: 1 }))).toBe(
    "Box 1 is part of the open move 'Free Freezer 1 › Rack A, Freezer 1 › Rack B'.",
  )
})
