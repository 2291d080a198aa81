import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const size = 3
const clients = 4
const tubes = 6

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

function send({ boxes, ids }: Lab, { tube, box, row, column, act }: Step) {
  const sampleId = ids[tube]
  const place = { sampleId, storageId: boxes[box], rowCoordinate: row, columnCoordinate: column }
  if (act === 'out') return lab.post('/samples/delete-location', { sampleId })
  if (act === 'place') return lab.post('/samples/associate', place)
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

test('with concurrent clients every reply is 200 or 409, and each tube and each cell is used once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
      const placed = await prepare()
      const turns = Array.from({ length: clients }, (_, client) =>
        steps.filter((_step, at) => at % clients === client),
      )
      const statuses = await Promise.all(
        turns.map(async (turn) => {
          const statuses: number[] = []
          for (const one of turn) statuses.push((await send(placed, one)).statusCode)
          return statuses
        }),
      )
      expect(statuses.flat().filter((status) => status !== 200 && status !== 409)).toEqual([])
      const stored = await readPlaces(placed)
      expect(new Set(stored.values()).size).toBe(stored.size)
      for (const [tube, id] of placed.ids.entries()) {
        const { inStorage } = (await lab.get('/samples/location', { sampleId: id })).json()
        expect(inStorage).toBe(stored.has(tube))
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
