import type { MoveDetails } from '@lims/contract/moves.ts'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { confirm, get, message, rackOfBoxes, start } = moving(lab)

const update = (id: number | undefined, more: object) => ok(lab.post('/storage/update', { id, ...more }))
const size = { racks: 1, rackSize: [1, 2] as [number, number] }
const fill = async () => ({
  dead: await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1, tubesPerBox: 1 }),
  other: await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0 }),
})
const addEmpty = (name: string, temperatureC: number | null) =>
  addFreezer(lab, { name, ...size, boxesPerRack: 0, temperatureC })
const addRefrigerator = async () =>
  (
    await ok<{ storage: { id: number } }>(
      lab.post('/storage/add', {
        alias: 'Refrigerator',
        type: 'FREEZER',
        numberRows: 2,
        numberColumns: 2,
        nominalTemperatureC: 4,
      }),
    )
  ).storage.id
const pathsOf = ({ steps }: MoveDetails) => steps.map(({ to }) => to?.path)

const warmer: [string, string, (other: { id: number; rackIds: number[] }) => Promise<unknown>][] = [
  [
    'whose rack was carried to a refrigerator',
    'Freezer 2 › A1',
    async ({ rackIds }) =>
      update(rackIds[0], { parentID: await addRefrigerator(), rowCoordinate: 1, columnCoordinate: 1 }),
  ],
  [
    'whose freezer is set to −20 °C',
    'Freezer 3 › Rack A › A1',
    ({ id }) => update(id, { nominalTemperatureC: -20 }),
  ],
  [
    'whose temperature is unknown now',
    'Freezer 3 › Rack A › A1',
    ({ id }) => update(id, { nominalTemperatureC: null }),
  ],
]

test.each(warmer)('a box at −80 °C is planned again away from a place %s', async (_, path, change) => {
  const { dead, other } = await fill()
  const move = await start(evacuation(dead))
  expect(pathsOf(move)).toEqual(['Freezer 2 › Rack A › A1'])
  await addEmpty('Freezer 3', -80)
  await change(other)
  const present = await get(move.id)
  expect(pathsOf(present)).toEqual([path])
  expect(present.steps).toMatchObject([
    { isChanged: true, note: 'Planned again: its new place does not suit its temperature any more.' },
  ])
  const code = `STO${String(other.rackIds[0]).padStart(7, '0')}`
  expect(await message(confirm(move.id, 'Box 1', code))).toContain(` › Rack A. Box 1 goes to ${path}.`)
})

test('a box whose new place has become warmer has none if no other suits it', async () => {
  const { dead, other } = await fill()
  const move = await start(evacuation(dead))
  await update(other.id, { nominalTemperatureC: -20 })
  expect(await get(move.id)).toMatchObject({
    notFitting: 1,
    steps: [
      {
        state: 'unfit',
        to: null,
        note: 'Box 1 does not fit anywhere at −80 °C. It stays last; choose a place or leave it.',
      },
    ],
  })
})

test.each([null, 4])(
  'a box at −80 °C keeps its new place when the freezer that it leaves is set to %s °C',
  async (celsius) => {
    const { dead } = await fill()
    const move = await start(evacuation(dead))
    await update(dead.id, { nominalTemperatureC: celsius })
    expect(await get(move.id)).toMatchObject({
      notFitting: 0,
      steps: [{ state: 'planned', isChanged: false }],
    })
  },
)

test.each([null, 4])(
  'a box at −80 °C is planned again for −80 °C when the freezer that it leaves is set to %s °C',
  async (celsius) => {
    const { dead, other } = await fill()
    const move = await start(evacuation(dead))
    await addRefrigerator()
    await addEmpty('Cupboard', null)
    await update(dead.id, { nominalTemperatureC: celsius })
    const taking = { alias: 'Box 9', type: 'BOX', numberRows: 2, numberColumns: 2 }
    const cell = { parentID: other.rackIds[0], rowCoordinate: 1, columnCoordinate: 1 }
    await ok(lab.post('/storage/add', { ...taking, ...cell }))
    expect(pathsOf(await get(move.id))).toEqual(['Freezer 2 › Rack A › B1'])
    await ok(lab.post('/storage/add', { ...taking, ...cell, alias: 'Box 10', columnCoordinate: 2 }))
    const again = { moveId: move.id }
    await ok(lab.post('/moves/replan', again))
    expect(await get(move.id)).toMatchObject({ steps: [{ state: 'unfit', to: null }] })
  },
)

test('a box that gets a temperature of its own is planned again for that', async () => {
  const { dead } = await fill()
  const move = await start(evacuation(dead))
  await addRefrigerator()
  await update(dead.boxIds[0], { nominalTemperatureC: 4 })
  const [path] = pathsOf(await get(move.id))
  expect(path).toMatch(/^Refrigerator/)
})

test('a box whose temperature was unknown is planned again when that of its freezer turns out', async () => {
  const dead = await addFreezer(lab, {
    name: 'Freezer 1',
    ...size,
    boxesPerRack: 1,
    tubesPerBox: 1,
    temperatureC: null,
  })
  await addEmpty('Cupboard', null)
  const move = await start(evacuation(dead))
  expect(pathsOf(move)).toEqual(['Cupboard › Rack A › A1'])
  await addEmpty('Freezer 2', -80)
  await update(dead.id, { nominalTemperatureC: -80 })
  expect(pathsOf(await get(move.id))).toEqual(['Freezer 2 › Rack A › A1'])
})

test('a box whose temperature may be unknown keeps a new place whose temperature is unknown now', async () => {
  const { dead, other } = await fill()
  const move = await start(evacuation(dead, { allowUnknownTemperature: true }))
  await update(other.id, { nominalTemperatureC: null })
  expect(pathsOf(await get(move.id))).toEqual(['Freezer 2 › Rack A › A1'])
})

test('a box is not merged into one that has been carried to where it is warmer', async () => {
  const freezer = await rackOfBoxes(2)
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const target = move.steps[0]?.to?.storageId
  const warm = await addEmpty('Freezer 2', -20)
  await update(target, { parentID: warm.rackIds[0], rowCoordinate: 1, columnCoordinate: 1 })
  expect((await get(move.id)).steps).toMatchObject([{ state: 'unfit', to: null }])
})

test('a box is merged into one that has been taken out of its place, which has the temperature that it had there', async () => {
  const freezer = await rackOfBoxes(2)
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const target = move.steps[0]?.to?.storageId
  await ok(lab.post('/storage/disassociate', { storageId: target }))
  expect((await get(move.id)).steps).toMatchObject([
    { state: 'planned', to: { storageId: target }, isChanged: false },
  ])
})

test('a box without a planned place that has lost its place is still to be moved, and has the temperature that it had there', async () => {
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1, tubesPerBox: 1 })
  await addEmpty('Cupboard', null)
  const move = await start(evacuation(dead))
  expect(move.steps).toMatchObject([
    {
      state: 'unfit',
      note: 'Box 1 does not fit anywhere at −80 °C. Cells of unknown temperature are left out. It stays last; choose a place or leave it.',
    },
  ])
  await ok(lab.post('/storage/disassociate', { storageId: dead.boxIds[0] }))
  const replan = async () =>
    (await ok<{ move: MoveDetails }>(lab.post('/moves/replan', { moveId: move.id }))).move
  expect((await replan()).steps).toMatchObject([{ state: 'unfit', to: null }])
  expect(await get(move.id)).toMatchObject({ moved: 0, notFitting: 1 })
  await addEmpty('Freezer 2', -80)
  expect(pathsOf(await replan())).toEqual(['Freezer 2 › Rack A › A1'])
})
