/** A place in a source file; both count from 0. */
type Position = { line: number; column: number }

type Located = {
  id: string
  file: string
  mutatorName: string
  replacement: string
  location: { start: Position; end: Position }
}

/** A mutant by its text, so that moving its line does not lose it. */
export type MutantText = {
  /** The first line that it changes, without indentation. */
  line: string
  from: string
  to: string
}

export type Mutant = MutantText & {
  /** Chooses the mutant in the instrumented code; another one in the next run. */
  id: string
  file: string
  /** Counts from 1. */
  lineNumber: number
  /** The same in every run, as long as the text of the mutant stays. */
  key: string
}

/** Describes mutants by the text that they change. `sources` are the files before instrumentation. */
export function describeMutants(sources: ReadonlyMap<string, string>, mutants: readonly Located[]): Mutant[] {
  const seen = new Map<string, number>()
  return mutants.map(({ id, file, mutatorName, replacement, location: { start, end } }) => {
    const lines = (sources.get(file) ?? '').split('\n').slice(start.line, end.line + 1)
    const last = lines.length - 1
    const from = lines
      .map((text, index) =>
        text.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined),
      )
      .join('\n')
    const text = { line: (lines[0] ?? '').trim(), ...shortenBoth(from, replacement) }
    const name = [file, mutatorName, text.line, text.from, text.to].join(' | ')
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { ...text, id, file, lineNumber: start.line + 1, key: `${name} | ${count}` }
  })
}

export const isSameText = (one: MutantText, other: MutantText) =>
  one.line === other.line && one.from === other.from && one.to === other.to

const maxTextLength = 160
const lengthBeforeChange = 60

/** Writes both texts on one line each. Long ones, such as SQL, are cut to the place where they differ. */
function shortenBoth(from: string, to: string): { from: string; to: string } {
  const [one, other] = [onOneLine(from), onOneLine(to)]
  const cut = Math.max(one.length, other.length) > maxTextLength ? firstDifference(one, other) : 0
  const start = Math.max(0, cut - lengthBeforeChange)
  return { from: part(one, start), to: part(other, start) }
}

/** Writes types and chains of calls as the printer of the mutants does, so that no mutant seems to change one. */
const onOneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/; \}/g, ' }')
    .replace(/(?<=[\w)]) (?=\.\w)/g, '')
    .trim()

function firstDifference(one: string, other: string): number {
  const index = one.split('').findIndex((character, place) => character !== other[place])
  return index === -1 ? one.length : index
}

function part(text: string, start: number): string {
  const end = start + maxTextLength
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`
}
