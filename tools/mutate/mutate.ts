import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBinaries } from '../../server/src/postgres/binaries.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'
import { root } from '../project.ts'
import { instrument } from './instrument.ts'
import { openMutantTests } from './mutant-tests.ts'
import { openResults } from './results.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'
import { isInSample, marginOfError } from './sample.ts'
import { type FileScore, type KnownSurvivors, outdatedSurvivors, percentage, scoreFiles } from './score.ts'
import { testMutants } from './test-rule.ts'

const minScore = 95
const cache = join(root, '.cache/mutate')

const { values: options } = parseArgs({
  options: {
    /** Rules by name; all of them if none is named. */
    rule: { type: 'string', multiple: true },
    /** Only files whose path contains this text. */
    file: { type: 'string', multiple: true },
    /** Only so many percent of the mutants, from 1 to 100. */
    sample: { type: 'string', default: '100' },
    /** Forgets the results of earlier runs. */
    force: { type: 'boolean', default: false },
    /** Prints the results of earlier runs and tests nothing. */
    show: { type: 'boolean', default: false },
  },
})

const sample = Number(options.sample)
if (!Number.isInteger(sample) || sample < 1 || sample > 100)
  throw new Error(`--sample ${options.sample}: must be a whole number from 1 to 100`)

/** Breaks each rule in every way that Stryker knows, and counts what the tests notice. Returns the exit code. */
async function mutate(): Promise<number> {
  const chosen = rules
    .filter(({ name }) => !options.rule || options.rule.includes(name))
    .map((rule) => ({ ...rule, files: chosenFiles(rule), tests: testFiles(rule.tests) }))
    .filter(({ files }) => files.length > 0)
  if (chosen.length === 0)
    throw new Error(`Nothing chosen. Rules: ${rules.map(({ name }) => name).join(', ')}`)

  const needsDatabase = !options.show && process.env.TEST_DATABASE_URL === undefined
  const postgres = needsDatabase ? await startTestPostgres(findBinaries()) : undefined
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url
  const scores: FileScore[] = []
  try {
    for (const rule of chosen) scores.push(...(await testRule(rule)))
  } finally {
    await postgres?.stop()
  }
  const total = sum(scores)
  printLine('total', total)
  if (sample < 100)
    console.log(`±${marginOfError(total.killed, total.total).toFixed(2)} % (a sample of ${sample} %)`)
  return percentage(total.killed, total.total) >= minScore ? 0 : 1
}

function chosenFiles({ name, files }: Rule): string[] {
  const missing = files.filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`tools/mutate/rules.ts, ${name}: ${missing.join(', ')} is missing`)
  return files.filter((file) => !options.file || options.file.some((part) => file.includes(part)))
}

const testFiles = (patterns: readonly string[]): string[] => [
  ...new Set(
    patterns.flatMap((pattern) =>
      globSync(pattern, { cwd: root })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .sort(),
    ),
  ),
]

/** The tests in the folders of a rule that its list leaves out: whoever adds one there need not think of the list. */
function neighboursOf({ files, tests }: Rule): string[] {
  const folders = new Set(files.map(dirname))
  return testFiles([...folders].map((folder) => `${folder}/*`)).filter((file) => !tests.includes(file))
}

async function testRule({ name, files, tests }: Rule): Promise<FileScore[]> {
  const neighbours = neighboursOf({ name, files, tests })
  const resultsFile = join(cache, `${name}.jsonl`)
  if (options.force) rmSync(resultsFile, { force: true })
  const results = openResults(root, resultsFile, [...tests, ...neighbours])
  const { code, mutants: all } = await instrument(root, files, cache)
  const mutants = all.filter((mutant) => isInSample(mutant, sample))
  if (!options.show) {
    const vitest = await openMutantTests(root, { code, tests: [...tests, ...neighbours], cache })
    const log = (line: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${name}  ${line}`)
    await testMutants(mutants, { tests: vitest, testFiles: tests, neighbours, results, log }).finally(
      vitest.close,
    )
  }

  const known: KnownSurvivors = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'))
  const scores = scoreFiles(files, mutants, known, results.find)
  printLine(name, sum(scores))
  for (const score of scores) printLine(`  ${score.file}`, score)
  for (const mutant of scores.flatMap(({ unexplained }) => unexplained)) {
    console.log(
      `    ${results.find(mutant) ?? 'not tested'}: ${mutant.file}:${mutant.lineNumber}  ${mutant.line}`,
    )
    console.log(`      - ${mutant.from}\n      + ${mutant.to}`)
  }
  for (const { line, to } of outdatedSurvivors(files, all, known, results.find)) {
    console.log(`    no survivor any more, remove it from survivors.json: ${line} → ${to}`)
  }
  return scores
}

type Counts = Pick<FileScore, 'killed' | 'total' | 'explained'>

const sum = (scores: readonly Counts[]): Counts =>
  scores.reduce(
    (all, one) => ({
      killed: all.killed + one.killed,
      total: all.total + one.total,
      explained: all.explained + one.explained,
    }),
    { killed: 0, total: 0, explained: 0 },
  )

function printLine(name: string, { killed, total, explained }: Counts) {
  const score = percentage(killed, total).toFixed(2).padStart(6)
  const counts = `${String(killed).padStart(5)} of ${String(total).padStart(5)} killed`
  console.log(`${name.padEnd(52)} ${score} %  ${counts}${explained > 0 ? `, ${explained} equivalent` : ''}`)
}

process.exitCode = await mutate()
