import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard, guardInTextCell, guardJson, unguard, unguardStart } from './formula-guard.ts'

test.each(['=1+1', ' =1+1', '\u00a0=1', '+49', '-0.5', '@SUM(A1)', '＝1+1', '\tx', "'=1+1"])(
  'guards %j',
  (text) => {
    expect(guard(text)).toBe(`'${text}`)
  },
)

test.each(['NB-001', '1+1', 'a=b', "it's", '', "'quoted'"])('does not change %j', (text) => {
  expect(guard(text)).toBe(text)
  expect(unguard(text)).toBe(text)
})

test.each([
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a| @SUM(A1)', "a|' @SUM(A1)"],
  ['a,b,-1', "a,b,'-1"],
  ['one\n=1+1', "one\n'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['a;"=1+1"', `a;'"=1+1"`],
  ["a;'=1", "a;''=1"],
])('A5 guards every part of %j', (text, guarded) => {
  expect(guard(text)).toBe(guarded)
})

const anyText = fc.stringMatching(/^['=+\-@＝ \n\t\ra1,;|"]{0,12}$/)
const seeded = { seed: 20_261_120, numRuns: 2000 }

test('A5 no part of a guarded cell is a formula after a split on comma, semicolon, tab or pipe', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(',', ';', '\t', '|'), (text, separator) => {
      for (const part of guard(text)
        .split(/\r\n|[\r\n]/)
        .flatMap((line) => line.split(separator))) {
        expect(part).not.toMatch(/^[\s"]*[=+\-@＝]/)
      }
    }),
    seeded,
  )
})

test('unguard restores any guarded text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(unguard(guard(text))).toBe(text)
      expect(unguard(guardInTextCell(text))).toBe(text)
    }),
    seeded,
  )
})

test('A5 guarded JSON keeps its content, and is no formula after a split', () => {
  const anyContent = fc.dictionary(
    anyText,
    fc.oneof(anyText, fc.array(anyText), fc.integer(), fc.constant(null)),
  )
  fc.assert(
    fc.property(anyContent, (content) => {
      const cell = guardJson(JSON.stringify(content))
      expect(JSON.parse(cell)).toEqual(content)
      expect(guard(cell)).toBe(cell)
    }),
    seeded,
  )
})

test('A5 a number below zero within an array of guarded JSON is left to the guard of the cell', () => {
  expect(guardJson('{"a":[1,-2,"b,-3"]}')).toBe('{"a":[1,-2,"b,\\u002d3"]}')
})

test('keeps apostrophes inside texts of other programs', () => {
  expect(unguardStart("'=1+1; '-2'")).toBe("=1+1; '-2'")
})
