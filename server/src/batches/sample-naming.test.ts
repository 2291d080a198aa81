import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsFor, prefixOf } from './sample-naming.ts'

test.each([
  ['Nordic study 4', 'Nordic-study-4'],
  ['  Zürich / Ærø: pilot  ', 'Zurich-Aero-pilot'],
  ['Łódź 2026', 'Lodz-2026'],
  ['Straße 1', 'Strasse-1'],
  ['Lund Ø', 'Lund-O'],
  [`O'Brien "A"`, 'O-Brien-A'],
  ['^XZ~JA', 'XZ-JA'],
  ['ẞ æ Æ œ Œ ø Ø ł Ł', 'SS-ae-Ae-oe-Oe-o-O-l-L'],
  ['đ Đ ð Ð þ Þ ħ Ħ ı', 'd-D-d-D-th-Th-h-H-i'],
  ['日本', 'BATCH'],
  ['🧠', 'BATCH'],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
])('BATCHF-04 samples of batch %s have prefix %s', (batchName, prefix) => {
  expect(prefixOf(batchName)).toBe(prefix)
})

test('the prefix of any batch name fits every label and file', () => {
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
])('%i names with at least %i digits have %i digits', (count, minDigits, digits) => {
  expect(digitsFor(count, minDigits)).toBe(digits)
})
