import path from 'node:path'
import ignore from 'ignore'
import { findStat, readText, Unreadable } from './read-regular-file.ts'

/** Returns whether a path below the root is ignored. The path of a folder must end with a slash. */
export type Ignored = (place: string) => boolean

export const noneIgnored: Ignored = () => false

const maxBytes = 100_000
const maxPatternLength = 1_000
const maxStars = 10

/**
 * Reads the `.dvcignore` of a folder, in the syntax of `.gitignore`; a deeper file wins over those around it.
 * Throws `Unreadable` if it is too large or holds a pattern that could take too long to match.
 */
export function readDvcIgnore(root: string, folder: string, around: Ignored): Ignored {
  const file = path.join(root, folder, '.dvcignore')
  if (!findStat(file)) return around
  const patterns = readText(file, maxBytes)
    .split('\n')
    .map((line) => line.replace('\r', ''))
  const tooLong = patterns.find(
    (one) => one.length > maxPatternLength || one.split('*').length > maxStars + 1,
  )
  if (tooLong) throw new Unreadable(`holds a pattern too long to be used: ${tooLong.slice(0, 60)}`)
  const rules = ignore({ ignorecase: false }).add(patterns)
  const start = folder === '' ? 0 : folder.length + 1
  return (place) => {
    const { ignored, unignored } = rules.test(place.slice(start))
    return ignored || (!unignored && around(place))
  }
}
