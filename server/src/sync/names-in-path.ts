import path from 'node:path'
import { maxTextLength, upperCase } from '@lims/contract/text.ts'
import { bamEnding } from './named-outputs.ts'

const uuid = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi
/** A hyphen is always part of a tube ID or name; dots, underscores and spaces may also separate them. */
const word = /[\p{L}\p{N}-]+/gu
const maxWords = 40

/** Returns all UUIDs in a path, in lower case. */
export const idsIn = (file: string): string[] => [
  ...new Set([...file.matchAll(uuid)].map(([id]) => id.toLowerCase())),
]

/** What sequencers and pipelines write into names of files: number, lane, read, run, chromosome, reference. */
const commonPart = /^(S\d+|L\d+|[RI]\d|(LANE|RUN|REP)-?\d+|CHR(\d+|[XYM]|MT)|HG(18|19|38)|\d{1,5})$/
const minDistinctLength = 4

export type NameRun = {
  name: string
  from: number
  to: number
  /** Whether it is long and unusual enough to identify a sample without the BAM header. */
  isDistinct: boolean
  /**
   * Whether the file name has more than `maxWords` words: the rest may name another sample, or be part of this name.
   */
  isCut: boolean
}

/**
 * Returns what may be a tube ID or the name of a sample in a file name: runs of whole words, in upper case.
 * EDTA-1 is found in EDTA-1_S2.bam, but not in EDTA-10.bam nor in KIT-EDTA-1.bam.
 */
export function nameRunsIn(file: string): NameRun[] {
  const name = path.posix.basename(file).replace(bamEnding, '').normalize('NFC')
  const inUpperCase = upperCase(name)
  const allWords = [...name.matchAll(word)]
  const words = allWords.slice(0, maxWords)
  const isCut = words.length < allWords.length
  const whole = { name: inUpperCase, from: 0, to: name.length, isDistinct: true, isCut: false }
  const runs = new Map<string, NameRun>([[whole.name, whole]])
  for (const [first, { index: from }] of words.entries()) {
    for (const last of words.slice(first)) {
      const to = last.index + last[0].length
      if (to - from > maxTextLength.name) break
      const run = inUpperCase.slice(from, to)
      if (!runs.has(run))
        runs.set(run, { name: run, from, to, isDistinct: isDistinct(run, first === 0), isCut })
    }
  }
  return [...runs.values()]
}

const isDistinct = (run: string, isFirst: boolean) =>
  !commonPart.test(run) && (isFirst || (run.length >= minDistinctLength && /\d/.test(run)))
