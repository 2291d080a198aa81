/** The parts of Stryker's report that are read here. */
export type Report = { files: Record<string, { source: string; mutants: ReportedMutant[] }> }
/** Both count from 1; an end is the place after the last character. */
type Position = { line: number; column: number }
type ReportedMutant = {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: Position; end: Position }
}

export type Survivor = {
  /** The first line that the mutant changes, without indentation. */
  line: string
  from: string
  to: string
}
/** A survivor that no test can kill, by the file that holds it. */
export type KnownSurvivors = Record<string, (Survivor & { reason: string })[]>

export type FileScore = {
  file: string
  killed: number
  total: number
  unexplained: (Survivor & { lineNumber: number; isCovered: boolean })[]
  explained: number
}

const killed = new Set(['Killed', 'Timeout'])
const survived = new Set(['Survived', 'NoCoverage'])

/** Counts the mutants of each file. A mutant that does not compile or run counts as none. */
export function scoreFiles(report: Report, known: KnownSurvivors, files: readonly string[]): FileScore[] {
  return files.map((file) => {
    const { source = '', mutants = [] } = report.files[file] ?? {}
    const survivors = mutants
      .filter(({ status }) => survived.has(status))
      .map((mutant) => ({
        ...describeMutant(source, mutant),
        lineNumber: mutant.location.start.line,
        isCovered: mutant.status === 'Survived',
      }))
    const unexplained = survivors.filter(
      (survivor) => !known[file]?.some((one) => isSameMutant(one, survivor)),
    )
    const killedHere = mutants.filter(({ status }) => killed.has(status)).length
    return {
      file,
      killed: killedHere,
      total: killedHere + survivors.length,
      unexplained,
      explained: survivors.length - unexplained.length,
    }
  })
}

/** What is listed as a survivor and is none: it was killed, or its line was changed. */
export function outdatedSurvivors(report: Report, known: KnownSurvivors, files: readonly string[]) {
  return files.flatMap((file) => {
    const { source = '', mutants = [] } = report.files[file] ?? {}
    const alive = mutants.filter(({ status }) => survived.has(status))
    return (known[file] ?? []).filter(
      (one) => !alive.some((mutant) => isSameMutant(one, describeMutant(source, mutant))),
    )
  })
}

const isSameMutant = (one: Survivor, other: Survivor) =>
  one.line === other.line && one.from === other.from && one.to === other.to

/** A mutant by its text, so that moving the line does not lose it. */
function describeMutant(
  source: string,
  { location: { start, end }, replacement = '' }: ReportedMutant,
): Survivor {
  const lines = source.split('\n')
  const touched = lines.slice(start.line - 1, end.line)
  const last = touched.length - 1
  const from = touched
    .map((text, index) =>
      text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
  return { line: (touched[0] ?? '').trim(), from: shorten(from), to: shorten(replacement) }
}

const maxTextLength = 160
function shorten(text: string) {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > maxTextLength ? `${oneLine.slice(0, maxTextLength)}…` : oneLine
}

/** Killed mutants in percent, rounded down to a hundredth: 94.999 is not 95. */
export const percentage = (part: number, whole: number) =>
  whole === 0 ? 100 : Math.floor((part / whole) * 10_000) / 100
