import { FreezersReply } from '@lims/contract/stats.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

async function read(): Promise<FreezersReply> {
  const reply = await lab.get('/stats/freezers')
  expect(reply.statusCode).toBe(200)
  return FreezersReply.parse(reply.json())
}

async function addStorage(body: object): Promise<number> {
  const reply = await lab.post('/storage/add', { numberRows: 2, numberColumns: 2, parentID: null, ...body })
  expect(reply.statusCode).toBe(200)
  return reply.json().storage.id
}

test('a new laboratory has no freezers', async () => {
  expect(await read()).toEqual({ freezers: [], totalFreezers: 0 })
})

test('E11 sums the occupancy of each freezer with everything inside, and the lists of storages get the same', async () => {
  const freezer = await addStorage({ alias: 'Freezer 1', type: 'FREEZER', numberRows: 3, numberColumns: 1 })
  const rack = await addStorage({ alias: 'Rack A', type: 'RACK', parentID: freezer })
  const shelf = await addStorage({ alias: 'Shelf 2', type: 'SHELF', parentID: freezer })
  const box = await addStorage({ alias: 'Box 1', type: 'BOX', parentID: rack })
  await addStorage({ alias: 'Box 2', type: 'BOX', parentID: shelf, numberRows: 3, numberColumns: 3 })
  await addStorage({ alias: 'Box on the bench', type: 'BOX' })
  await addStorage({ alias: 'Spots cabinet', type: 'RACK' })
  const place = async (name: string, column: number) => {
    const { id: sampleId } = await lab.addSample({ name })
    const cell = { sampleId, storageId: box, rowCoordinate: 1, columnCoordinate: column }
    expect((await lab.post('/samples/associate', cell)).statusCode).toBe(200)
    return sampleId
  }
  const first = await place('NB-001', 1)
  await place('NB-002', 2)

  const { freezers, totalFreezers } = await read()
  expect(totalFreezers).toBe(2)
  const { usage } = (
    await lab.get('/storage/usage', { storageIds: `${freezer},${rack},${shelf},${box}` })
  ).json()
  expect(usage).toEqual([
    { id: freezer, tubePlaces: 13, tubes: 2 },
    { id: rack, tubePlaces: 4, tubes: 2 },
    { id: shelf, tubePlaces: 9, tubes: 0 },
    { id: box, tubePlaces: 4, tubes: 2 },
  ])
  expect(freezers).toEqual([
    {
      id: freezer,
      alias: 'Freezer 1',
      type: 'FREEZER',
      tubePlaces: 13,
      tubes: 2,
      // One cell of the freezer, three of the rack, three of the shelf.
      freeCells: 7,
      parts: [
        { id: rack, alias: 'Rack A', type: 'RACK', tubePlaces: 4, tubes: 2, freeCells: 3 },
        { id: shelf, alias: 'Shelf 2', type: 'SHELF', tubePlaces: 9, tubes: 0, freeCells: 3 },
      ],
    },
    {
      id: expect.any(Number),
      alias: 'Spots cabinet',
      type: 'RACK',
      tubePlaces: 0,
      tubes: 0,
      freeCells: 4,
      parts: [],
    },
  ])

  await lab.post(`/samples/disassociate?id=${first}`, {})
  expect((await read()).freezers[0]).toMatchObject({ tubes: 1, tubePlaces: 13 })
})

test('lists freezers first, in natural order', async () => {
  await addStorage({ alias: 'Cabinet', type: 'RACK' })
  for (const alias of ['Freezer 10', 'Freezer 2', 'Freezer 1']) await addStorage({ alias, type: 'FREEZER' })
  const { freezers } = await read()
  expect(freezers.map(({ alias }) => alias)).toEqual(['Freezer 1', 'Freezer 2', 'Freezer 10', 'Cabinet'])
})

test('of more than 24, the first 24 of the natural order are listed', async () => {
  await addStorage({ alias: 'Cabinet', type: 'RACK' })
  for (let number = 30; number > 0; number--) {
    await addStorage({ alias: `Freezer ${number}`, type: 'FREEZER' })
  }
  const { freezers, totalFreezers } = await read()
  expect(totalFreezers).toBe(31)
  expect(freezers.map(({ alias }) => alias)).toEqual(
    Array.from({ length: 24 }, (_, index) => `Freezer ${index + 1}`),
  )
})

test('the occupancy of 200 full boxes takes little more than counting their tubes', async () => {
  await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 10,
    rackSize: [4, 5],
    boxesPerRack: 20,
    boxSize: [10, 10],
    tubesPerBox: 100,
  })
  await sql`analyze storage, placement, sample`.execute(lab.db)
  // Two to three times as measured; comparing each tube with each storage took seventy times.
  await expectTimesAsLong({
    base: () => sql`select storage_id, count(*) from placement group by storage_id`.execute(lab.db),
    work: async () => expect((await read()).freezers[0]).toMatchObject({ tubes: 20_000 }),
    atMostTimes: 20,
  })
})
