import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import ignore from 'ignore'
import { findStat, orUnreadable, reading, readText, Unreadable } from './read-regular-file.ts'

/** Returns whether a path below the root is ignored. The path of a folder must end with a slash. */
export type Ignored = (place: string) => boolean

export const noneIgnored: Ignored = () => false

const maxBytes = 100_000
const maxPatternLength = 1_000
const maxStars = 10
/** `**` matches any number of folders: with four, each file in 50 folders takes up to a tenth of a second. */
const maxDoubleStars = 3

/**
 * Reads the `.dvcignore` of a folder, in the syntax of `.gitignore`; a deeper file wins over those around it.
 * Throws `Unreadable` if it is too large, is a link that leads out of the repository, or holds a pattern that could
 * take too long to match. `root` has no links in it.
 */
export function readDvcIgnore(root: string, folder: string, around: Ignored): Ignored {
  const file = path.join(root, folder, '.dvcignore')
  const stat = findStat(file)
  if (!stat) return around
  const patterns = readText(stat.isSymbolicLink() ? targetOf(root, file) : file, maxBytes)
    .split('\n')
    .map((line) => line.replace('\r', ''))
  const tooLong = patterns.find(
    (one) =>
      one.length > maxPatternLength ||
      one.split('*').length > maxStars + 1 ||
      one.split('**').length > maxDoubleStars + 1,
  )
  if (tooLong) throw new Unreadable(`holds a pattern too long to be used: ${tooLong.slice(0, 60)}`)
  const rules = ignore({ ignorecase: false }).add(patterns)
  const start = folder === '' ? 0 : folder.length + 1
  return (place) => {
    const { ignored, unignored } = rules.test(place.slice(start))
    return ignored || (!unignored && around(place))
  }
}

/** Returns the file that a link leads to. Throws `Unreadable` unless that is in the repository. */
function targetOf(root: string, link: string): string {
  const target = orUnreadable(() => reading(() => statSync(link, { throwIfNoEntry: false })))
  if (target instanceof Unreadable) throw new Unreadable('is a symbolic link that cannot be followed')
  if (!target) throw new Unreadable('is a symbolic link to nothing')
  const file = reading(() => realpathSync(link))
  if (!file.startsWith(`${root}/`)) {
    throw new Unreadable('is a symbolic link that leads out of the repository')
  }
  // Their lines may hold passwords, and what cannot be used of them is shown.
  if (/\/\.(?:dvc|git)\//.test(file.slice(root.length))) {
    throw new Unreadable('is a symbolic link to a file of DVC or Git')
  }
  return file
}
