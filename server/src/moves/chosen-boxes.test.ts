import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { start, get } = moving(lab)

/** A move of a box of Rack A that was chosen itself, and Freezer 3, which has room for one rack. */
async function chooseBox() {
  const size = { racks: 2, rackSize: [2, 3] as [number, number] }
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1 })
  const target = await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0 })
  const third = await addFreezer(lab, { name: 'Freezer 3', racks: 0, rackSize: [1, 1], boxesPerRack: 0 })
  const [boxId = 0] = dead.boxIds
  const [rackA = 0, rackB = 0] = dead.rackIds
  const move = await start({ goal: 'evacuate', storageIds: [boxId], targetIds: [target.id] })
  const put = (id: number, parentID: number, rowCoordinate: number, columnCoordinate: number) =>
    ok(lab.post('/storage/update', { id, parentID, rowCoordinate, columnCoordinate }))
  return {
    boxId,
    rackA,
    rackB,
    put,
    dead,
    third,
    get: () => get(move.id),
    replan: () => ok(lab.post('/moves/replan', { moveId: move.id })),
  }
}

test.each(['deleted', 'carried to another freezer'])(
  'a box that stays in its freezer is moved on, also if its former rack is then %s',
  async (fate) => {
    const { boxId, rackA, rackB, put, third, ...move } = await chooseBox()
    await put(boxId, rackB, 2, 3)
    if (fate === 'deleted') await ok(lab.post(`/storage/delete?id=${rackA}`, {}))
    else await put(rackA, third.id, 1, 1)
    const stillToMove = {
      moved: 0,
      steps: [{ state: 'planned', note: 'Box 1 was moved: this is its place now.' }],
      sources: [{ boxesLeft: 1 }],
    }
    expect(await move.get()).toMatchObject(stillToMove)
    await move.replan()
    expect(await move.get()).toMatchObject(stillToMove)
  },
)

test('a box that is carried to another freezer with its rack is not waited for, unless it comes back', async () => {
  const { rackA, put, dead, third, ...move } = await chooseBox()
  await put(rackA, third.id, 1, 1)
  const gone = {
    moved: 1,
    steps: [{ state: 'elsewhere', note: 'Box 1 was moved elsewhere by other means.' }],
    sources: [{ boxesLeft: 0 }],
  }
  expect(await move.get()).toMatchObject(gone)
  await move.replan()
  expect(await move.get()).toMatchObject(gone)

  await put(rackA, dead.id, 1, 1)
  expect(await move.get()).toMatchObject({
    moved: 0,
    steps: [{ state: 'planned', note: 'Box 1 has come since the move was planned.' }],
    sources: [{ boxesLeft: 1 }],
  })
})
