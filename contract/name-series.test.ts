import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCountable, nameSeries, nextName } from './name-series.ts'

test.each([
  ['Box 1', ['Box 1', 'Box 2', 'Box 3']],
  ['Box 9', ['Box 9', 'Box 10', 'Box 11']],
  ['Box 01', ['Box 01', 'Box 02', 'Box 03']],
  ['Box 099', ['Box 099', 'Box 100', 'Box 101']],
  ['Box 0', ['Box 0', 'Box 1', 'Box 2']],
  ['B12', ['B12', 'B13', 'B14']],
  ['12', ['12', '13', '14']],
  ['Rack 2, Box 1', ['Rack 2, Box 1', 'Rack 2, Box 2', 'Rack 2, Box 3']],
  ['2026-11', ['2026-11', '2026-12', '2026-13']],
  ['Rack A', ['Rack A', 'Rack B', 'Rack C']],
  ['Rack Y', ['Rack Y', 'Rack Z', 'Rack AA']],
  ['rack b', ['rack b', 'rack c', 'rack d']],
  ['A', ['A', 'B', 'C']],
  ['Box 1A', ['Box 1A', 'Box 1B', 'Box 1C']],
  ['Shelf-B', ['Shelf-B', 'Shelf-C', 'Shelf-D']],
  ['Rack', ['Rack 1', 'Rack 2', 'Rack 3']],
  ['Rack AA', ['Rack AA 1', 'Rack AA 2', 'Rack AA 3']],
  ['Café', ['Café 1', 'Café 2', 'Café 3']],
  ['Über', ['Über 1', 'Über 2', 'Über 3']],
  ['Box (blue)', ['Box (blue) 1', 'Box (blue) 2', 'Box (blue) 3']],
  ['Freezer -80', ['Freezer -80 1', 'Freezer -80 2', 'Freezer -80 3']],
  ['Freezer \u221280', ['Freezer \u221280 1', 'Freezer \u221280 2', 'Freezer \u221280 3']],
  ['Freezer -80C', ['Freezer -80C 1', 'Freezer -80C 2', 'Freezer -80C 3']],
  ['-20 C', ['-20 C 1', '-20 C 2', '-20 C 3']],
  ['Fridge +4', ['Fridge +4 1', 'Fridge +4 2', 'Fridge +4 3']],
  ['Fridge 4 °C', ['Fridge 4 °C 1', 'Fridge 4 °C 2', 'Fridge 4 °C 3']],
  ['Freezer -80 1', ['Freezer -80 1', 'Freezer -80 2', 'Freezer -80 3']],
  ['Box-3', ['Box-3', 'Box-4', 'Box-5']],
  ['Rack - 1', ['Rack - 1', 'Rack - 2', 'Rack - 3']],
  ['Box 1C', ['Box 1C', 'Box 1D', 'Box 1E']],
  ['  Box 1 ', ['Box 1', 'Box 2', 'Box 3']],
  ['Box 9007199254740993', ['Box 9007199254740993', 'Box 9007199254740994', 'Box 9007199254740995']],
])('the names that go on from %s', (first, names) => {
  expect(nameSeries(first, 3)).toEqual(names)
})

test('a single name stays as it is', () => {
  expect(nameSeries('Rack ', 1)).toEqual(['Rack'])
  expect(nameSeries('Rack 3', 1)).toEqual(['Rack 3'])
  expect(nameSeries('Freezer -80', 1)).toEqual(['Freezer -80'])
  expect(nameSeries('Rack', 0)).toEqual([])
})

test.each([
  ['Shelf 1', [], 'Shelf 2'],
  ['Shelf 1', ['Shelf 1', 'Shelf 2', 'SHELF 3'], 'Shelf 4'],
  ['Shelf 01', ['Shelf 02'], 'Shelf 03'],
  ['Rack A', ['Rack A', 'rack b', 'Rack D'], 'Rack C'],
  ['Freezer', ['Freezer'], 'Freezer 2'],
  ['Freezer', ['Freezer', 'Freezer 2'], 'Freezer 3'],
  ['Freezer -80', ['Freezer -80'], 'Freezer -80 2'],
])('the next name after %s beside %j is %s', (after, taken, next) => {
  expect(nextName(after, taken)).toBe(next)
})

test('names go on from one that ends in a number or a single letter', () => {
  const isEachCountable = (names: string[]) => names.map((name) => isCountable(name, []))
  expect(isEachCountable(['Box 1', 'Box 01', 'Rack A', 'B12'])).toEqual([true, true, true, true])
  expect(isEachCountable(['Rack', 'Rack AA', 'Box (blue)', ''])).toEqual([false, false, false, false])
})

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

test.each([
  ['Rack ', 'Rack AA', ['Rack AA', 'Rack AB', 'Rack AC']],
  ['Rack ', 'Rack AZ', ['Rack AZ', 'Rack BA', 'Rack BB']],
  ['RACK ', 'rack az', ['rack az', 'rack ba', 'rack bb']],
  ['Shelf-', 'Shelf-AA', ['Shelf-AA', 'Shelf-AB', 'Shelf-AC']],
  ['', 'AA', ['AA', 'AB', 'AC']],
])('beside the 26 names with "%s" and one letter, %s goes on', (stem, first, names) => {
  const beside = letters.map((letter) => stem + letter)
  expect(nameSeries(first, 3, beside)).toEqual(names)
  expect(nextName(first, [...beside, ...names.slice(0, 2)])).toBe(names[2])
  expect(isCountable(first, beside)).toBe(true)
})

test.each([
  ['Rack AA', letters.slice(0, -1).map((letter) => `Rack ${letter}`)],
  ['Rack AA', letters.map((letter) => `Shelf ${letter}`)],
  ['Rack Aa', letters.map((letter) => `Rack ${letter}`)],
  ['Rack ABC', letters.map((letter) => `Rack ${letter}`)],
  ['Rack', letters.map((letter) => `Ra${letter}`)],
])('the letters of %s are a word beside other names', (first, beside) => {
  expect(nameSeries(first, 2, beside)).toEqual([`${first} 1`, `${first} 2`])
  expect(nextName(first, beside)).toBe(`${first} 2`)
  expect(isCountable(first, beside)).toBe(false)
})

test('a gap among the letters does not end the series', () => {
  const gap = letters.filter((letter) => letter !== 'C').map((letter) => `Rack ${letter}`)
  expect(nameSeries(nextName('Rack Z', gap), 3, gap)).toEqual(['Rack AA', 'Rack AB', 'Rack AC'])
})

test('any series has different names, and each next name is the one after it', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(name, fc.integer({ min: 2, max: 60 }), (first, count) => {
      const names = nameSeries(first, count)
      expect(new Set(names.map((each) => each.toLowerCase())).size).toBe(count)
      expect(nextName(names.at(0) ?? '', names.slice(0, -1))).toBe(names.at(-1))
    }),
  )
})
