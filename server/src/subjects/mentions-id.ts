import { asComposed } from '@lims/contract/text.ts'
import { upperCase } from '../upper-case.ts'

/** A shorter ID, such as 1, is not looked for as a word in free text: there it mostly means something else. */
const minWordLength = 4

/** Whether an ID is long enough to be looked for as a word in free text. */
export const isWord = (wanted: string): boolean => wanted.length >= minWordLength

/** Returns the text of a regular expression that matches exactly this text. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const word = /[\p{L}\p{N}]+/gu
/** The longest ID and the longest text in which one is looked for, in words. */
const maxWords = { ofId: 6, ofText: 24 }

/** Returns everything in a text that may be the ID of a subject that it mentions, in capitals. */
export function listPossibleIds(text: string): string[] {
  const capitals = inCapitals(text.trim())
  const words = [...capitals.matchAll(word)].slice(0, maxWords.ofText)
  const runs = words.flatMap(({ index }, first) =>
    words
      .slice(first, first + maxWords.ofId)
      .map((last) => capitals.slice(index, last.index + last[0].length)),
  )
  return [...new Set([capitals, ...runs.filter(isWord)])]
}

const inCapitals = (text: string) => upperCase(asComposed(text))

/** Whether a text contains an ID as a word of its own, in any case: S-1 is not in S-11. `wanted` is in capitals. */
export const containsId = (wanted: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${literalPattern(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(inCapitals(text))

/** Whether a text was probably written about a subject: it contains the ID, or is the ID if that is short. */
export const mentionsId = (wanted: string, text: string): boolean =>
  isWord(wanted) ? containsId(wanted, text) : inCapitals(text.trim()) === wanted
