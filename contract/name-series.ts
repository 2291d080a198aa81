import { lettersOfNumber, numberOfLetters } from './positions.ts'

/**
 * The end of a name that can be counted on: a number, or one letter that is no part of a word, as in 'Rack A' and 'Box
 * 1a'. Temperatures such as -80, +4 and °C are none.
 */
const countable = /(?<!\d|(?:^|\s)[-+−–])\d+$|(?<![\p{L}\p{M}°º])[A-Za-z]$(?<!(?:^|\s)[-+−–]\d+\s?[CcFf])/u

/** Two letters that are no part of a longer word, as in 'Rack AA': of a series only beside 'Rack Z'. */
const twoLetters = /(?<![\p{L}\p{M}])(?:[A-Z]{2}|[a-z]{2})$/u

/** The end of a name that can be counted on beside these names; undefined if there is none. */
function countableEnd(name: string, beside: readonly string[]): string | undefined {
  const [end] = countable.exec(name) ?? []
  if (end) return end
  const [letters] = twoLetters.exec(name) ?? []
  if (!letters) return undefined
  const stem = name.slice(0, -letters.length).toLowerCase()
  const used = new Set(beside.map((other) => other.toLowerCase()))
  return used.has(`${stem}z`) ? letters : undefined
}

/**
 * Whether a name ends in a number or letter, so that others may go on from it. Beside 'Rack Z', 'Rack AA'
 * does too.
 */
export const isCountable = (name: string, beside: readonly string[]): boolean =>
  countableEnd(name, beside) !== undefined

/**
 * Returns `count` names that go on from the first: 'Box 9' gives Box 9, Box 10 …; 'Box 01' keeps its zeros; 'Rack A'
 * gives Rack A … Rack Z, Rack AA. Another name gets ' 1', ' 2' …, unless it is the only one. `beside` are the names
 * that are there: after 'Rack Z', 'Rack AA' gives Rack AA, Rack AB …
 */
export function nameSeries(first: string, count: number, beside: readonly string[] = []): string[] {
  const name = first.trim()
  const nameAt = seriesOf(name, beside)
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => nameAt(index))
}

/**
 * Returns the first name after this one that is not taken, ignoring case: 'Box 3' after 'Box 2', 'Freezer 2' after
 * 'Freezer'.
 */
export function nextName(after: string, taken: readonly string[]): string {
  const nameAt = seriesOf(after.trim(), taken)
  const used = new Set(taken.map((name) => name.toLowerCase()))
  let index = 1
  while (used.has(nameAt(index).toLowerCase())) index += 1
  return nameAt(index)
}

/**
 * Returns the names of a series by their index; the one with index 0 is `name` itself if it ends in a number or letter.
 */
function seriesOf(name: string, beside: readonly string[]): (index: number) => string {
  const end = countableEnd(name, beside)
  if (!end) return (index) => `${name} ${index + 1}`
  const stem = name.slice(0, -end.length)
  if (/\d/.test(end)) {
    return (index) => stem + `${BigInt(end) + BigInt(index)}`.padStart(end.length, '0')
  }
  const isCapital = end === end.toUpperCase()
  const place = numberOfLetters(end)
  return (index) => {
    const letters = lettersOfNumber(place + index)
    return stem + (isCapital ? letters : letters.toLowerCase())
  }
}
