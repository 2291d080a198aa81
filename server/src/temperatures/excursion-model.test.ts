import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const minuteMs = 60_000
const at = (minute: number) => new Date(testNow.getTime() - 500 * minuteMs + minute * minuteMs)

type Sent = { minute: number; celsius: number }
type Found = { kind: string; from: number; to: number | null; lowest: number | null; highest: number | null }

/** What the readings mean, all in the order of time: the rule in its simplest form. */
function model(readings: readonly Sent[], minutesOutside: number, minutesSilent: number): Found[] {
  const found: Found[] = []
  let run: Sent[] = []
  const end = (to: number | null) => {
    const [first] = run
    const last = run.at(-1)
    if (first && last && last.minute - first.minute >= minutesOutside) {
      const values = run.map(({ celsius }) => celsius * 100)
      const [lowest, highest] = [Math.min(...values), Math.max(...values)]
      found.push({ kind: 'outside', from: first.minute, to, lowest, highest })
    }
    run = []
  }
  readings.forEach((reading, index) => {
    const before = readings[index - 1]
    if (before && reading.minute - before.minute > minutesSilent) {
      found.push({
        kind: 'no-readings',
        from: before.minute,
        to: reading.minute,
        lowest: null,
        highest: null,
      })
    }
    if (reading.celsius < -90 || reading.celsius > -70) run.push(reading)
    else end(reading.minute)
  })
  end(null)
  return found
}

const inOrder = (alarms: Found[]) =>
  alarms.toSorted((one, other) => one.from - other.from || one.kind.localeCompare(other.kind))

async function stored(storageId: number): Promise<Found[]> {
  const rows = await lab.db
    .selectFrom('temperature_alarm')
    .selectAll()
    .where('storage_id', '=', storageId)
    .where('is_withdrawn', '=', false)
    .execute()
  const minuteOf = (time: Date) => (time.getTime() - at(0).getTime()) / minuteMs
  return rows.map(({ kind, began_at, ended_at, lowest, highest }) => ({
    kind,
    from: minuteOf(began_at),
    to: ended_at && minuteOf(ended_at),
    lowest,
    highest,
  }))
}

/** Readings of distinct minutes, the minutes in which they arrive together, and who acknowledges along the way. */
const histories = fc.record({
  readings: fc
    .uniqueArray(
      fc.record({
        minute: fc.integer({ min: 0, max: 120 }),
        celsius: fc.constantFrom(-80, -80, -79, -95, -60, -50),
      }),
      { selector: ({ minute }) => minute, minLength: 1, maxLength: 60 },
    )
    .chain((readings) => fc.shuffledSubarray(readings, { minLength: readings.length })),
  isInOrder: fc.boolean(),
  perPost: fc.integer({ min: 1, max: 12 }),
  minutesOutside: fc.constantFrom(0, 3, 10),
  minutesSilent: fc.constantFrom(2, 10, 30),
  acknowledgesAfter: fc.integer({ min: 0, max: 20 }),
})

test('whatever the order in which readings arrive, the excursions and gaps are those of the readings in order', async () => {
  let storageId = 0
  await fc.assert(
    fc.asyncProperty(histories, async ({ readings, isInOrder, perPost, ...set }) => {
      const alias = `Freezer ${++storageId}`
      const body = { alias, type: 'FREEZER', numberRows: 1, numberColumns: 1, nominalTemperatureC: -80 }
      const { id } = (await lab.post('/storage/add', body)).json().storage
      await lab.post('/temperatures/set-limits', {
        storageId: id,
        lowerC: null,
        upperC: null,
        minutesOutside: set.minutesOutside,
        minutesWithoutReadings: set.minutesSilent,
      })
      const byTime = readings.toSorted((one, other) => one.minute - other.minute)
      const sent = isInOrder ? byTime : readings
      for (let start = 0; start < sent.length; start += perPost) {
        const part = sent.slice(start, start + perPost)
        const posted = await lab.post('/temperatures/post', {
          storageId: id,
          readings: part.map(({ minute, celsius }) => ({ at: at(minute).toISOString(), celsius })),
        })
        expect(posted.statusCode, posted.body).toBe(200)
        if (start / perPost === set.acknowledgesAfter) {
          const { alarms } = (await lab.get('/temperatures/alarms', { storageId: String(id) })).json()
          const named = alarms.map(({ kind, beganAt }: Record<string, string>) => ({
            storageId: id,
            kind,
            beganAt,
          }))
          if (named.length > 0) await lab.post('/temperatures/acknowledge', { alarms: named, note: 'Seen' })
        }
      }
      // A silence that goes on is acknowledged before it ends, and stays as it was.
      const silence = { kind: 'no-readings', from: byTime.at(-1)?.minute, to: null }
      const found = (await stored(id)).filter(
        ({ kind, from, to }) => !(kind === silence.kind && from === silence.from && to === null),
      )
      expect(inOrder(found)).toEqual(inOrder(model(byTime, set.minutesOutside, set.minutesSilent)))
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('no alarm is lost by readings that come in order, whatever minutes are set along the way', async () => {
  let storageId = 0
  const minutes = fc.record({
    outside: fc.integer({ min: 0, max: 60 }),
    silent: fc.integer({ min: 1, max: 60 }),
  })
  const property = fc.asyncProperty(
    histories,
    fc.array(minutes, { minLength: 2 }),
    async (history, settings) => {
      const alias = `Freezer ${++storageId}`
      const body = { alias, type: 'FREEZER', numberRows: 1, numberColumns: 1, nominalTemperatureC: -80 }
      const { id } = (await lab.post('/storage/add', body)).json().storage
      const byTime = history.readings.toSorted((one, other) => one.minute - other.minute)
      let known: string[] = []
      for (let start = 0; start < byTime.length; start += history.perPost) {
        const { outside = 0, silent = 1 } = settings[(start / history.perPost) % settings.length] ?? {}
        await lab.post('/temperatures/set-limits', {
          storageId: id,
          lowerC: null,
          upperC: null,
          minutesOutside: outside,
          minutesWithoutReadings: silent,
        })
        const readings = byTime
          .slice(start, start + history.perPost)
          .map(({ minute, celsius }) => ({ at: at(minute).toISOString(), celsius }))
        expect((await lab.post('/temperatures/post', { storageId: id, readings })).statusCode).toBe(200)
        const present = (await stored(id)).map(({ kind, from }) => `${kind} ${from}`)
        expect(present).toEqual(expect.arrayContaining(known))
        known = present
      }
    },
  )
  await fc.assert(property, { numRuns: 30 })
}, 120_000)
