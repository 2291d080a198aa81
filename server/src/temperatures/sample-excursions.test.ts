import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const timeAt = (minute: number) => minutesLater(minute).toISOString()

/** Does something at a minute after the clock of the test. */
async function atMinute<T>(minute: number, work: () => Promise<T>): Promise<T> {
  lab.setNow(minutesLater(minute))
  return await work()
}
const post = (path: string, body: object) => ok(lab.post(path, body))
const add = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await post('/storage/add', { alias, type, numberRows: 4, numberColumns: 4, ...more })).storage.id

/** Two freezers, one with a rack and a box in it. */
async function freezers() {
  const warm = await add('Freezer 1', 'FREEZER', { nominalTemperatureC: -80 })
  const cold = await add('Freezer 2', 'FREEZER', { nominalTemperatureC: -80 })
  const rack = await add('Rack A', 'RACK', { parentID: warm })
  const box = await add('Box 1', 'BOX', { parentID: rack })
  const coldBox = await add('Box 2', 'BOX', { parentID: cold })
  return { warm, cold, rack, box, coldBox }
}
const place = async (sampleId: string, storageId: number, location: string) =>
  post('/samples/associate', { sampleId, storageId, location })

/** Readings of the first freezer every 5 minutes from 0 to 200: warm from 60 to 115, inside again at 120. */
const postWarm = (storageId: number, celsiusAt = (minute: number) => -52 - ((minute / 5) % 3)) =>
  post('/temperatures/post', {
    storageId,
    readings: Array.from({ length: 41 }, (_, index) => ({
      at: timeAt(index * 5),
      celsius: index >= 12 && index < 24 ? celsiusAt(index * 5) : -80,
    })),
  })
const move = (sampleId: string, storageId: number, columnCoordinate: number) =>
  post('/samples/arrange', { moves: [{ sampleId, storageId, rowCoordinate: 1, columnCoordinate }] })
const excursionsOf = async (sampleId: string) =>
  (await lab.get('/temperatures/sample', { sampleId })).json().excursions
/** The seconds of the samples that were inside the excursion that began at 60. */
const secondsInside = async (storageId: number) => {
  const query = { storageId: `${storageId}`, beganAt: timeAt(60) }
  const { samples } = (await lab.get('/temperatures/samples', query)).json()
  return samples.map(({ seconds }: { seconds: number }) => seconds)
}
const deleteReadings = (before: number) =>
  lab.db.deleteFrom('temperature_reading').where('at', '<', minutesLater(before)).execute()

test('a sample lists the excursion of the freezer that it was in, with its time and the worst reading', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toEqual([
    {
      storageId: warm,
      storageAlias: 'Freezer 1',
      storagePath: 'Freezer 1',
      isStorageDeleted: false,
      beganAt: timeAt(60),
      from: timeAt(60),
      to: timeAt(120),
      seconds: 3600,
      worstC: -52,
    },
  ])
})

test('an excursion of a sample names the storages around its own: each freezer has a Rack A', async () => {
  const { rack, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  await atMinute(200, () => postWarm(rack))
  expect(await excursionsOf(id)).toMatchObject([
    { storageAlias: 'Rack A', storagePath: 'Freezer 1 › Rack A' },
  ])
})

test('only the time that a sample was inside counts: moved in, moved out, or never there', async () => {
  const { warm, box, coldBox } = await freezers()
  const samples = []
  for (const name of ['in', 'out', 'away', 'late']) samples.push((await lab.addSample({ name })).id)
  const [movedIn = '', movedOut = '', away = '', late = ''] = samples
  await atMinute(1, () => place(movedIn, coldBox, 'A1'))
  await atMinute(2, () => place(movedOut, box, 'A1'))
  await atMinute(3, () => place(away, coldBox, 'A2'))
  await atMinute(90, () => move(movedIn, box, 2))
  await atMinute(80, () => move(movedOut, coldBox, 3))
  await atMinute(130, () => place(late, box, 'A4'))
  await atMinute(200, () => postWarm(warm))
  const seconds = async (id: string) =>
    (await excursionsOf(id)).map(({ seconds }: { seconds: number }) => seconds)
  expect(await seconds(movedIn)).toEqual([30 * 60])
  expect(await seconds(movedOut)).toEqual([20 * 60])
  expect(await seconds(away)).toEqual([])
  expect(await seconds(late)).toEqual([])
  const query = { storageId: String(warm), beganAt: timeAt(60) }
  const inside = (await lab.get('/temperatures/samples', query)).json()
  expect(inside.totalSamples).toBe(2)
  expect(
    inside.samples.map(({ name, seconds }: { name: string; seconds: number }) => [name, seconds]).toSorted(),
  ).toEqual([
    ['in', 1800],
    ['out', 1200],
  ])
})

test('a rack that is carried to another freezer takes its samples out of the excursion', async () => {
  const { warm, cold, rack, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  await atMinute(75, () => post('/storage/update', { id: rack, parentID: cold }))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ to: timeAt(75), seconds: 900 }])
})

test('late readings that end the excursion earlier change the excursions of the samples', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  const readings = (minutes: number[], celsius: number) =>
    minutes.map((minute) => ({ at: timeAt(minute), celsius }))
  await atMinute(110, () =>
    post('/temperatures/post', { storageId: warm, readings: readings([60, 75, 100], -60) }),
  )
  expect(await excursionsOf(id)).toMatchObject([{ from: timeAt(60), to: null, seconds: 3000 }])
  await post('/temperatures/post', { storageId: warm, readings: readings([76], -80) })
  expect(await excursionsOf(id)).toMatchObject([{ from: timeAt(60), to: timeAt(76) }])
})

test('a sample that was deleted and restored was inside all the time', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  const { deletionId } = await atMinute(70, () => post(`/samples/delete?id=${id}`, {}))
  await atMinute(100, () => post('/deletions/undo', { deletionId }))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ seconds: 3600 }])
})

test('a page beyond the last one has the total of the samples that were inside', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  await atMinute(200, () => postWarm(warm))
  const query = { storageId: String(warm), beganAt: timeAt(60), pageNumber: '7' }
  const reply = await lab.get('/temperatures/samples', query)
  expect(reply.json()).toEqual({ samples: [], totalSamples: 1 })
})

test('a malformed id of a sample is treated as not found', async () => {
  expect((await lab.get('/temperatures/sample', { sampleId: 'x' })).json().code).toBe('sample-not-found')
})

test('the time that a sample is checked out does not count, whether it came back or not', async () => {
  const { warm, box } = await freezers()
  const stillOut = (await lab.addSample({ name: 'still out' })).id
  const returned = (await lab.addSample({ name: 'returned' })).id
  await atMinute(1, () => place(stillOut, box, 'A1'))
  await atMinute(2, () => place(returned, box, 'A2'))
  const identifiers = [stillOut, returned]
  await atMinute(90, () => post('/custody/check-out', { identifiers, purpose: 'Extraction' }))
  await atMinute(100, () => post('/custody/return', { identifiers: [returned] }))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(stillOut)).toMatchObject([{ to: timeAt(90), seconds: 30 * 60 }])
  expect(await excursionsOf(returned)).toMatchObject([{ to: timeAt(120), seconds: 50 * 60 }])
})

test('a sample that was reported missing while it was checked out is not inside until it is found', async () => {
  const { warm, box } = await freezers()
  const stillMissing = (await lab.addSample({ name: 'still missing' })).id
  const found = (await lab.addSample({ name: 'found' })).id
  const missingAgain = (await lab.addSample({ name: 'missing again' })).id
  const lostInside = (await lab.addSample({ name: 'lost inside' })).id
  const all = [stillMissing, found, missingAgain, lostInside]
  for (const [index, id] of all.entries()) await atMinute(1, () => place(id, box, `A${index + 1}`))
  const out = [stillMissing, found, missingAgain]
  const set = (sampleIds: string[], custody: string) =>
    post('/custody/set', { sampleIds, custody, reason: 'Not on the shelf' })
  await atMinute(70, () => post('/custody/check-out', { identifiers: out, purpose: 'Extraction' }))
  await atMinute(75, () => set(all, 'MISSING'))
  await atMinute(90, () => set([found], 'AVAILABLE'))
  const { eventIds } = await atMinute(95, () => set([missingAgain], 'AVAILABLE'))
  await atMinute(100, () => post('/custody/undo', { eventIds }))
  await atMinute(200, () => postWarm(warm))
  const minutes = async (id: string) => (await excursionsOf(id))[0].seconds / 60
  expect(await minutes(stillMissing)).toBe(10)
  expect(await minutes(found)).toBe(10 + 30)
  expect(await minutes(missingAgain)).toBe(10)
  expect(await minutes(lostInside)).toBe(60)
  const query = { storageId: String(warm), beganAt: timeAt(60) }
  const { samples } = (await lab.get('/temperatures/samples', query)).json()
  expect(samples.map(({ seconds }: { seconds: number }) => seconds / 60)).toEqual([10, 40, 10, 60])
})

test('a sample that was lost in its cell is inside when an undo makes it missing again, after a loss outside that was undone', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  const set = (custody: string) =>
    post('/custody/set', { sampleIds: [id], custody, reason: 'Not on the shelf' })
  const undo = ({ eventIds }: { eventIds: number[] }) => post('/custody/undo', { eventIds })
  await atMinute(61, () => set('MISSING'))
  const found = await atMinute(70, () => set('AVAILABLE'))
  await atMinute(80, () => post('/custody/check-out', { identifiers: [id], purpose: 'Extraction' }))
  const { events } = (await lab.get('/custody/history', { sampleId: id })).json()
  const lostOutside = await atMinute(85, () => set('MISSING'))
  await atMinute(90, () => undo(lostOutside))
  await atMinute(95, () => undo({ eventIds: [events[0].id] }))
  await atMinute(100, () => undo(found))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ seconds: 60 * 60 }])
})

test('a sample that was inside between two readings was at the temperature of the earlier one', async () => {
  const { warm, box, coldBox } = await freezers()
  const once = (await lab.addSample({ name: 'once' })).id
  const twice = (await lab.addSample({ name: 'twice' })).id
  await atMinute(61, () => place(once, box, 'A1'))
  await atMinute(62, () => place(twice, box, 'A2'))
  await atMinute(63, () => move(twice, coldBox, 2))
  await atMinute(64, () => move(once, coldBox, 1))
  await atMinute(76, () => move(twice, box, 2))
  await atMinute(78, () => move(twice, coldBox, 2))
  await atMinute(200, () => postWarm(warm, (minute) => (minute === 60 ? -20 : -65)))
  expect(await excursionsOf(once)).toMatchObject([
    { from: timeAt(61), to: timeAt(64), seconds: 180, worstC: -20 },
  ])
  expect(await excursionsOf(twice)).toMatchObject([
    { from: timeAt(62), to: timeAt(78), seconds: 180, worstC: -20 },
  ])
  expect(await secondsInside(warm)).toEqual([180, 180])
})

test('a sample that came after the last reading of an excursion that goes on is at the temperature of that reading', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  const readings = [60, 75].map((minute) => ({ at: timeAt(minute), celsius: minute - 100 }))
  await atMinute(75, () => post('/temperatures/post', { storageId: warm, readings }))
  await atMinute(90, () => place(id, box, 'A1'))
  lab.setNow(minutesLater(100))
  expect(await excursionsOf(id)).toMatchObject([{ from: timeAt(90), to: null, seconds: 600, worstC: -25 }])
  expect(await secondsInside(warm)).toEqual([600])
})

test('what was measured while a sample was checked out is not its worst temperature', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  await atMinute(70, () => post('/custody/check-out', { identifiers: [id], purpose: 'Extraction' }))
  await atMinute(101, () => post('/custody/return', { identifiers: [id] }))
  await atMinute(200, () => postWarm(warm, (minute) => (minute === 85 ? -20 : -65)))
  expect(await excursionsOf(id)).toMatchObject([{ seconds: (10 + 19) * 60, worstC: -65 }])
})

test('an excursion whose readings were deleted stays with its samples, at the worst temperature of all of it', async () => {
  const { warm, box, coldBox } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(61, () => place(id, box, 'A1'))
  await atMinute(95, () => move(id, coldBox, 1))
  await atMinute(100, () => move(id, box, 1))
  await atMinute(200, () => postWarm(warm, (minute) => (minute === 75 ? -20 : -65)))
  const before = await excursionsOf(id)
  expect(before).toMatchObject([{ seconds: (34 + 20) * 60, worstC: -20 }])
  await deleteReadings(90)
  expect(await excursionsOf(id)).toEqual(before)
  await deleteReadings(200)
  expect(await excursionsOf(id)).toEqual(before)
  expect(await secondsInside(warm)).toEqual([(34 + 20) * 60])
})

/** The first freezer fails at -52 °C, its rack is carried to the second one, and it is deleted. */
async function deletedFreezer() {
  const { warm, cold, rack, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  await atMinute(200, () => postWarm(warm))
  await atMinute(201, () => post('/storage/update', { id: rack, parentID: cold }))
  const { deletionId } = await atMinute(202, () => post(`/storage/delete?id=${warm}`, {}))
  // Deletions of other records have ids of another form.
  await post(`/samples/delete?id=${(await lab.addSample()).id}`, {})
  return { id, warm, deletionId }
}

test('a sample keeps the excursion of a freezer that was emptied and deleted', async () => {
  const { id, warm, deletionId } = await deletedFreezer()
  const excursion = { storageId: warm, storageAlias: 'Freezer 1', seconds: 3600, worstC: -52 }
  expect(await excursionsOf(id)).toMatchObject([{ ...excursion, isStorageDeleted: true }])

  await post('/deletions/undo', { deletionId })
  expect(await excursionsOf(id)).toMatchObject([{ ...excursion, isStorageDeleted: false }])
})

test('the list of excursions has those of deleted storages, the list of alarms has not', async () => {
  const { warm } = await deletedFreezer()
  const found = { storageId: warm, storageAlias: 'Freezer 1', isStorageDeleted: true, worstC: -52 }
  const all = (await lab.get('/temperatures/excursions')).json()
  expect(all.excursions[0].storagePath).toBe('Freezer 1')
  expect(all).toMatchObject({ excursions: [found], totalExcursions: 1 })
  const ofFreezer = (await lab.get('/temperatures/excursions', { storageId: `${warm}` })).json()
  expect(ofFreezer).toMatchObject({ excursions: [found], totalExcursions: 1 })
  expect((await lab.get('/temperatures/alarms')).json()).toMatchObject({ alarms: [], totalAlarms: 0 })
})

test('an excursion that went on when its freezer was deleted ends with it, until the freezer is restored', async () => {
  const { warm, cold, rack } = await freezers()
  const readings = [0, 60, 90].map((minute) => ({
    at: timeAt(minute),
    celsius: minute ? -50 : -80,
  }))
  await atMinute(100, () => post('/temperatures/post', { storageId: warm, readings }))
  await atMinute(101, () => post('/storage/update', { id: rack, parentID: cold }))
  const { deletionId } = await atMinute(102, () => post(`/storage/delete?id=${warm}`, {}))
  const excursions = async (query: object = {}) =>
    (await lab.get('/temperatures/excursions', { ...query })).json().excursions
  expect(await excursions()).toMatchObject([{ beganAt: timeAt(60), endedAt: timeAt(102) }])
  expect(await excursions({ from: timeAt(103) })).toEqual([])

  await post('/deletions/undo', { deletionId })
  expect(await excursions({ from: timeAt(103) })).toMatchObject([{ endedAt: null }])
})

test('the worst temperature in a deleted storage follows from the nominal temperature of its parent', async () => {
  const freezer = await add('Freezer 1', 'FREEZER', { nominalTemperatureC: -80 })
  const rack = await add('Rack A', 'RACK', { parentID: freezer })
  const box = await add('Box 1', 'BOX', { parentID: rack })
  const otherRack = await add('Rack B', 'RACK', { parentID: freezer })
  const { id } = await lab.addSample()
  await atMinute(10, () => place(id, box, 'A1'))
  // By 25 °C too cold, and by 15 °C too warm.
  await atMinute(200, () => postWarm(rack, (minute) => (minute === 60 ? -115 : -55)))
  await atMinute(201, () => post('/storage/update', { id: box, parentID: otherRack }))
  await atMinute(202, () => post(`/storage/delete?id=${rack}`, {}))
  expect(await excursionsOf(id)).toMatchObject([{ storageAlias: 'Rack A', worstC: -115 }])
})

test('a sample with more excursions than a page has all of them, page by page, with their total', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(0, () => place(id, box, 'A1'))
  const limits = { lowerC: null, upperC: null, minutesOutside: 0, minutesWithoutReadings: 30 }
  await post('/temperatures/set-limits', { storageId: warm, ...limits })
  // 250 excursions of one minute, each two minutes after the one before.
  const readings = Array.from({ length: 500 }, (_, index) => ({
    at: timeAt(index + 1),
    celsius: index % 2 === 0 ? -50 : -80,
  }))
  await atMinute(600, () => post('/temperatures/post', { storageId: warm, readings }))
  const beginningOf = (index: number) => timeAt(2 * index + 1)
  const page = async (query: object = {}) =>
    (await lab.get('/temperatures/sample', { sampleId: id, ...query })).json()

  const first = await page()
  expect(first.totalExcursions).toBe(250)
  expect(first.excursions).toHaveLength(200)
  expect(first.excursions[0].beganAt).toBe(beginningOf(249))
  const second = await page({ pageNumber: '1' })
  expect(second.totalExcursions).toBe(250)
  expect(second.excursions).toHaveLength(50)
  expect(second.excursions[49].beganAt).toBe(beginningOf(0))
  const short = await page({ pageNumber: '24', pageSize: '10' })
  expect(short.excursions).toHaveLength(10)
  expect(short.excursions[9].beganAt).toBe(beginningOf(0))
  expect(await page({ pageNumber: '9' })).toEqual({ excursions: [], totalExcursions: 250 })
})

/** Confirms the only step of a move by a scan at one minute that is sent at another. */
const confirmLate = async (plan: object, minutes: { scanned: number; sent: number }) => {
  const { move } = await post('/moves/start', plan)
  expect(move.steps).toHaveLength(1)
  const [{ boxCode, to }] = move.steps
  const scannedAt = timeAt(minutes.scanned)
  await atMinute(minutes.sent, () =>
    post('/moves/confirm', { moveId: move.id, boxCode, targetCode: to.code, scannedAt }),
  )
  return move.id as string
}

test('a box that was moved without a connection left the excursion at the scan of its new place', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  await confirmLate({ goal: 'evacuate', storageIds: [warm] }, { scanned: 75, sent: 130 })
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ to: timeAt(75), seconds: 15 * 60 }])
  expect(await secondsInside(warm)).toEqual([15 * 60])
})

test('a box whose confirmation is undone as the last step was in the excursion all the time, one of an undone move was not', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  const scan = { scanned: 75, sent: 90 }
  const first = await confirmLate({ goal: 'evacuate', storageIds: [warm] }, scan)
  await atMinute(95, () => post('/moves/undo-step', { moveId: first }))
  await atMinute(96, () => post('/moves/close', { moveId: first }))
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ seconds: 60 * 60 }])
  lab.setNow(minutesLater(97))
  const second = await confirmLate({ goal: 'evacuate', storageIds: [warm] }, { scanned: 100, sent: 105 })
  await atMinute(110, () => post('/moves/undo', { moveId: second }))
  expect(await excursionsOf(id)).toMatchObject([{ seconds: 50 * 60 }])
})

test('tubes that were merged without a connection left the excursion at the scan of their new box', async () => {
  const { warm, cold, box, coldBox } = await freezers()
  const { id } = await lab.addSample({ name: 'merged' })
  const [there, added] = [await lab.addSample({ name: 'there' }), await lab.addSample({ name: 'added' })]
  await atMinute(1, () => place(id, box, 'A1'))
  for (const [index, tube] of [there, added].entries()) {
    await atMinute(2, () => place(tube.id, coldBox, `B${index + 1}`))
  }
  await confirmLate(
    { goal: 'consolidate', storageIds: [warm, cold], belowPercent: 100 },
    { scanned: 75, sent: 130 },
  )
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ to: timeAt(75), seconds: 15 * 60 }])
  const events = await auditEventsOf(lab, 'sample.arrange')
  expect(events).toMatchObject([{ at: minutesLater(130), entity_id: id, after: { scannedAt: timeAt(75) } }])
})

test('a place that was recorded after a scan stays on record when that scan is sent later', async () => {
  const { warm, box } = await freezers()
  const { id } = await lab.addSample()
  await atMinute(1, () => place(id, box, 'A1'))
  const otherRack = await add('Rack B', 'RACK', { parentID: warm })
  const { move: started } = await post('/moves/start', { goal: 'evacuate', storageIds: [warm] })
  await atMinute(80, () => post('/storage/update', { id: box, parentID: otherRack }))
  const [{ boxCode, to }] = (await lab.get('/moves/get', { id: started.id })).json().move.steps
  const late = { moveId: started.id, boxCode, targetCode: to.code, scannedAt: timeAt(75) }
  const refused = await atMinute(110, () => lab.post('/moves/confirm', late))
  expect(refused.json()).toMatchObject({ code: 'move-step-done' })
  await atMinute(200, () => postWarm(warm))
  expect(await excursionsOf(id)).toMatchObject([{ to: timeAt(120) }])
})
