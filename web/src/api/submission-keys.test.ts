import { expect, test } from 'vitest'
import { submissionKeys } from './submission-keys.ts'

test('the same filled form has one key, a changed one another', () => {
  const keyOf = submissionKeys()
  const first = keyOf({ name: 'A', numSamples: 1 })
  expect(keyOf({ name: 'A', numSamples: 1 })).toBe(first)
  expect(keyOf({ name: 'A', numSamples: 2 })).not.toBe(first)
})

test('two people who fill the same form make two batches', () => {
  expect(submissionKeys()({ name: 'A' })).not.toBe(submissionKeys()({ name: 'A' }))
})
