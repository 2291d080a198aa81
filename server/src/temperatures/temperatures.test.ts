import { timeInMessage } from '@lims/contract/message-times.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countQueries } from '../../test/count-queries.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { acknowledgeAlarms } from './acknowledge-alarms.ts'

const lab = await openLab()

const minute = 60_000
/** A time this many minutes before the clock of the test. */
const ago = (minutes: number) => new Date(testNow.getTime() - minutes * minute).toISOString()
const addStorage = async (more: object = {}): Promise<number> =>
  (
    await lab.post('/storage/add', {
      alias: 'Freezer 1',
      type: 'FREEZER',
      numberRows: 3,
      numberColumns: 3,
      ...more,
    })
  ).json().storage.id
const freezer = (more: object = {}) => addStorage({ nominalTemperatureC: -80, ...more })
const post = async (storageId: number, readings: [minutesAgo: number, celsius: number][]) => {
  const body = { storageId, readings: readings.map(([at, celsius]) => ({ at: ago(at), celsius })) }
  return (await lab.post('/temperatures/post', body)).json()
}
const excursions = async (query: Record<string, string> = {}) =>
  (await lab.get('/temperatures/excursions', query)).json().excursions
const alarms = async () => (await lab.get('/temperatures/alarms')).json().alarms
const actions = async () =>
  (await lab.db.selectFrom('audit_event').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )

/** Readings every five minutes from 60 to 0 minutes ago: warm from 40 to 20 minutes ago. */
const warmForAWhile: [number, number][] = Array.from({ length: 13 }, (_, index) => {
  const minutesAgo = 60 - index * 5
  return [minutesAgo, minutesAgo <= 40 && minutesAgo >= 20 ? -60 + index : -80.5]
})

test('a storage has the nominal temperature of the nearest storage around it that has one', async () => {
  const id = await freezer({ nominalTemperatureC: -80.5 })
  const shelf = await addStorage({ alias: 'Shelf', type: 'SHELF', parentID: id })
  const box = await addStorage({ alias: 'Box', type: 'BOX', parentID: shelf })
  const temperatures = async () => {
    const { storage } = (await lab.get('/storage/get', { id: String(box) })).json()
    return [storage.nominalTemperatureC, storage.effectiveTemperatureC]
  }
  expect(await temperatures()).toEqual([null, -80.5])
  await lab.post('/storage/update', { id: shelf, nominalTemperatureC: -20 })
  expect(await temperatures()).toEqual([null, -20])
  await lab.post('/storage/update', { id: shelf, nominalTemperatureC: null })
  expect(await temperatures()).toEqual([null, -80.5])
  const [event] = await auditEventsOf(lab, 'storage.update')
  expect(event).toMatchObject({ before: { nominalTemperatureC: null }, after: { nominalTemperatureC: -20 } })
})

test.each([-273.16, 100.5, '-80', Number.NaN])('a nominal temperature of %s is refused', async (nominal) => {
  const body = { alias: 'A', type: 'FREEZER', numberRows: 1, numberColumns: 1, nominalTemperatureC: nominal }
  const reply = await lab.post('/storage/add', body)
  if (Number.isNaN(nominal)) expect(reply.json().storage.nominalTemperatureC).toBeNull()
  else expect(reply.json().message).toMatch('must be a temperature from -273.15 to 100 °C')
})

test('a deleted storage comes back with its nominal temperature and its readings', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  const { deletionId } = (await lab.post(`/storage/delete?id=${id}`, {})).json()
  expect((await lab.get('/temperatures/alarms')).json().alarms).toEqual([])
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect((await lab.get('/storage/get', { id: String(id) })).json().storage.nominalTemperatureC).toBe(-80)
  expect(await excursions()).toHaveLength(1)
})

test('an alarm names the storages around its own: each freezer has a Shelf 2', async () => {
  const shelf = await addStorage({ alias: 'Shelf 2', type: 'SHELF', parentID: await freezer() })
  await post(shelf, warmForAWhile)
  expect(await alarms()).toMatchObject([{ storageAlias: 'Shelf 2', storagePath: 'Freezer 1 › Shelf 2' }])
})

test('readings outside the limits for the set time are an excursion, until the first reading inside', async () => {
  const id = await freezer()
  expect(await post(id, warmForAWhile)).toEqual({
    success: true,
    storageId: id,
    added: 13,
    repeated: 0,
    conflicting: 0,
  })
  expect(await excursions({ storageId: String(id) })).toEqual([
    {
      storageId: id,
      storageAlias: 'Freezer 1',
      storagePath: 'Freezer 1',
      isStorageDeleted: false,
      kind: 'outside',
      beganAt: ago(40),
      endedAt: ago(15),
      lowestC: -56,
      highestC: -52,
      worstC: -52,
      acknowledgedAt: null,
      acknowledgedByName: null,
      note: '',
    },
  ])
  expect((await lab.get('/temperatures/get', { storageId: String(id) })).json().state).toMatchObject({
    lowerC: null,
    effectiveLowerC: -90,
    effectiveUpperC: -70,
    last: { at: ago(0), celsius: -80.5, isOutside: false },
  })
})

test('nine minutes outside are not an excursion, ten are', async () => {
  const id = await freezer()
  await post(id, [
    [30, -80],
    [20, -50],
    [11, -50],
  ])
  expect(await excursions()).toEqual([])
  await post(id, [[10, -50]])
  expect(await excursions()).toMatchObject([{ beganAt: ago(20), endedAt: null }])
})

test('a reading that is sent twice counts once, and another value at the same time is ignored', async () => {
  const id = await freezer()
  await post(id, [
    [10, -80],
    [9, -79.5],
  ])
  expect(
    await post(id, [
      [10, -80],
      [9, -70],
      [8, -79],
      [8, -79],
      [8, -12],
    ]),
  ).toMatchObject({ added: 1, repeated: 2, conflicting: 2 })
  const { points } = (
    await lab.get('/temperatures/curve', { storageId: String(id), from: ago(60), to: ago(0) })
  ).json()
  expect(points.map(({ at, meanC }: { at: string; meanC: number }) => [at, meanC])).toEqual([
    [ago(10), -80],
    [ago(9), -79.5],
    [ago(8), -79],
  ])
})

test('a storage is named by its id, the code on its label or its alias', async () => {
  const id = await freezer()
  const readings = (at: number) => [{ at: ago(at), celsius: -80 }]
  const send = async (body: object) => (await lab.post('/temperatures/post', body)).json()
  expect(await send({ storage: storageCode(id), readings: readings(3) })).toMatchObject({ storageId: id })
  expect(await send({ storage: 'freezer 1', readings: readings(2) })).toMatchObject({
    storageId: id,
    added: 1,
  })
  expect(await send({ storage: 'Freezer 9', readings: readings(1) })).toMatchObject({
    code: 'storage-not-found',
    message: "No storage is called 'Freezer 9'.",
  })
  expect(await send({ storage: storageCode(999), readings: readings(1) })).toMatchObject({
    code: 'storage-not-found',
  })
  expect(await send({ readings: readings(1) })).toMatchObject({ code: 'request-invalid' })
  await freezer()
  expect((await send({ storage: 'Freezer 1', readings: readings(1) })).message).toBe(
    "More than one storage is called 'Freezer 1'. Send its id, or the code on its label.",
  )
})

test.each([
  [-273.16, ago(1), 'must be a temperature from -273.15 to 200 °C'],
  [200.01, ago(1), 'must be a temperature from -273.15 to 200 °C'],
  ['-80', ago(1), 'must be a temperature from -273.15 to 200 °C'],
  [
    -80,
    ago(-6),
    `The reading of ${timeInMessage(new Date(ago(-6)))} is in the future. Check the clock of the logger.`,
  ],
  [-80, '2021-11-20T08:59:00.000Z', 'is more than 5 years old. Check the clock of the logger.'],
  [-80, 'yesterday', 'must be a time such as 2026-11-20T09:30:00Z'],
])('a reading of %s at %s is refused with a sentence', async (celsius, at, sentence) => {
  const storageId = await freezer()
  const reply = await lab.post('/temperatures/post', {
    storageId,
    readings: [
      { at: ago(2), celsius: -80 },
      { at, celsius },
    ],
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toMatch(sentence)
  expect(await lab.db.selectFrom('temperature_reading').selectAll().execute()).toEqual([])
})

test('at most 10,000 readings are posted at once', async () => {
  const storageId = await freezer()
  const readings = Array.from({ length: 10_001 }, (_, index) => ({ at: ago(index), celsius: -80 }))
  const reply = await lab.post('/temperatures/post', { storageId, readings })
  expect(reply.json().message).toMatch('may be at most 10,000 readings')
  expect(
    (await lab.post('/temperatures/post', { storageId, readings: readings.slice(1) })).json().added,
  ).toBe(10_000)
})

test('an excursion that does not exist has no list of samples', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  const [{ beganAt }] = await excursions()
  const samples = (time: string) => lab.get('/temperatures/samples', { storageId: String(id), beganAt: time })
  expect((await samples(beganAt)).json()).toEqual({ samples: [], totalSamples: 0 })
  const reply = await samples(ago(41))
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'temperature-alarm-not-found'])
})

test('a logger that falls silent is an alarm after the set time, and no longer when readings come again', async () => {
  const id = await freezer()
  await freezer({ alias: 'Without a logger' })
  await post(id, [[10, -80]])
  lab.setNow(minutesLater(20))
  expect(await alarms()).toEqual([])
  lab.setNow(minutesLater(21))
  expect(await alarms()).toMatchObject([
    { storageId: id, kind: 'no-readings', beganAt: ago(10), endedAt: null, worstC: null },
  ])

  const alarm = { storageId: id, kind: 'no-readings', beganAt: ago(10) }
  const acknowledge = () =>
    lab.post('/temperatures/acknowledge', { alarms: [alarm], note: 'Battery changed' })
  expect((await acknowledge()).json()).toEqual({ success: true, acknowledged: 1 })
  expect(await alarms()).toMatchObject([{ note: 'Battery changed', acknowledgedByName: 'Ada Lindqvist' }])
  expect((await acknowledge()).json()).toEqual({
    code: 'temperature-alarm-not-found',
    message: 'This alarm no longer exists, or another person has acknowledged it.',
  })

  await post(id, [[-21, -80]])
  expect(await alarms()).toEqual([])
  expect((await lab.db.selectFrom('temperature_alarm').selectAll().execute()).length).toBe(1)
})

test('a gap between readings stays an alarm until it is acknowledged, and vanishes if late readings fill it', async () => {
  const id = await freezer()
  await post(id, [
    [100, -80],
    [0, -80],
  ])
  expect(await alarms()).toMatchObject([{ kind: 'no-readings', beganAt: ago(100), endedAt: ago(0) }])
  await post(id, [[50, -80]])
  expect(await alarms()).toHaveLength(2)
  await post(id, [
    [75, -80],
    [25, -80],
  ])
  expect(await alarms()).toEqual([])
})

test('an acknowledged excursion is kept when late readings make it longer, and only one of two people acknowledges it', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  const alarm = { storageId: id, kind: 'outside', beganAt: ago(40) }
  const bo = await lab.signIn('bo', 'Bo Chen')
  const both = await Promise.all([
    lab.post('/temperatures/acknowledge', { alarms: [alarm], note: 'Door was open' }),
    lab.post('/temperatures/acknowledge', { alarms: [alarm], note: 'Door was ajar' }, bo),
  ])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
  expect(await alarms()).toEqual([])
  await post(id, [[42, -50]])
  expect(await alarms()).toEqual([])
  expect(await excursions()).toMatchObject([{ beganAt: ago(42), highestC: -50, note: /Door was/ }])
})

test('six alarms are acknowledged with as many queries as one', async () => {
  const ids: number[] = []
  for (let index = 1; index <= 7; index += 1) {
    const id = await freezer({ alias: `Freezer ${index}` })
    await post(id, warmForAWhile)
    ids.push(id)
  }
  const [one, ...six] = ids.map((storageId) => ({ storageId, kind: 'outside' as const, beganAt: ago(40) }))
  const acknowledge = (chosen: typeof six) =>
    countQueries(lab.db, (trx) =>
      acknowledgeAlarms(trx, { alarms: chosen, note: 'Doors' }, { userId: 'ada', at: testNow }),
    )
  const queriesOfOne = await acknowledge(one ? [one] : [])
  expect(await acknowledge(six)).toBe(queriesOfOne)
  expect(await alarms()).toEqual([])
})

test('a person leaves an audit event with each post of readings, a token one a day and storage', async () => {
  const id = await freezer()
  const before = (await actions()).length
  await post(id, [[10, -80]])
  await post(id, [[10, -80]])
  expect((await actions()).slice(before)).toEqual(['temperature.post'])
  const { token } = await apiTokens(lab).create({ permissions: ['temperature.post'] })
  const start = (await actions()).length
  for (const at of [9, 8, 7]) {
    await lab.post('/temperatures/post', { storageId: id, readings: [{ at: ago(at), celsius: -80 }] }, token)
  }
  expect((await actions()).slice(start)).toEqual(['temperature.post'])
  const refused = await lab.get('/temperatures/alarms', {}, token)
  expect(refused.statusCode).toBe(403)
})

test('two loggers that post to one storage at once lose no reading and double no excursion', async () => {
  const id = await freezer()
  const even = warmForAWhile.filter((_, index) => index % 2 === 0)
  const odd = warmForAWhile.filter((_, index) => index % 2 === 1)
  await Promise.all([...even, ...odd].map((reading) => post(id, [reading])))
  expect(await excursions()).toMatchObject([{ beganAt: ago(40), endedAt: ago(15), highestC: -52 }])
  const stored = await lab.db.selectFrom('temperature_reading').selectAll().execute()
  expect(stored).toHaveLength(warmForAWhile.length)
})

test('a curve of any length has at most 1,000 points, with the lowest and the highest of each', async () => {
  const id = await freezer()
  await post(
    id,
    Array.from({ length: 5000 }, (_, index): [number, number] => [index, index === 777 ? -40 : -80]),
  )
  const query = { storageId: String(id), from: ago(5000), to: ago(-1) }
  const { points, secondsPerPoint } = (await lab.get('/temperatures/curve', query)).json()
  expect(points.length).toBeLessThanOrEqual(1000)
  expect(secondsPerPoint).toBe(301)
  expect(points.reduce((sum: number, { readings }: { readings: number }) => sum + readings, 0)).toBe(5000)
  expect(Math.max(...points.map(({ highestC }: { highestC: number }) => highestC))).toBe(-40)
  const wrong = await lab.get('/temperatures/curve', { ...query, from: ago(0), to: ago(1) })
  expect(wrong.json()).toMatchObject({ message: 'from must be before to', field: 'from' })
})
