import { textDots } from '@lims/contract/label-text.ts'
import { expect, test } from 'vitest'
import { clipped, printable } from './zpl-text.ts'

/** Each group has one advance in the printer's font 0. */
test.each([
  [` !'"()*,./:;I[]fijlrt|`, 34],
  ['-MW@%m', 84],
  ['ABCXYZÄÖÅЖΩw&', 62],
  ['abcxyzæßé0123456789$=?+Gg', undefined],
  ['日本語', 100],
])('each of %j takes its room', (characters, advance) => {
  for (const character of characters) {
    const expected = advance ?? (character === 'G' ? 62 : 51)
    expect([character, textDots(character, 100)]).toEqual([character, expected])
  }
})

test('a letter made of several characters takes the room of one', () => {
  expect(textDots('👩‍🔬', 100)).toBe(100)
  expect(textDots('e\u0301', 100)).toBe(51)
  expect(textDots('aa', 100)).toBe(102)
})

test.each([
  ['u\u0308ber', 'über'],
  ['one\u200d\u200dtwo', 'one two'],
  ['one \t two', 'one two'],
  ['  both ends\n', 'both ends'],
  ['a\u2028\u2029b', 'a b'],
])('%j is printed as %j', (text, seen) => {
  expect(printable(text)).toBe(seen)
})

test('a text that just fits stays whole, and with one dot less loses its middle', () => {
  const room = textDots('ABCDEFGH', 100)
  expect(room).toBe(496)
  expect(clipped('ABCDEFGH', 100, 496)).toBe('ABCDEFGH')
  expect(clipped('ABCDEFGH', 100, 495)).toBe('AB..EFGH')
})

test('a shortened text keeps one letter of its head for two of its tail', () => {
  const roomFor = (letters: number) => 68 + letters * 51
  expect(clipped('abcdeghkno', 100, roomFor(4))).toBe('ab..no')
  expect(clipped('abcdeghkno', 100, roomFor(5))).toBe('ab..kno')
  expect(clipped('abcdeghkno', 100, roomFor(6))).toBe('ab..hkno')
  expect(clipped('abcdeghkno', 100, roomFor(7))).toBe('abc..hkno')
})

test('with room for fewer than four letters nothing is printed', () => {
  expect(clipped('abcdeghkno', 100, 68 + 4 * 51)).not.toBe('')
  expect(clipped('abcdeghkno', 100, 68 + 4 * 51 - 1)).toBe('')
  expect(clipped('abcdeghkno', 100, 0)).toBe('')
})

test.each(['i', 'M', 'A', 'a'])('a sign that joins the letter %s takes the room of a sign', (letter) => {
  expect(textDots(`\u0d4e${letter}`, 100)).toBe(100)
})
