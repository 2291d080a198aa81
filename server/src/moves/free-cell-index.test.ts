import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { aBox } from '../../test/plan-boxes.ts'
import { createFreeCellIndex } from './free-cell-index.ts'
import { planMerges, planMoves } from './plan-moves.ts'
import { temperatureFit } from './temperature-class.ts'

const nearestFirst = ({ freezerId }: { freezerId: number }) => [`freezer ${freezerId}`, 'any']

const someBoxes = fc.array(
  fc.record({
    tubes: fc.integer({ min: 1, max: 9 }),
    free: fc.nat(20),
    freezerId: fc.nat(2),
    temperatureC: fc.constantFrom(-196, -80, -86, 4, undefined),
  }),
  { maxLength: 30 },
)

test('property: finds what a look at each box finds, however they were filled before', () => {
  fc.assert(
    fc.property(someBoxes, fc.boolean(), (records, allowUnknownTemperature) => {
      const boxes = records.map((record, index) => aBox(index + 1, record))
      const left = new Map(boxes.map((box) => [box.id, box.free]))
      const freeCellIndex = createFreeCellIndex([...boxes, ...boxes], {
        groupsOf: nearestFirst,
        allowUnknownTemperature,
      })
      for (const box of boxes) {
        const costs = boxes.flatMap((target) => {
          const room = left.get(target.id) ?? 0
          const fit = temperatureFit(box.temperatureC, target.temperatureC, allowUnknownTemperature)
          if (target === box || fit === undefined || room < box.tubes) return []
          const unsure = (box.temperatureC === undefined) !== (target.temperatureC === undefined) ? 1 : 0
          const far = target.freezerId === box.freezerId ? 0 : 1
          return [{ target, cost: [unsure, far, fit, room, target.id] }]
        })
        const [best] = costs.sort((one, other) => {
          const at = one.cost.findIndex((value, index) => value !== other.cost[index])
          return (one.cost[at] ?? 0) - (other.cost[at] ?? 0)
        })
        const found = freeCellIndex.find(box, nearestFirst(box))
        expect(found?.id).toBe(best?.target.id)
        if (!found) continue
        freeCellIndex.fill(found, box.tubes)
        left.set(found.id, (left.get(found.id) ?? 0) - box.tubes)
        freeCellIndex.remove(box)
        left.set(box.id, 0)
      }
    }),
    { seed: 20_261_128, numRuns: 300 },
  )
})

test.each(['moves', 'merges'])(
  'planning %s is near linear: four times the boxes and targets take far less than 16 times as long',
  async (kind) => {
    const merge = (count: number) => {
      const boxes = Array.from({ length: count }, (_, index) => aBox(index + 1, { tubes: 1 + (index % 5) }))
      const others = Array.from({ length: 2 * count }, (_, index) =>
        aBox(100_000 + index, {
          free: 1 + (index % 80),
          holderId: 200 + Math.floor(index / 25),
          freezerId: 2 + (index % 40),
        }),
      )
      const plan =
        kind === 'merges'
          ? planMerges({ boxes, others, allowUnknownTemperature: false })
          : planMoves({ boxes, holders: [], targetBoxes: others, allowUnknownTemperature: false })
      expect(plan.notFitting).toEqual([])
    }
    await expectTimesAsLong({ base: () => merge(500), work: () => merge(2000), atMostTimes: 6, leastMs: 30 })
  },
)
