import { expect, test } from 'vitest'
import { xlsxText } from './xlsx-text.ts'

test.each([
  ['plain <&> ß 😀\ttab\nline', 'plain <&> ß 😀\ttab\nline'],
  ['\u0001', '_x0001_'],
  ['a\r\nb', 'a_x000D_\nb'],
  ['_x0041_', '_x005F_x0041_'],
  ['\u007f\u0085\ufffd\uffff', '_x007F__x0085__xFFFD__xFFFF_'],
  ['\u{1fffe}', '_xD83F__xDFFE_'],
  ['constructor', '_x0063_onstructor'],
  ['__proto__', '_x005F__proto__'],
])('escapes %j as %j', (text, kept) => {
  expect(xlsxText(text)).toBe(kept)
})
