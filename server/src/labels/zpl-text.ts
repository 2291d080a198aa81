/** Invisible or harmful in print: control characters, bidirectional marks, zero-width characters, soft hyphen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const plain = /[A-Za-z0-9 .:/()+-]/

/**
 * Text for a `^FD` field that stands behind `^FH_`: everything but plain characters goes as hex bytes of UTF-8,
 * so that no text can end its field or begin a command (ZPL II manual, ^FH).
 */
export function zplText(text: string): string {
  const visible = text.normalize('NFC').replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
  return [...visible].map((character) => (plain.test(character) ? character : inHex(character))).join('')
}

const inHex = (character: string) =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens to `length` characters by leaving out the middle: names differ at their end. */
export function clipped(text: string, length: number): string {
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  if (characters.length <= length) return text
  const kept = Math.max(0, length - 2)
  const head = Math.ceil(kept / 3)
  return `${characters.slice(0, head).join('')}..${characters.slice(characters.length - (kept - head)).join('')}`
}
