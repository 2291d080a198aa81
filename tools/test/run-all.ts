import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryFolder } from './memory-folder.ts'
import { onlyOnOldest, onOldest } from './postgres-versions.ts'
import { formatParts, inWords, isUnsteady, type PartResult, sumUp, type TestResult } from './test-reports.ts'
import {
  commandStep,
  journeysStep,
  type TestStep,
  vitestOnOldestPostgresStep,
  vitestStep,
} from './test-steps.ts'

const web = vitestStep('web', ['--project', 'web', '--project', 'web-strict'])
const besideWeb = [
  commandStep('lint', 'npm', ['run', '--silent', 'lint']),
  commandStep('types', 'npm', ['run', '--silent', 'types']),
  commandStep('trace', 'npm', ['run', '--silent', 'trace']),
  commandStep('terms', 'npm', ['run', '--silent', 'terms']),
  commandStep('build', process.execPath, ['tools/build-web-if-needed.ts']),
  vitestOnOldestPostgresStep('server on the oldest PostgreSQL', ['--project', 'server', ...onOldest]),
]
const others = [
  vitestStep('contract, tools and server', ['--project', 'contract', '--project', 'server'], {
    TEST_DATABASE_URL: '',
    EXCLUDED_TESTS: onlyOnOldest.join(),
  }),
  journeysStep('journeys in a browser'),
]

process.env.TMPDIR = openMemoryFolder() ?? tmpdir()

// The hundreds of processes that tests start share what Node compiled: a fifth of the time of the server's tests.
const compileCache = mkdtempSync(join(tmpdir(), 'lims-compiled-'))
process.on('exit', () => rmSync(compileCache, { recursive: true, force: true }))
process.env.NODE_COMPILE_CACHE = compileCache

const startedAt = performance.now()
// The two workers of the web leave a sixth of two processors idle, and the tests on the oldest PostgreSQL often wait.
const besideEachOther = await Promise.all([runSteps([web]), runSteps(besideWeb)])
const parts = [...besideEachOther.flat(), ...(await runSteps(others))]

/** Runs one step after the other. */
async function runSteps(steps: readonly TestStep[]): Promise<PartResult[]> {
  const done: PartResult[] = []
  for (const step of steps) done.push(await runStep(step))
  return done
}

async function runStep({ name, run }: TestStep): Promise<PartResult> {
  console.log(`\n=== ${name}`)
  const stepStartedAt = performance.now()
  const results = await run().catch((error: Error): TestResult[] => {
    console.error(error.message)
    return [{ name, status: 'failed' }]
  })
  if (results.length === 0) {
    console.error(`No test ran: ${name}`)
    results.push({ name, status: 'failed' })
  }
  return { name, results, seconds: secondsSince(stepStartedAt) }
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}

const results = parts.flatMap((part) => part.results)
const { passed, failed, neverRan } = sumUp(results)
const unsteady = results.filter(isUnsteady).map((result) => inWords('passed when tried again', result))
const bad = results.filter(({ status }) => status === 'failed').map((result) => inWords('failed', result))
console.log(['', ...unsteady, ...bad, ...neverRan.map((name) => `never ran: ${name}`), ''].join('\n'))
console.log(`${formatParts(parts, secondsSince(startedAt))}\n`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
