import { asOneLine, upperCase } from '@lims/contract/text.ts'

/** A shorter ID, such as 1, is not looked for as a word in free text: there it mostly means something else. */
const minWordLength = 4

/** Whether an ID is long enough to be looked for as a word in free text. */
export const isWord = (wanted: string): boolean => wanted.length >= minWordLength

/** Returns the text of a regular expression that matches exactly this text. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const word = /[\p{L}\p{N}]+/gu
/** The longest text in which an ID is looked for, in words. */
const maxWords = 24
/** The most signs at an end of an ID, such as that of #P104. */
const maxSigns = 3
const signsBefore = new RegExp(`[^\\p{L}\\p{N}\\s]{1,${maxSigns}}$`, 'u')
const signsAfter = new RegExp(`^[^\\p{L}\\p{N}\\s]{1,${maxSigns}}`, 'u')

/** Returns everything in a text that may be the ID of a subject that it mentions, in capitals. */
export function listPossibleIds(text: string): string[] {
  const capitals = inCapitals(text.trim())
  const words = [...capitals.matchAll(word)].slice(0, maxWords).map(({ index, 0: found }) => {
    const end = index + found.length
    const [before = ''] = signsBefore.exec(capitals.slice(Math.max(0, index - maxSigns), index)) ?? []
    const [after = ''] = signsAfter.exec(capitals.slice(end, end + maxSigns)) ?? []
    return {
      starts: Array.from({ length: before.length + 1 }, (_, signs) => index - signs),
      ends: Array.from({ length: after.length + 1 }, (_, signs) => end + signs),
    }
  })
  const runs = words.flatMap(({ starts }, first) =>
    starts.flatMap((start) =>
      words.slice(first).flatMap(({ ends }) => ends.map((end) => capitals.slice(start, end))),
    ),
  )
  return [...new Set([capitals, ...runs.filter(isWord)])]
}

const inCapitals = (text: string) => upperCase(asOneLine(text))

/** Whether a text contains an ID as a word of its own, in any case: S-1 is not in S-11. `wanted` is in capitals. */
export const containsId = (wanted: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${literalPattern(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(inCapitals(text))

/** Whether a text was probably written about a subject: it contains the ID, or is the ID if that is short. */
export const mentionsId = (wanted: string, text: string): boolean =>
  isWord(wanted) ? containsId(wanted, text) : inCapitals(text.trim()) === wanted
