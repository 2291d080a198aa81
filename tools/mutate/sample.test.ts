import { expect, test } from 'vitest'
import { isInSample, marginOfError } from './sample.ts'

const mutants = Array.from({ length: 10_000 }, (_, index) => ({ key: `box.ts | held > ${index}` }))
const sampleOf = (percent: number) => mutants.filter((mutant) => isInSample(mutant, percent))

test('a sample has about so many percent, and is part of a larger one', () => {
  const small = sampleOf(10)
  expect(small.length).toBeGreaterThan(850)
  expect(small.length).toBeLessThan(1_150)
  expect(sampleOf(20)).toEqual(expect.arrayContaining(small))
  expect(sampleOf(100)).toEqual(mutants)
})

test('the margin of error gets smaller with the sample', () => {
  expect(marginOfError(950, 1_000)).toBeCloseTo(1.35)
  expect(marginOfError(95, 100)).toBeCloseTo(4.27)
  expect(marginOfError(100, 100)).toBe(0)
  expect(marginOfError(0, 0)).toBe(0)
})
