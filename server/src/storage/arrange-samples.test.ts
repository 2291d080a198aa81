import { expect, test } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'
import { arrangeSamples } from './arrange-samples.ts'

const lab = await openLab()
const { addBox, addTube } = pickLab(lab)

test('tubes are placed in six boxes with as many queries as in one', async () => {
  const moves: { sampleId: string; storageId: number; rowCoordinate: number; columnCoordinate: number }[] = []
  for (let index = 1; index <= 7; index += 1) {
    const [storageId, { id: sampleId }] = [await addBox(`Box ${index}`), await addTube()]
    moves.push({ sampleId, storageId, rowCoordinate: 1, columnCoordinate: 1 })
  }
  const arrange = (chosen: typeof moves) =>
    countQueries(lab.db, (trx) => arrangeSamples(trx, { moves: chosen }, { userId: 'ada', at: testNow }))
  const queriesOfOne = await arrange(moves.slice(0, 1))
  expect(await arrange(moves.slice(1))).toBe(queriesOfOne)
})
