import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedFreezer, labels } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)
const tubes = 5

type Step =
  | { act: 'scan'; tube: number; box: number }
  | { act: 'finish'; box: number }
  | { act: 'unknown'; box: number }
  /** What somebody else does in the meantime. */
  | { act: 'move'; tube: number; box: number; cell: number }

const box = fc.nat(1)
const tube = fc.nat(tubes - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('scan' as const), tube, box }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('finish' as const), box }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unknown' as const), box }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('move' as const), tube, box, cell: fc.nat(15) }),
  },
)

test('any order of scans, finished boxes and moves of others gives the results of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { freezer: id, box1, box2, samples } = await freezer.build(tubes, 'Freezer 1')
      const boxes = [box1, box2]
      const { id: stockTake } = await freezer.start(id)
      /** Where each tube is recorded, and the result of each: where it was found, or from which box it is missing. */
      const recorded = new Map(samples.map((_, index) => [index, { box: 0, cell: index }]))
      const results = new Map<number, { result: string; box: number }>()
      let hasUnknown = false

      for (const one of steps) {
        const storageId = boxes[one.box] ?? 0
        if (one.act === 'scan') {
          const result = recorded.get(one.tube)?.box === one.box ? 'in-place' : 'other-place'
          results.set(one.tube, { result, box: one.box })
          const scan = await freezer.scan(stockTake, storageId, samples[one.tube]?.alias ?? '')
          expect(scan.result).toBe(result)
        } else if (one.act === 'unknown') {
          hasUnknown = true
          await freezer.scan(stockTake, storageId, 'T-unknown')
        } else if (one.act === 'finish') {
          for (const [index, { result, box: from }] of results) {
            if (result === 'missing' && from === one.box) results.delete(index)
          }
          const missing = [...recorded].filter(
            ([index, at]) => at.box === one.box && !isScanned(results, index),
          )
          for (const [index] of missing) {
            results.set(index, { result: 'missing', box: one.box })
          }
          expect(await freezer.finish(stockTake, storageId)).toBe(missing.length)
        } else if (![...recorded.values()].some((at) => at.box === one.box && at.cell === one.cell)) {
          recorded.set(one.tube, { box: one.box, cell: one.cell })
          await freezer.place(samples[one.tube]?.id ?? '', storageId, labels[one.cell] ?? '')
        }
      }

      const { stockTake: counted } = await freezer.read(stockTake)
      const count = (wanted: string) => [...results.values()].filter(({ result }) => result === wanted).length
      expect(counted.counts).toEqual({
        'in-place': count('in-place'),
        'other-place': count('other-place'),
        missing: count('missing'),
        'not-recorded': 0,
        'unknown-code': hasUnknown ? 1 : 0,
      })

      const before = await Promise.all(samples.map((sample) => freezer.stateOf(sample.id)))
      const { applied } = await freezer.apply(stockTake, { results: ['other-place', 'missing'] })
      const after = await Promise.all(samples.map((sample) => freezer.stateOf(sample.id)))
      for (const [index, state] of after.entries()) {
        if (state.includes('nowhere')) expect(results.get(index)?.result).toBe('missing')
      }
      expect(new Set(after.filter((state) => !state.startsWith('nowhere'))).size).toBe(
        after.filter((state) => !state.startsWith('nowhere')).length,
      )
      expect(after.filter((state, index) => state !== before[index]).length).toBeLessThanOrEqual(applied)
      await freezer.post('/stock-takes/undo', { id: stockTake })
      expect(await Promise.all(samples.map((sample) => freezer.stateOf(sample.id)))).toEqual(before)
    }),
    { numRuns: 25, seed: 20261122 },
  )
}, 240_000)

const isScanned = (results: Map<number, { result: string }>, index: number) =>
  results.has(index) && results.get(index)?.result !== 'missing'
