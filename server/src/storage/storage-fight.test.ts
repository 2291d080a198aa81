import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const writers = 50
const cells = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3']
const seconds = Number(process.env.FIGHT_SECONDS ?? 3)
const timeout = (seconds + 60) * 1000

test(`${writers} concurrent writers for the cells of one box, ${seconds} s: every reply is 200 or 409, and no tube is in two cells`, {
  timeout,
}, async () => {
  const size = { numberRows: 3, numberColumns: 3 }
  const { storage: box } = (await lab.post('/storage/add', { alias: 'Box', type: 'BOX', ...size })).json()
  const batch_id = await lab.addBatch()
  const tubes = await Promise.all(Array.from({ length: 12 }, () => lab.addSample({ batch_id })))
  const statuses = new Map<number, number>()
  const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
  const twoOf = <T>(all: readonly T[]): T[] => {
    const first = any(all)
    return [first, any(all.filter((one) => one !== first))]
  }

  function act() {
    const sampleId = any(tubes).id
    const place = { sampleId, storageId: box.id, location: any(cells) }
    return any([
      () => lab.post('/samples/associate', place),
      () => lab.post('/samples/update-location', { sampleLocation: place }),
      () => lab.post('/samples/delete-location', { sampleId }),
      () =>
        lab.post('/samples/arrange', {
          moves: twoOf(tubes).map(({ id }, index) => ({
            sampleId: id,
            storageId: box.id,
            rowCoordinate: 1 + Math.floor(Math.random() * 3),
            columnCoordinate: 1 + index,
          })),
        }),
    ])()
  }

  const end = performance.now() + seconds * 1000
  /** A busy machine needs longer. */
  const tooFew = () => [200, 409].some((status) => (statuses.get(status) ?? 0) <= 50)
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end || tooFew()) {
        const { statusCode } = await act()
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }
    }),
  )

  expect([...statuses.keys()].filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(50)
  expect(statuses.get(409)).toBeGreaterThan(50)
  console.info(`answers of ${seconds} s`, Object.fromEntries(statuses))

  const query = { storage_id: String(box.id) }
  const { occupancy } = (await lab.get('/storage/occupancy', query)).json()
  const each = (key: 'position' | 'contentId') => occupancy.map((cell: Record<string, string>) => cell[key])
  expect(new Set(each('position')).size).toBe(occupancy.length)
  expect(new Set(each('contentId')).size).toBe(occupancy.length)
  for (const { contentId, position } of occupancy) {
    expect((await lab.get('/samples/location', { sampleId: contentId })).json().location).toBe(position)
  }
})
