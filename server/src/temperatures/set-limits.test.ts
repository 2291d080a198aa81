import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()

const minute = 60_000
/** A time this many minutes before the clock of the test. */
const ago = (minutes: number) => new Date(testNow.getTime() - minutes * minute).toISOString()
const freezer = async (): Promise<number> => {
  const body = {
    alias: 'Freezer 1',
    type: 'FREEZER',
    numberRows: 3,
    numberColumns: 3,
    nominalTemperatureC: -80,
  }
  return (await lab.post('/storage/add', body)).json().storage.id
}
const post = (storageId: number, readings: [minutesAgo: number, celsius: number][]) =>
  lab.post('/temperatures/post', {
    storageId,
    readings: readings.map(([at, celsius]) => ({ at: ago(at), celsius })),
  })
const excursions = async () => (await lab.get('/temperatures/excursions')).json().excursions
const alarms = async () => (await lab.get('/temperatures/alarms')).json().alarms

/** Readings every five minutes from 60 to 0 minutes ago: warm from 40 to 20 minutes ago. */
const warmForAWhile: [number, number][] = Array.from({ length: 13 }, (_, index) => {
  const minutesAgo = 60 - index * 5
  return [minutesAgo, minutesAgo <= 40 && minutesAgo >= 20 ? -60 + index : -80.5]
})

test('new limits judge the readings from then on, and earlier ones only if that is wanted', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  const limits = { storageId: id, lowerC: null, upperC: -40, minutesOutside: 10, minutesWithoutReadings: 30 }
  const first = (await lab.post('/temperatures/set-limits', limits)).json()
  expect(first.state).toMatchObject({ upperC: -40, effectiveLowerC: -90, effectiveUpperC: -40 })
  expect(await excursions()).toHaveLength(1)
  const again = { ...limits, applySince: ago(60), version: first.state.version }
  expect((await lab.post('/temperatures/set-limits', again)).statusCode).toBe(200)
  expect(await excursions()).toEqual([])
  expect((await lab.post('/temperatures/set-limits', again)).json().code).toBe('version-stale')
  await lab.post('/temperatures/set-limits', { ...limits, upperC: -70, applySince: ago(60) })
  expect(await excursions()).toMatchObject([{ beganAt: ago(40) }])
  for (const inverted of [{ upperC: -90 }, { lowerC: -40 }, { lowerC: -20, upperC: -40 }]) {
    expect((await lab.post('/temperatures/set-limits', { ...limits, ...inverted })).json()).toEqual({
      code: 'request-invalid',
      message: 'The lower limit must be below the upper limit.',
      field: 'lowerC',
    })
  }
})

const setMinutes = (storageId: number, minutes: { outside?: number; silent?: number; applySince?: string }) =>
  lab.post('/temperatures/set-limits', {
    storageId,
    lowerC: null,
    upperC: null,
    minutesOutside: minutes.outside ?? 10,
    minutesWithoutReadings: minutes.silent ?? 30,
    applySince: minutes.applySince,
  })

test('an excursion that goes on stays an alarm when the minutes are raised from now on', async () => {
  const id = await freezer()
  await post(id, [
    [30, -80],
    [25, -60],
    [0, -55],
  ])
  await setMinutes(id, { outside: 60 })
  await post(id, [[-1, -54]])
  expect(await alarms()).toMatchObject([{ beganAt: ago(25), endedAt: null, highestC: -54 }])
  await post(id, [
    [12, -52],
    [-2, -53],
  ])
  expect(await alarms()).toMatchObject([{ beganAt: ago(25), endedAt: null, highestC: -52 }])
  await post(id, [
    [-3, -80],
    [-4, -50],
  ])
  expect(await alarms()).toMatchObject([{ beganAt: ago(25), endedAt: ago(-3), highestC: -52 }])
  await setMinutes(id, { outside: 60, applySince: ago(25) })
  expect(await alarms()).toEqual([])
})

test('a late reading does not judge the length of an earlier excursion by the minutes of today', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  await setMinutes(id, { outside: 60 })
  await post(id, [
    [42, -60],
    [33, -50],
  ])
  expect(await excursions()).toMatchObject([{ beganAt: ago(42), endedAt: ago(15), highestC: -50 }])
  await post(id, [[17, -79]])
  expect(await excursions()).toMatchObject([{ beganAt: ago(42), endedAt: ago(17) }])
  await post(id, [[31, -79]])
  expect(await excursions()).toEqual([])
})

test('gaps and an acknowledged silence stay when the minutes are raised from now on', async () => {
  const id = await freezer()
  await post(id, [
    [160, -80],
    [150, -60],
    [110, -60],
    [40, -60],
  ])
  const silence = { storageId: id, kind: 'no-readings', beganAt: ago(40) }
  await lab.post('/temperatures/acknowledge', { alarms: [silence], note: 'Battery is dead' })
  const silences = async () => (await alarms()).filter(({ kind }: { kind: string }) => kind === 'no-readings')
  await setMinutes(id, { silent: 90 })
  await post(id, [[155, -60]])
  const first = { beganAt: ago(150), endedAt: ago(110) }
  // What nobody has acknowledged comes first.
  expect(await silences()).toMatchObject([
    { beganAt: ago(110), endedAt: ago(40) },
    first,
    { beganAt: ago(40), endedAt: null, note: 'Battery is dead' },
  ])
  await post(id, [[100, -60]])
  expect(await silences()).toMatchObject([first, { note: 'Battery is dead' }])

  lab.setNow(minutesLater(5))
  await post(id, [[-1, -60]])
  expect(await silences()).toMatchObject([first])
  const ended = () =>
    lab.db
      .selectFrom('temperature_alarm')
      .select('ended_at')
      .where('note', '<>', '')
      .where('is_withdrawn', '=', false)
  expect(await ended().execute()).toEqual([{ ended_at: new Date(ago(-1)) }])
  await setMinutes(id, { silent: 90, applySince: ago(160) })
  expect(await silences()).toEqual([])
  expect(await ended().execute()).toEqual([])
})

test('late readings end an acknowledged silence, whichever minutes were set since', async () => {
  const id = await freezer()
  await post(id, [[40, -80]])
  const silence = { storageId: id, kind: 'no-readings', beganAt: ago(40) }
  await lab.post('/temperatures/acknowledge', { alarms: [silence], note: 'Network is down' })
  await post(id, [
    [20, -80],
    [0, -80],
  ])
  const kept = lab.db.selectFrom('temperature_alarm').select('is_withdrawn')
  expect(await kept.execute()).toEqual([{ is_withdrawn: true }])
})

test('alarms whose readings were deleted to free space stay when limits are applied to all readings', async () => {
  const id = await freezer()
  await post(id, warmForAWhile)
  await sql`delete from temperature_reading where at < ${ago(10)}`.execute(lab.db)
  await setMinutes(id, { outside: 60, applySince: ago(1000) })
  expect(await excursions()).toMatchObject([{ beganAt: ago(40), endedAt: ago(15), highestC: -52 }])
})

const setLimits = (storageId: number, own: { lowerC?: number; upperC?: number }) =>
  lab.post('/temperatures/set-limits', {
    storageId,
    lowerC: null,
    upperC: null,
    minutesOutside: 10,
    minutesWithoutReadings: 30,
    ...own,
  })
const setNominal = (id: number, nominalTemperatureC: number | null) =>
  lab.post('/storage/update', { id, nominalTemperatureC })

async function addRack(alias: string, parentID: number, nominalTemperatureC: number | null = null) {
  const body = { alias, type: 'RACK', numberRows: 3, numberColumns: 3, parentID, nominalTemperatureC }
  return (await lab.post('/storage/add', body)).json().storage.id
}

test('a nominal temperature whose limits would be inverted is refused at its field, and changes nothing', async () => {
  const id = await freezer()
  await setLimits(id, { upperC: -60 })
  const refused = await setNominal(id, -45)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({
    code: 'request-invalid',
    message:
      'Freezer 1 has the upper limit −60 °C, and its lower limit would be −55 °C. Change its limits first, on its tab Temperature.',
    field: 'nominalTemperatureC',
  })
  expect((await lab.get(`/storage/get?id=${id}`)).json().storage).toMatchObject({
    nominalTemperatureC: -80,
    version: 1,
  })
  await setLimits(id, { lowerC: -85 })
  expect((await setNominal(id, -95)).json().message).toContain(
    'has the lower limit −85 °C, and its upper limit',
  )
  expect((await setNominal(id, -90)).statusCode).toBe(200)
  expect((await setNominal(id, null)).statusCode).toBe(200)
})

test('a nominal temperature is also refused for the limits of a storage inside that follow it', async () => {
  const id = await freezer()
  const rack = await addRack('Rack 1', id)
  await setLimits(rack, { upperC: -60 })
  const ownTemperature = await addRack('Rack 2', id, -80)
  await setLimits(ownTemperature, { upperC: -75 })
  expect((await setNominal(id, -45)).json().message).toContain(
    'Freezer 1 › Rack 1 has the upper limit −60 °C',
  )
  await setLimits(rack, {})
  expect((await setNominal(id, -45)).statusCode).toBe(200)
  await setLimits(rack, { upperC: -50 })
  await setNominal(rack, -80)
  expect((await setNominal(rack, null)).statusCode).toBe(200)
  await setNominal(rack, -80)
  await setLimits(rack, { upperC: -60 })
  expect((await setNominal(rack, null)).json()).toMatchObject({ field: 'nominalTemperatureC' })
})

test('of limits and a nominal temperature that two people set at once, and that invert, the later is refused', async () => {
  const [one, other] = [await freezer(), await freezer()]
  const [warm, limits] = await overlap(lab.db, [
    () => setNominal(one, -45),
    () => setLimits(one, { upperC: -60 }),
  ])
  expect(warm?.statusCode, warm?.body).toBe(200)
  expect(limits?.json()).toMatchObject({ code: 'request-invalid', field: 'lowerC' })
  const [first, second] = await overlap(lab.db, [
    () => setLimits(other, { upperC: -60 }),
    () => setNominal(other, -45),
  ])
  expect(first?.statusCode, first?.body).toBe(200)
  expect(second?.json()).toMatchObject({ code: 'request-invalid', field: 'nominalTemperatureC' })
})

test('of two nominal temperatures that are changed at once, and that invert limits together, the later is refused', async () => {
  const outer = await freezer()
  const rack = await addRack('Rack 1', outer, -80)
  await setLimits(rack, { upperC: -60 })
  const [own, around] = await overlap(lab.db, [() => setNominal(rack, null), () => setNominal(outer, -45)])
  expect(own?.statusCode, own?.body).toBe(200)
  expect(around?.json()).toMatchObject({ code: 'request-invalid', field: 'nominalTemperatureC' })
})

test('a nominal temperature by which a limit would equal the other is refused, whatever its decimals', async () => {
  const id = await freezer()
  await setNominal(id, -60)
  await setLimits(id, { lowerC: -60.1 })
  expect((await setNominal(id, -70.1)).json()).toMatchObject({ field: 'nominalTemperatureC' })
})

async function addFridge() {
  const body = { alias: 'Fridge 1', type: 'FREEZER', numberRows: 3, numberColumns: 3, nominalTemperatureC: 4 }
  return (await lab.post('/storage/add', body)).json().storage.id
}
const moveInto = (id: number, parentID: number) => lab.post('/storage/update', { id, parentID })

test('a move into another temperature is refused if it inverts limits, and changes nothing', async () => {
  const [cold, warm] = [await freezer(), await addFridge()]
  const rack = await addRack('Rack 1', cold)
  await setLimits(rack, { upperC: -60 })
  const refused = await moveInto(rack, warm)
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'request-invalid',
      message:
        'Freezer 1 › Rack 1 has the upper limit −60 °C, and its lower limit would be −6 °C. Change its limits first, on its tab Temperature.',
    },
  ])
  const cell = { rowCoordinate: 1, columnCoordinate: 1 }
  const associated = { parentStorageId: warm, childStorageId: rack, ...cell }
  expect((await lab.post('/storage/associate', associated)).json()).toEqual(refused.json())
  const { storage } = (await lab.get(`/storage/get?id=${rack}`)).json()
  expect(storage).toMatchObject({ parentID: cold, version: 1 })
  expect((await moveInto(rack, 0)).statusCode).toBe(200)
  await setLimits(rack, { upperC: 10 })
  expect((await moveInto(rack, warm)).statusCode).toBe(200)
})

test('a move is also refused for the limits of a storage inside, and not for one with its own temperature', async () => {
  const [cold, warm] = [await freezer(), await addFridge()]
  const [rack, ownTemperature] = [await addRack('Rack 1', cold), await addRack('Rack 2', cold, -80)]
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 9, numberColumns: 9 }
  const { id } = (await lab.post('/storage/add', { ...box, parentID: rack })).json().storage
  await setLimits(id, { upperC: -60 })
  await setLimits(ownTemperature, { upperC: -60 })
  expect((await moveInto(rack, warm)).json().message).toContain(
    'Freezer 1 › Rack 1 › Box 1 has the upper limit −60 °C',
  )
  expect((await moveInto(ownTemperature, warm)).statusCode).toBe(200)
})

test('of a move and a nominal temperature around the new place that invert limits together, the later is refused', async () => {
  const [cold, warming] = [await freezer(), await freezer()]
  const [rack, other] = [await addRack('Rack 1', cold), await addRack('Rack 2', cold)]
  const around = await addRack('Rack 3', warming)
  await setLimits(rack, { upperC: -60 })
  await setLimits(other, { upperC: -60 })
  const [moved, warmed] = await overlap(lab.db, [() => moveInto(rack, around), () => setNominal(warming, 4)])
  expect(moved?.statusCode, moved?.body).toBe(200)
  expect(warmed?.json()).toMatchObject({ code: 'request-invalid', field: 'nominalTemperatureC' })
  await moveInto(rack, cold)
  const [first, second] = await overlap(lab.db, [() => setNominal(warming, 4), () => moveInto(other, around)])
  expect(first?.statusCode, first?.body).toBe(200)
  expect(second?.json()).toMatchObject({ code: 'request-invalid' })
  expect(second?.json().message).toContain('Rack 2 has the upper limit −60 °C')
})
