import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { valuesOfItem } from './stage-items.ts'

test('the stage of a large matrix has the value of each of its axes', () => {
  const names = (axis: string) => Array.from({ length: 2000 }, (_, n) => `${axis}-${n}`)
  const matrix = { sample: names('s'), run: names('r'), lane: names('l') }
  expect(Object.fromEntries(valuesOfItem({ matrix }, 's-1999-r-1998-l-1997'))).toEqual({
    item: 's-1999-r-1998-l-1997',
    'item.sample': 's-1999',
    'item.run': 'r-1998',
    'item.lane': 'l-1997',
  })
})

test('a matrix whose values fit a name in very many ways is given up', async () => {
  const values = Array.from({ length: 200 }, (_, n) => `a${'-a'.repeat(n)}`)
  const matrix = Object.fromEntries(Array.from({ length: 50 }, (_, axis) => [`axis${axis}`, values]))
  const item = `${'a-'.repeat(4000)}b`
  await expectWithin(2000, () => expect([...valuesOfItem({ matrix }, item)]).toEqual([['item', item]]))
})
