import { charactersOf, textDots } from '@lims/contract/label-text.ts'

/** Invisible or harmful in print: control characters, bidirectional marks, zero-width characters, soft hyphen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const plain = /[A-Za-z0-9 .:/()+-]/

/** What of a text can be seen on paper, on one line. */
export const printable = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(unprintable, ' ').replace(/\s+/g, ' ').trim()

/**
 * Text for a `^FD` field that stands behind `^FH_`: everything but plain characters goes as hex bytes of UTF-8,
 * so that no text can end its field or begin a command (ZPL II manual, ^FH).
 */
export const zplText = (text: string): string =>
  [...printable(text)].map((character) => (plain.test(character) ? character : inHex(character))).join('')

const inHex = (character: string) =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

const gap = '..'
const fewest = 4

/** Shortens to a room by leaving out the middle: names differ at their end. Nothing when hardly anything would stay. */
export function clipped(text: string, width: number, room: number): string {
  if (textDots(text, width) <= room) return text
  const characters = charactersOf(text)
  let left = room - textDots(gap, width)
  let [head, tail] = [0, 0]
  // One from the head for two from the tail.
  for (let taken = 0; taken < characters.length; taken++) {
    const next = taken % 3 === 0 ? characters[head] : characters[characters.length - 1 - tail]
    left -= textDots(next ?? '', width)
    if (left < 0) break
    if (taken % 3 === 0) head++
    else tail++
  }
  if (head + tail < fewest) return ''
  return characters.slice(0, head).join('') + gap + characters.slice(characters.length - tail).join('')
}
