import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)
const { build, start, apply, stateOf, post } = freezer

test('a rack file counts a whole box in one call, and finishes it', async () => {
  const { freezer: id, box1, samples } = await build(3)
  const loose = await freezer.addTube('NB-loose')
  const stockTake = await start(id)
  const content = [
    `A1,${samples[0]?.alias}`,
    'B1,',
    `C1,${loose.alias}`,
    `D1,${samples[1]?.alias}`,
    'A2,T4444444',
  ].join('\n')
  const counted = await post('/stock-takes/scan-rack', {
    ...{ stockTakeId: stockTake.id, storageId: box1, content: content.replace('B1,', 'B1,EMPTY') },
    convention: 'own',
  })
  expect(counted).toEqual({
    success: true,
    counts: { 'in-place': 1, 'other-place': 1, missing: 1, 'not-recorded': 1, 'unknown-code': 1 },
    unreadable: 0,
    isFinished: true,
  })
  await apply(stockTake.id, { results: ['other-place', 'missing', 'not-recorded'] })
  expect(await stateOf(loose.id)).toBe('Box 1 C1 AVAILABLE')
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 D1 AVAILABLE')
})

test('a rack file with an unreadable tube leaves the box open, and nothing is missing yet', async () => {
  const { freezer: id, box1, samples } = await build(2)
  const stockTake = await start(id)
  const content = `A1,${samples[0]?.alias}\nB1,No Read`
  const counted = await post('/stock-takes/scan-rack', {
    ...{ stockTakeId: stockTake.id, storageId: box1, content, convention: 'own' },
  })
  expect(counted).toMatchObject({ unreadable: 1, isFinished: false, counts: { missing: 0 } })
})
