import { charactersOf, textDots } from '@lims/contract/label-text.ts'

/** Invisible or harmful in print: control characters, bidirectional marks, zero-width characters, soft hyphen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const plain = /[A-Za-z0-9 .:/()+-]/

/** Returns what can be seen of a text on paper, on one line. */
export const printable = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(unprintable, ' ').replace(/\s+/g, ' ').trim()

/**
 * Returns a text for a `^FD` field after `^FH_`: everything but plain characters is written as hex bytes of UTF-8,
 * so that no text can end its field or begin a command (ZPL II manual, ^FH).
 */
export const zplText = (text: string): string =>
  [...printable(text)].map((character) => (plain.test(character) ? character : inHex(character))).join('')

const inHex = (character: string) =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

const gap = '..'
const minCharacters = 4

/**
 * Shortens a text to `room` dots by leaving out its middle, as names differ at their end. Empty if hardly anything
 * would remain.
 */
export function clipped(text: string, width: number, room: number): string {
  if (textDots(text, width) <= room) return text
  const characters = charactersOf(text)
  let left = room - textDots(gap, width)
  let [head, tail] = [0, 0]
  // One character of the head for two of the tail.
  for (let taken = 0; taken < characters.length; taken++) {
    const next = taken % 3 === 0 ? characters[head] : characters[characters.length - 1 - tail]
    left -= textDots(next ?? '', width)
    if (left < 0) break
    if (taken % 3 === 0) head++
    else tail++
  }
  if (head + tail < minCharacters) return ''
  return characters.slice(0, head).join('') + gap + characters.slice(characters.length - tail).join('')
}
