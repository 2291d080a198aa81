import { expect, test } from 'vitest'
import { submissionKeys } from './idempotency-keys.ts'

test('the same values have one key, changed values another', () => {
  const keyOf = submissionKeys()
  const first = keyOf({ name: 'A', numSamples: 1 })
  expect(keyOf({ name: 'A', numSamples: 1 })).toBe(first)
  expect(keyOf({ name: 'A', numSamples: 2 })).not.toBe(first)
})

test('two forms with the same values have different keys', () => {
  expect(submissionKeys()({ name: 'A' })).not.toBe(submissionKeys()({ name: 'A' }))
})
