import { hourMs } from '@lims/contract/durations.ts'
import type { OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { callHelpers } from '../../test/call-helpers.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { post, storage } = callHelpers(lab)
const readOpen = (): Promise<OpenFreezerWork> => ok(lab.get('/freezer-work/open'))

test('a laboratory without freezer work has nothing open', async () => {
  expect(await readOpen()).toEqual({
    loggers: 0,
    totalAlarms: 0,
    alarms: [],
    totalOverdue: 0,
    overdue: [],
    totalToPutAway: 0,
    toPutAwaySince: null,
    moves: [],
    pickLists: [],
    stockTakes: [],
  })
})

test('alarms, overdue tubes and everything unfinished are in one reply, of each kind the first few', async () => {
  const batch_id = await lab.addBatch()
  const late = await Promise.all(
    Array.from({ length: 5 }, (_, place) => lab.addSample({ name: `S${place}`, batch_id })),
  )
  const expectedReturn = minutesLater(60).toISOString()
  const identifiers = late.map(({ id }) => id)
  await post('/custody/check-out', { identifiers, purpose: 'ELISA', expectedReturn })

  const [freezer, target] = [
    await storage('FREEZER', { nominalTemperatureC: -80 }),
    await storage('RACK', { alias: 'Target', nominalTemperatureC: -80 }),
  ]
  const rack = await storage('RACK', { parentID: freezer })
  const boxId = await storage('BOX', { parentID: rack })
  const { move } = await post('/moves/start', {
    goal: 'evacuate',
    storageIds: [freezer],
    targetIds: [target],
  })
  await post('/moves/pick-up', { moveId: move.id, boxCode: storageCode(boxId) })

  const tube = await lab.addSample({ name: 'Tube', batch_id })
  const storageId = await storage('BOX')
  await post('/samples/associate', { sampleId: tube.id, storageId, location: 'A1' })
  const { stockTake } = await post('/stock-takes/start', { storageId })
  const { pickList } = await post('/picks/create', { name: 'Shipment', sampleIds: [tube.id] })
  const warm = (minutes: number) => ({
    at: new Date(testNow.getTime() - minutes * 60_000).toISOString(),
    celsius: -50,
  })
  await post('/temperatures/post', { storageId: freezer, readings: [warm(60), warm(30), warm(1)] })

  lab.setNow(minutesLater(2 * 60))
  const open = await readOpen()

  expect(open).toMatchObject({ loggers: 1, totalOverdue: 5 })
  expect(open.overdue).toHaveLength(4)
  expect(open.overdue[0]).toMatchObject({ personName: 'Ada Lindqvist', expectedReturnAt: expectedReturn })
  expect(open.alarms.map(({ kind }) => kind).sort()).toEqual(['no-readings', 'outside'])
  expect(open.totalAlarms).toBe(2)
  expect(open.moves).toEqual([{ id: move.id, name: 'Evacuate A FREEZER', boxes: 1, moved: 0, pickedUp: 1 }])
  expect(open.pickLists).toEqual([
    { id: pickList.id, name: 'Shipment', personName: 'Ada Lindqvist', wanted: 1 },
  ])
  expect(open.stockTakes).toEqual([
    { id: stockTake.id, storageName: 'A BOX', numBoxes: 1, numFinishedBoxes: 0 },
  ])

  await post('/moves/undo', { moveId: move.id })
  await post('/picks/close', { pickListId: pickList.id })
  await post('/stock-takes/cancel', { id: stockTake.id })
  expect(await readOpen()).toMatchObject({ moves: [], pickLists: [], stockTakes: [] })
})

test('returned tubes are counted until they are put away, with the time of the first return', async () => {
  const storageId = await storage('BOX')
  const ids: string[] = []
  for (const location of ['A1', 'A2']) {
    const { id } = await lab.addSample({ name: `Returned ${location}` })
    await post('/samples/associate', { sampleId: id, storageId, location })
    ids.push(id)
  }
  await post('/custody/check-out', { identifiers: ids, purpose: 'ELISA' })
  const start = testNow.getTime() + 3 * hourMs
  for (const [index, id] of ids.entries()) {
    lab.setNow(new Date(start + index * hourMs))
    await post('/custody/return', { identifiers: [id] })
  }
  const since = (index: number) => new Date(start + index * hourMs).toISOString()
  expect(await readOpen()).toMatchObject({ totalToPutAway: 2, toPutAwaySince: since(0) })
  await post('/custody/put-away', { sampleIds: ids.slice(0, 1) })
  expect(await readOpen()).toMatchObject({ totalToPutAway: 1, toPutAwaySince: since(1) })
  await post('/custody/put-away', { sampleIds: ids })
  expect(await readOpen()).toMatchObject({ totalToPutAway: 0, toPutAwaySince: null })
  lab.setNow(testNow)
})

test('of many alarms, those that go on and that nobody has acknowledged come first', async () => {
  const minutesAgo = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString()
  const freezers: number[] = []
  for (let place = 0; place < 7; place += 1) {
    freezers.push(await storage('FREEZER', { alias: `Freezer ${place}`, nominalTemperatureC: -80 }))
  }
  const [warm, over, known] = freezers
  const warmFor = (storageId: number | undefined, times: number[], last = -50) =>
    post('/temperatures/post', {
      storageId,
      readings: [
        ...times.map((minutes) => ({ at: minutesAgo(minutes), celsius: -50 })),
        { at: minutesAgo(0), celsius: last },
      ],
    })
  await warmFor(warm, [100, 80, 60, 40, 20])
  await warmFor(over, [50, 30], -80)
  await warmFor(known, [40, 20])
  await post('/temperatures/acknowledge', {
    alarms: [{ storageId: known, kind: 'outside', beganAt: minutesAgo(40) }],
    note: 'Door closed',
  })
  for (const storageId of freezers.slice(3)) {
    await post('/temperatures/post', { storageId, readings: [{ at: minutesAgo(45), celsius: -80 }] })
  }
  const orderOf = (alarms: { storageAlias: string }[]) => alarms.map(({ storageAlias }) => storageAlias)

  const { alarms, totalAlarms } = await readOpen()

  expect(totalAlarms).toBe(7)
  expect(orderOf(alarms)).toEqual(['Freezer 0', 'Freezer 3', 'Freezer 4', 'Freezer 5'])
  const all = (await lab.get('/temperatures/alarms')).json().alarms
  expect(orderOf(all).slice(5)).toEqual(['Freezer 1', 'Freezer 2'])
})
