import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const size = 3
const tubes = 12
const writers = 50
const numSteps = Number(process.env.FIGHT_STEPS ?? 600)

type Step = { tube: number; box: number; row: number; column: number; act: 'place' | 'move' | 'out' }
/** The expected place of each tube, as 'box:row:column'. */
type Model = Map<number, string>

const step = fc.record<Step>({
  tube: fc.nat(tubes - 1),
  box: fc.nat(1),
  row: fc.integer({ min: 1, max: size + 1 }),
  column: fc.integer({ min: 1, max: size }),
  act: fc.constantFrom('place', 'place', 'move', 'out'),
})

/** A step of one tube, or two tubes that go to cells beside each other in one request. */
const requested = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(step) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(step, fc.integer({ min: 1, max: tubes - 1 }))
      .map(([one, offset]) => [
        one,
        { ...one, tube: (one.tube + offset) % tubes, column: (one.column % size) + 1 },
      ]),
  },
)

async function prepare() {
  const batch_id =
    (await lab.db.selectFrom('batch').select('id').executeTakeFirst())?.id ?? (await lab.addBatch())
  const boxes: number[] = []
  for (const alias of ['Box 1', 'Box 2']) {
    const body = { alias, type: 'BOX', numberRows: size, numberColumns: size }
    boxes.push((await lab.post('/storage/add', body)).json().storage.id)
  }
  const ids: string[] = []
  for (let tube = 0; tube < tubes; tube++) ids.push((await lab.addSample({ batch_id })).id)
  return { boxes, ids }
}
type Lab = Awaited<ReturnType<typeof prepare>>

function placeOf({ boxes, ids }: Lab, { tube, box, row, column }: Step) {
  return { sampleId: ids[tube], storageId: boxes[box], rowCoordinate: row, columnCoordinate: column }
}

function send(placed: Lab, step: Step) {
  const place = placeOf(placed, step)
  if (step.act === 'out') return lab.post('/samples/delete-location', { sampleId: place.sampleId })
  if (step.act === 'place') return lab.post('/samples/associate', place)
  return lab.post('/samples/update-location', { sampleLocation: place })
}

/** Returns the expected status and applies the step to the model if it is possible. */
function expected(model: Model, { tube, box, row, column, act }: Step): number {
  if (act === 'out') {
    model.delete(tube)
    return 200
  }
  const cell = `${box}:${row}:${column}`
  const isTaken = [...model].some(([other, where]) => where === cell && other !== tube)
  if (row > size || isTaken || (act === 'place' && model.has(tube))) return 409
  model.set(tube, cell)
  return 200
}

async function readPlaces({ boxes, ids }: Lab): Promise<Model> {
  const found: Model = new Map()
  for (const [box, id] of boxes.entries()) {
    const { occupancy } = (await lab.get('/storage/occupancy', { storage_id: String(id) })).json()
    for (const { contentId, rowCoordinate, columnCoordinate } of occupancy) {
      expect(found.has(ids.indexOf(contentId))).toBe(false)
      found.set(ids.indexOf(contentId), `${box}:${rowCoordinate}:${columnCoordinate}`)
    }
  }
  return found
}

const sorted = (model: Model) => [...model].sort(([a], [b]) => a - b)

test('random placements, moves and removals match a simple model after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const placed = await prepare()
      const model: Model = new Map()
      for (const one of steps) {
        const { statusCode } = await send(placed, one)
        expect([one, statusCode]).toEqual([one, expected(model, one)])
      }
      expect(sorted(await readPlaces(placed))).toEqual(sorted(model))
    }),
    { numRuns: 25 },
  )
}, 120_000)

test(`${writers} writers at once: every reply is 200 or 409, no tube is in two cells, and no cell holds two tubes`, {
  timeout: 60_000 + numSteps * 100,
}, async () => {
  const placed = await prepare()
  const steps = fc.sample(requested, numSteps)
  const counts = new Map<number, number>()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let next = steps.pop(); next; next = steps.pop()) {
        const [one, other] = next
        const { statusCode } = await (one && !other
          ? send(placed, one)
          : lab.post('/samples/arrange', { moves: next.map((move) => placeOf(placed, move)) }))
        counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
      }
    }),
  )
  expect([...counts.keys()].sort()).toEqual([200, 409])
  expect(Math.min(...counts.values())).toBeGreaterThan(numSteps / 10)
  const stored = await readPlaces(placed)
  expect(new Set(stored.values()).size).toBe(stored.size)
  for (const [tube, id] of placed.ids.entries()) {
    const { inStorage } = (await lab.get('/samples/location', { sampleId: id })).json()
    expect(inStorage).toBe(stored.has(tube))
  }
})
