import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutant.ts'

/**
 * `survived`: tests reached it, and none failed. `unreached`: no test runs through it.
 * Both are forgotten when a test of the rule changes.
 */
export type State = 'killed' | 'survived' | 'unreached'
type Kept = { key: string; state: State; by: string | undefined; hash: string }

/** Keeps what became of each mutant, so that a run can be broken off, and the next one only does what is left. */
export function openResults(root: string, file: string, tests: readonly string[]) {
  mkdirSync(dirname(file), { recursive: true })
  const kept = new Map(readKept(file).map((one) => [one.key, one]))
  const hashOf = hashFiles(root)
  const allTests = hashOf(...tests)

  /** Changes when the result may. */
  const currentHash = (mutant: Mutant, { state, by }: Pick<Kept, 'state' | 'by'>) =>
    state === 'killed' && by ? hashOf(mutant.file, by) : `${hashOf(mutant.file)} ${allTests}`

  return {
    find: (mutant: Mutant): State | undefined => {
      const one = kept.get(mutant.key)
      return one && one.hash === currentHash(mutant, one) ? one.state : undefined
    },
    /** `by` is the test file that killed it. */
    save: (mutant: Mutant, state: State, by?: string) => {
      const one = { key: mutant.key, state, by, hash: currentHash(mutant, { state, by }) }
      kept.set(mutant.key, one)
      appendFileSync(file, `${JSON.stringify(one)}\n`)
    },
  }
}

export type Results = ReturnType<typeof openResults>

const readKept = (file: string): Kept[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
    : []

function hashFiles(root: string) {
  const known = new Map<string, string>()
  const hashOne = (file: string) => {
    const path = join(root, file)
    const hash = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'missing'
    known.set(file, hash)
    return hash
  }
  return (...files: string[]) => {
    const all = files.map((file) => known.get(file) ?? hashOne(file)).join(' ')
    return createHash('sha256').update(all).digest('hex').slice(0, 16)
  }
}
