import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsFor, prefixOf } from './sample-naming.ts'

test.each([
  ['Nordic study 4', 'Nordic-study-4'],
  ['  Zürich / Ærø: pilot  ', 'Zurich-r-pilot'],
  [`O'Brien "A"`, 'O-Brien-A'],
  ['^XZ~JA', 'XZ-JA'],
  ['日本', 'BATCH'],
  ['🧠', 'BATCH'],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
])('BATCHF-04 samples of %s are named after %s', (batchName, prefix) => {
  expect(prefixOf(batchName)).toBe(prefix)
})

test('whatever a batch is called, its samples get names that any label and file can hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      expect(prefixOf(name)).toMatch(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,58}[A-Za-z0-9])?$/)
    }),
  )
})

test.each([
  [1, 4, 4],
  [9999, 4, 4],
  [10_000, 4, 5],
  [999, 3, 3],
  [1000, 3, 4],
])('for %i names of at least %i digits, %i', (count, least, digits) => {
  expect(digitsFor(count, least)).toBe(digits)
})
