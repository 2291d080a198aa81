import { expect, test } from 'vitest'
import { expectTimesAsLong, expectWithin } from './compare-times.ts'

/** Adds up this many numbers, so that the time grows with their count. */
const count = (numbers: number) => () => {
  let sum = 0
  for (let number = 0; number < numbers; number += 1) sum += Math.sqrt(number)
  return sum
}
const base = count(1_000_000)

test('work is compared with lesser work', async () => {
  await expectTimesAsLong({ base, work: count(4_000_000), atMostTimes: 40 })
  await expect(expectTimesAsLong({ base, work: count(30_000_000), atMostTimes: 3 })).rejects.toThrow('less')
})

test('one slow round does not decide', async () => {
  const slowAtFirst = [count(30_000_000)]
  await expectTimesAsLong({ base, work: () => (slowAtFirst.pop() ?? base)(), atMostTimes: 10 })
})

test('a time below the least counts as the least', async () => {
  await expectTimesAsLong({ base: () => {}, work: base, atMostTimes: 10, leastMs: 50 })
  await expect(expectTimesAsLong({ base: () => {}, work: base, atMostTimes: 0.01 })).rejects.toThrow('less')
})

test('work has a bound in ms', async () => {
  await expectWithin(1_000, base)
  await expect(expectWithin(0.001, base)).rejects.toThrow('less')
})
