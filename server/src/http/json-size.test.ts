import { expect, test } from 'vitest'
import { assertJsonSize } from './json-size.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`

test('twenty levels are read, one more is refused', () => {
  expect(() => assertJsonSize(nested(20))).not.toThrow()
  expect(() => assertJsonSize(nested(21))).toThrow('The request is nested deeper than 20 levels.')
})

test('A1 65,000 values are read, one more is refused', () => {
  expect(() => assertJsonSize(keys(65_000))).not.toThrow()
  expect(() => assertJsonSize(keys(65_001))).toThrow('The request holds more than 65,000 values.')
})

test('brackets and commas inside a string are neither levels nor values', () => {
  const text = JSON.stringify({ notes: `\\"[${'[{,"\\'.repeat(60_000)}` })
  expect(() => assertJsonSize(text)).not.toThrow()
})

test('levels side by side are not counted together', () => {
  expect(() => assertJsonSize(`[${Array(1000).fill('{"a":[]}').join()}]`)).not.toThrow()
})
