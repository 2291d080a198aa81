import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { lockInTwoOrders, overlap, waitsForLock } from '../../test/overlap.ts'
import { insertPlacements, lockStorageCells, lockStorages } from './placement-queries.ts'

const lab = await openLab()
const addBox = async (alias: string): Promise<number> => {
  const box = { alias, type: 'BOX', numberRows: 3, numberColumns: 3 }
  return (await lab.post('/storage/add', box)).json().storage.id
}
const ways: Record<string, (sampleId: string, storageId: number) => ReturnType<typeof lab.post>> = {
  'moving a tube': (sampleId, storageId) =>
    lab.post('/samples/update-location', { sampleLocation: { sampleId, storageId, location: 'A1' } }),
  'arranging tubes': (sampleId, storageId) =>
    lab.post('/samples/arrange', {
      moves: [{ sampleId, storageId, rowCoordinate: 1, columnCoordinate: 1 }],
    }),
}

test.each(
  Object.keys(ways).flatMap((way) => [
    [way, 'leaves'],
    [way, 'goes to'],
  ]),
)('%s waits for whoever changes the cells of the box that the tube %s', async (way, box) => {
  const { id } = await lab.addSample()
  const [from, to] = [await addBox('Box 1'), await addBox('Box 2')]
  await lab.post('/samples/associate', { sampleId: id, storageId: from, location: 'A1' })
  const { reply } = await lab.db.transaction().execute(async (trx) => {
    await lockStorageCells(trx, [box === 'leaves' ? from : to])
    const sent = ways[way]?.(id, to) ?? Promise.reject(new Error(way))
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { reply: sent }
  })
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
})

test('an arrangement waits for whoever moves a tube that it expects somewhere else', async () => {
  const [{ id }, { id: expected }] = [await lab.addSample(), await lab.addSample()]
  const storageId = await addBox('Box 1')
  const at = (sampleId: string, columnCoordinate: number) => ({
    sampleId,
    storageId,
    rowCoordinate: 1,
    columnCoordinate,
  })
  await lab.post('/samples/associate', { sampleId: expected, storageId, location: 'A1' })
  const [moved, refused] = await overlap(lab.db, [
    () => lab.post('/samples/arrange', { moves: [at(expected, 2)] }),
    () => lab.post('/samples/arrange', { moves: [at(id, 3)], expected: [at(expected, 1)] }),
  ])
  expect(moved?.statusCode).toBe(200)
  expect(refused?.json()).toMatchObject({ code: 'moved-meanwhile' })
})

test('of two changes of type that together leave a content its storage may not hold, the later is refused', async () => {
  const grid = { numberRows: 3, numberColumns: 3 }
  const add = async (body: object): Promise<number> =>
    (await lab.post('/storage/add', { ...grid, ...body })).json().storage.id
  const freezer = await add({ alias: 'Freezer 1', type: 'FREEZER' })
  const rack = await add({ alias: 'Rack 1', type: 'RACK', parentID: freezer })
  const [first, second] = await overlap(lab.db, [
    () => lab.post('/storage/update', { id: freezer, type: 'DRAWER' }),
    () => lab.post('/storage/update', { id: rack, type: 'SHELF' }),
  ])
  expect(first?.statusCode, first?.body).toBe(200)
  expect(second?.json()).toMatchObject({ code: 'content-not-allowed' })
})

test('tubes of very many boxes that change together take few of the locks that the database has', async () => {
  const locks = await lab.db.transaction().execute(async (trx) => {
    await lockStorageCells(
      trx,
      Array.from({ length: 20_000 }, (_, index) => index + 1),
    )
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
    `.execute(trx)
    return rows.length
  })
  expect(locks).toBeLessThan(2000)
})

test('the cells of many storages are locked in one order, whatever the order in which they are named', async () => {
  await lockInTwoOrders(lab.db, [1, 2, 3, 1500, 2600], lockStorageCells)
})

test('storages are locked in one order, also where a change has moved the first one behind the others on the disk', async () => {
  const [first, second] = [await addBox('Box 1'), await addBox('Box 2')]
  await lab.post('/storage/update', { id: first, alias: 'Box 3' })
  await lockInTwoOrders(lab.db, [first, second], lockStorages)
})

test('whoever places tubes in cells that somebody else is filling waits for the first, and gets none', async () => {
  const [one, other] = [await addBox('Box 1'), await addBox('Box 2')]
  const cells = [
    { storageId: one, row: 1, column: 1 },
    { storageId: one, row: 1, column: 2 },
    { storageId: one, row: 2, column: 1 },
    { storageId: other, row: 1, column: 1 },
  ] as const
  const late = await lockInTwoOrders(lab.db, cells, async (trx, wanted) => {
    const placed = []
    for (const cell of wanted) placed.push({ ...cell, sampleId: (await lab.addSample()).id })
    return insertPlacements(trx, placed, { userId: 'ada', at: testNow })
  })
  expect(late.size).toBe(0)
})
