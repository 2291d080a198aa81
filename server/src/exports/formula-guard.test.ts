import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard, guardInTextCell, unguard } from './formula-guard.ts'

test.each(['=1+1', ' =1+1', '\n=1+1', '\u00a0=1', '+49', '-0.5', '@SUM(A1)', '＝1+1', '\tx', "'=1+1"])(
  'a spreadsheet does not calculate %j',
  (text) => {
    expect(guard(text)).toBe(`'${text}`)
  },
)

test.each(['NB-001', '1+1', 'a=b', "it's", '', "'quoted'"])('%j stays as it is', (text) => {
  expect(guard(text)).toBe(text)
  expect(unguard(text)).toBe(text)
})

const anyText = fc.stringMatching(/^['=+\-@＝ \n\ta1]{0,6}$/)

test('what was guarded comes back as it was, whatever it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(unguard(guard(text))).toBe(text)
      expect(unguard(guardInTextCell(text))).toBe(text)
    }),
  )
})
