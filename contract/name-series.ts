import { lettersOfNumber } from './positions.ts'

/**
 * The end of a name that can be counted on: a number, or one letter that is no part of a word, as in 'Rack A' and 'Box
 * 1a'.
 */
const countable = /(?<!\d)\d+$|(?<![\p{L}\p{M}])[A-Za-z]$/u

/** Whether a name ends in a number or letter, so that others may go on from it. */
export const isCountable = (name: string): boolean => countable.test(name)

/**
 * Returns `count` names that go on from the first: 'Box 9' gives Box 9, Box 10 …; 'Box 01' keeps its zeros; 'Rack A'
 * gives Rack A … Rack Z, Rack AA. Another name gets ' 1', ' 2' …, unless it is the only one.
 */
export function nameSeries(first: string, count: number): string[] {
  const name = first.trim()
  const nameAt = seriesOf(name)
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => nameAt(index))
}

/**
 * Returns the first name after this one that is not taken, ignoring case: 'Box 3' after 'Box 2', 'Freezer 2' after
 * 'Freezer'.
 */
export function nextName(after: string, taken: readonly string[]): string {
  const nameAt = seriesOf(after.trim())
  const used = new Set(taken.map((name) => name.toLowerCase()))
  let index = 1
  while (used.has(nameAt(index).toLowerCase())) index += 1
  return nameAt(index)
}

/**
 * Returns the names of a series by their index; the one with index 0 is `name` itself if it ends in a number or letter.
 */
function seriesOf(name: string): (index: number) => string {
  const [end] = countable.exec(name) ?? []
  if (!end) return (index) => `${name} ${index + 1}`
  const stem = name.slice(0, -end.length)
  if (/\d/.test(end)) {
    return (index) => stem + `${BigInt(end) + BigInt(index)}`.padStart(end.length, '0')
  }
  const isCapital = end === end.toUpperCase()
  const place = end.toUpperCase().charCodeAt(0) - 64
  return (index) => {
    const letters = lettersOfNumber(place + index)
    return stem + (isCapital ? letters : letters.toLowerCase())
  }
}
