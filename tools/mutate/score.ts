import { isSameText, type Mutant, type MutantText } from './mutant.ts'
import type { State } from './results.ts'

/** A survivor that no test can kill, by the file that holds it. */
export type KnownSurvivors = Record<string, (MutantText & { reason: string })[]>

export type FileScore = {
  file: string
  killed: number
  total: number
  /** Survivors that are listed with a reason. */
  explained: number
  unexplained: readonly Mutant[]
}

type FindState = (mutant: Mutant) => State | undefined

/** Counts the mutants of each file. One that was not tested yet counts as alive. */
export function scoreFiles(
  files: readonly string[],
  mutants: readonly Mutant[],
  known: KnownSurvivors,
  stateOf: FindState,
): FileScore[] {
  return files.map((file) => {
    const here = mutants.filter((mutant) => mutant.file === file)
    const alive = here.filter((mutant) => stateOf(mutant) !== 'killed')
    const unexplained = alive.filter((mutant) => !known[file]?.some((one) => isSameText(one, mutant)))
    return {
      file,
      killed: here.length - alive.length,
      total: here.length,
      explained: alive.length - unexplained.length,
      unexplained,
    }
  })
}

/** Returns listed survivors that no longer survive: the mutant was killed, or its line was changed. */
export function outdatedSurvivors(
  files: readonly string[],
  mutants: readonly Mutant[],
  known: KnownSurvivors,
  stateOf: FindState,
) {
  const alive = mutants.filter((mutant) => stateOf(mutant) !== 'killed')
  return files.flatMap((file) =>
    (known[file] ?? []).filter(
      (one) => !alive.some((mutant) => mutant.file === file && isSameText(one, mutant)),
    ),
  )
}

/** Killed mutants in percent, rounded down to a hundredth: 94.999 is not 95. */
export const percentage = (part: number, whole: number) =>
  whole === 0 ? 100 : Math.floor((part / whole) * 10_000) / 100
