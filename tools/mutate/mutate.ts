import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBinaries } from '../../server/src/postgres/binaries.ts'
import { ownProcess } from '../../server/src/programs/owned-process.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'
import { root } from '../project.ts'
import { type Rule, rules } from './rules.ts'
import {
  type FileScore,
  type KnownSurvivors,
  outdatedSurvivors,
  percentage,
  type Report,
  scoreFiles,
} from './score.ts'
import { copyTree } from './tree-copy.ts'

const minScore = 95
const cache = join(root, '.cache/mutate')
const tree = join(cache, 'tree')
const packages = join(cache, 'stryker')

const { values: options } = parseArgs({
  options: {
    /** Rules by name; all of them if none is named. */
    rule: { type: 'string', multiple: true },
    /** Only files whose path contains this text. */
    file: { type: 'string', multiple: true },
    /** Tests every mutant again, also those whose result is known. */
    force: { type: 'boolean', default: false },
    /** Prints the results of the last run and runs nothing. */
    show: { type: 'boolean', default: false },
  },
})

/** Breaks each rule in every way that Stryker knows, and counts what the tests notice. Returns the exit code. */
async function mutate(): Promise<number> {
  const chosen = rules
    .filter(({ name }) => !options.rule || options.rule.includes(name))
    .map((rule) => ({ ...rule, files: chosenFiles(rule) }))
    .filter(({ files }) => files.length > 0)
  if (chosen.length === 0)
    throw new Error(`No rule matches. Rules: ${rules.map(({ name }) => name).join(', ')}`)
  if (!options.show) await testRules(chosen)
  return printScores(chosen)
}

function chosenFiles({ name, files }: Rule): string[] {
  const missing = files.filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`tools/mutate/rules.ts, ${name}: ${missing.join(', ')} is missing`)
  return files.filter((file) => !options.file || options.file.some((part) => file.includes(part)))
}

async function testRules(chosen: readonly Rule[]) {
  installStryker()
  const given = process.env.TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startTestPostgres(findBinaries())
  try {
    for (const rule of chosen) await testRule(rule, url)
  } finally {
    await stop()
  }
}

async function testRule({ name, files, tests }: Rule, databaseUrl: string) {
  copyTree(root, tree)
  const testFiles = tests.flatMap((test) =>
    globSync(test, { cwd: root }).filter((file) => /\.test\.tsx?$/.test(file)),
  )
  console.log(`\n${name}: ${files.length} files, ${testFiles.length} test files`)
  const stryker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(tree, 'tools/mutate/run-stryker.ts')],
    {
      cwd: tree,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_DATABASE_URL: databaseUrl,
        MUTATE_PACKAGES: packages,
        MUTATE_FILES: JSON.stringify(files),
        MUTATE_TESTS: JSON.stringify([...new Set(testFiles)]),
        MUTATE_REPORT: reportOf(name),
        MUTATE_FORCE: options.force ? 'yes' : '',
      },
    },
  )
  ownProcess(stryker, 'SIGTERM')
  const [code] = await once(stryker, 'exit')
  if (code !== 0) throw new Error(`Stryker could not test the rule '${name}'`)
}

/** Stryker keeps each rule's results here and only tests what has changed since. */
const reportOf = (rule: string) => join(cache, `${rule}.json`)

function installStryker() {
  const source = join(import.meta.dirname, 'stryker')
  const lock = 'package-lock.json'
  const stamp = join(packages, 'installed')
  const wanted = readFileSync(join(source, lock), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(packages, { recursive: true })
  for (const file of ['package.json', lock]) copyFileSync(join(source, file), join(packages, file))
  // Without its peers Stryker finds this project's own vitest, in the node_modules above.
  const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: packages, stdio: 'inherit' })
  if (status !== 0) throw new Error('Stryker cannot be installed')
  writeFileSync(stamp, wanted)
}

function printScores(chosen: readonly Rule[]): number {
  const known: KnownSurvivors = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'))
  const scores: FileScore[] = []
  for (const { name, files } of chosen) {
    if (!existsSync(reportOf(name))) {
      console.log(`${name}: not tested yet`)
      continue
    }
    const report: Report = JSON.parse(readFileSync(reportOf(name), 'utf8'))
    const ruleScores = scoreFiles(report, known, files)
    scores.push(...ruleScores)
    printRule(name, ruleScores)
    for (const { line, to } of outdatedSurvivors(report, known, files)) {
      console.log(`  no survivor any more, remove it from survivors.json: ${line} → ${to}`)
    }
  }
  const total = sum(scores)
  printLine('total', total)
  return percentage(total.killed, total.total) >= minScore ? 0 : 1
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

function printRule(name: string, scores: readonly FileScore[]) {
  printLine(name, sum(scores))
  for (const score of scores) printLine(`  ${score.file}`, score)
  for (const { file, unexplained } of scores) {
    for (const { lineNumber, line, from, to, isCovered } of unexplained) {
      console.log(`    ${isCovered ? 'survived' : 'no test reaches'} ${file}:${lineNumber}  ${line}`)
      console.log(`      - ${from}\n      + ${to}`)
    }
  }
}

function printLine(name: string, { killed, total, explained }: Counts) {
  const score = percentage(killed, total).toFixed(2).padStart(6)
  const counts = `${String(killed).padStart(5)} of ${String(total).padStart(5)} killed`
  console.log(`${name.padEnd(52)} ${score} %  ${counts}${explained > 0 ? `, ${explained} equivalent` : ''}`)
}

process.exitCode = await mutate()
