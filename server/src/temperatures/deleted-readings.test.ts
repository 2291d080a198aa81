import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const ago = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString()

async function freezer(): Promise<number> {
  const shape = { alias: 'Freezer 1', type: 'FREEZER', numberRows: 3, numberColumns: 3 }
  return (await lab.post('/storage/add', { ...shape, nominalTemperatureC: -80 })).json().storage.id
}
async function post(storageId: number, readings: [minutesAgo: number, celsius: number][]) {
  const body = { storageId, readings: readings.map(([at, celsius]) => ({ at: ago(at), celsius })) }
  expect((await lab.post('/temperatures/post', body)).json().added).toBe(readings.length)
}
/** As an operator frees space. */
const deleteReadings = (minutesAgo: number) =>
  lab.db
    .deleteFrom('temperature_reading')
    .where('at', '<', new Date(ago(minutesAgo)))
    .execute()
const excursions = async () => (await lab.get('/temperatures/excursions')).json().excursions

/** Warm from 990 to 960, and from 40 to 20 minutes ago. */
const readings: [number, number][] = [
  [1000, -80],
  [990, -60],
  [960, -52],
  [950, -80],
  [60, -80],
  [40, -60],
  [20, -55],
  [0, -80],
]
const [later, earlier] = [
  { beganAt: ago(40), endedAt: ago(0), lowestC: -60, highestC: -55 },
  { beganAt: ago(990), endedAt: ago(950), lowestC: -60, highestC: -52 },
]

test.each<[string, [number, number][]]>([
  ['before an excursion', [[995, -80]]],
  ['inside the limits in an excursion', [[970, -80]]],
  ['outside the limits in an excursion', [[970, -40]]],
  [
    'before and after an excursion, one post each',
    [
      [995, -80],
      [500, -80],
    ],
  ],
])('excursions whose readings were deleted stay when a late reading comes: %s', async (_, late) => {
  const id = await freezer()
  await post(id, readings)
  await deleteReadings(100)
  for (const reading of late) await post(id, [reading])
  expect(await excursions()).toMatchObject([later, earlier])
  expect(await excursions()).toHaveLength(2)
})

test('an excursion of which the first readings were deleted keeps its beginning and its worst reading', async () => {
  const id = await freezer()
  await post(id, readings)
  await deleteReadings(30)
  await post(id, [[500, -80]])
  expect(await excursions()).toMatchObject([later, earlier])
})

test('an excursion that goes on after its first readings were deleted keeps its beginning until it ends', async () => {
  const id = await freezer()
  await post(id, [
    [60, -80],
    [40, -40],
    [20, -60],
    [5, -60],
  ])
  await deleteReadings(30)
  await post(id, [[35, -80]])
  expect(await excursions()).toMatchObject([{ beganAt: ago(40), endedAt: null, highestC: -40 }])
  await post(id, [[10, -60]])
  await post(id, [[1, -80]])
  expect(await excursions()).toMatchObject([{ beganAt: ago(40), endedAt: ago(1), highestC: -40 }])
})
