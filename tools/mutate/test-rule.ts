import type { Progress } from './job.ts'
import type { Mutant } from './mutant.ts'
import type { MutantTests } from './mutant-tests.ts'
import type { Results } from './results.ts'

type Parts = {
  tests: MutantTests
  testFiles: readonly string[]
  /** Test files that are tried after these, with their quick tests only. */
  neighbours: readonly string[]
  results: Results
  log: (line: string) => void
}

/** A setting that a mutant makes for the whole connection would disturb the tests after it. */
const setsConnection = ({ line, from }: Mutant) => `${line} ${from}`.includes('set_config')

/** Finds out for each mutant whether a test notices it. Quick tests come first, a process for one mutant last. */
export async function testMutants(
  mutants: readonly Mutant[],
  { tests, testFiles, neighbours, results, log }: Parts,
) {
  const alive = new Map(
    mutants.filter((mutant) => results.find(mutant) === undefined).map((mutant) => [mutant.id, mutant]),
  )
  if (alive.size === 0) return
  /** The test files that reach a mutant, by its id. */
  const reachedBy = new Map<string, Set<string>>()
  /** The names of slow tests by their file. */
  const slowTests = new Map<string, Set<string>>()
  /** What must be active from the first import on to have an effect, or outlasts its test in a connection. */
  const needsOwnProcess = new Set([...alive.values()].filter(setsConnection).map(({ id }) => id))

  const kill = (ids: readonly string[], test: string) => {
    for (const id of ids) {
      const mutant = alive.get(id)
      if (mutant) results.save(mutant, 'killed', test)
      alive.delete(id)
    }
  }

  for (const test of testFiles) await testInFile(test)
  for (const test of testFiles.filter((file) => slowTests.has(file)))
    await testInFile(test, { onlySlow: true })
  for (const test of neighbours) await testInFile(test, { isNeighbour: true })

  if (reachedBy.size === 0) throw new Error('The tests run through no mutant: were the files replaced?')
  let left = alive.size
  for (const mutant of [...alive.values()]) {
    const files = reachedBy.get(mutant.id)
    if (files && needsOwnProcess.has(mutant.id)) await testAlone(mutant, files)
    if (alive.has(mutant.id)) results.save(mutant, files ? 'survived' : 'unreached')
    left -= 1
    if (left % 10 === 0) log(`one at a time: ${left} left`)
  }

  /** Runs a file with each mutant that is alive, again as long as one has left it unusable. */
  async function testInFile(test: string, { onlySlow = false, isNeighbour = false } = {}) {
    for (let mustRunAgain = true; mustRunAgain; ) {
      const candidates = [...alive.keys()].filter((id) => !needsOwnProcess.has(id))
      // Without candidates, the first run still finds the static mutants that the file reaches.
      if (candidates.length === 0 && (onlySlow || isNeighbour || alive.size === 0)) return
      const { progress, hanging } = await tests.each(test, {
        mutants: candidates,
        slow: onlySlow ? [...(slowTests.get(test) ?? [])] : undefined,
      })
      for (const one of progress) note(one, test)
      if (hanging !== undefined) kill([hanging], test)
      mustRunAgain = hanging !== undefined || progress.some(({ event }) => event === 'unsure')
      const alone = [...alive.keys()].filter((id) => needsOwnProcess.has(id)).length
      log(`${test}: ${alive.size} of ${mutants.length} left, ${alone} for a process of their own`)
    }
  }

  function note(progress: Progress, test: string) {
    switch (progress.event) {
      case 'killed':
        return kill(progress.mutants, test)
      case 'broken':
        // It may need what vitest.config.ts sets up.
        if (neighbours.includes(test)) return log(`${test} fails without a mutant: ${progress.test}`)
        throw new Error(`${test} fails without a mutant: ${progress.test}`)
      case 'reached':
        // How long a test takes varies: once slow, it counts as slow.
        if (progress.isSlow) addTo(slowTests, test, progress.test)
        for (const id of progress.mutants) addTo(reachedBy, id, test)
        return
      case 'static':
        for (const id of progress.mutants) addTo(reachedBy, id, test)
        return needOwnProcess(progress.mutants)
      case 'kept':
      case 'unsure':
        return needOwnProcess(progress.mutants)
    }
  }

  function needOwnProcess(ids: readonly string[]) {
    for (const id of ids) needsOwnProcess.add(id)
  }

  async function testAlone(mutant: Mutant, files: ReadonlySet<string>) {
    for (const test of testFiles.filter((file) => files.has(file))) {
      const { isOk } = await tests.one(test, {
        mutant: mutant.id,
        slow: [...(slowTests.get(test) ?? [])],
      })
      if (!isOk) return kill([mutant.id], test)
    }
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string) {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}
