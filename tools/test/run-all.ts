import { formatParts, inWords, isUnsteady, type PartResult, sumUp, type TestResult } from './test-reports.ts'
import {
  commandStep,
  journeysStep,
  type TestStep,
  vitestOnOldestPostgresStep,
  vitestStep,
} from './test-steps.ts'

/** What PostgreSQL itself does, and may do otherwise in another version: the schema, backups, locks, messages. */
const differByVersion = [
  'server/src/db/',
  'server/src/live/',
  'fight',
  'while-busy',
  'while-waiting',
  'rename-batch',
]

/** Steps one after the other. */
type Lane = readonly TestStep[]

/** One after the other; the lanes of a stage run beside each other. */
const stages: readonly (readonly Lane[])[] = [
  // The two workers of the web leave a sixth of two processors idle.
  [
    [vitestStep('web', ['--project', 'web'])],
    [
      commandStep('lint', 'npm', ['run', '--silent', 'lint']),
      commandStep('types', 'npm', ['run', '--silent', 'types']),
      commandStep('trace', 'npm', ['run', '--silent', 'trace']),
      commandStep('terms', 'npm', ['run', '--silent', 'terms']),
    ],
  ],
  [
    [
      commandStep('build', process.execPath, ['tools/build-web-if-needed.ts']),
      vitestStep('contract, tools and server', ['--project', 'contract', '--project', 'server'], {
        TEST_DATABASE_URL: '',
      }),
      vitestOnOldestPostgresStep('server on the oldest PostgreSQL', [
        '--project',
        'server',
        ...differByVersion,
      ]),
      journeysStep('journeys in a browser'),
    ],
  ],
]

const begun = performance.now()
const parts: PartResult[] = []
for (const stage of stages) parts.push(...(await Promise.all(stage.map(runLane))).flat())

async function runLane(lane: Lane): Promise<PartResult[]> {
  const done: PartResult[] = []
  for (const step of lane) done.push(await runStep(step))
  return done
}

async function runStep({ name, run }: TestStep): Promise<PartResult> {
  console.log(`\n=== ${name}`)
  const begun = performance.now()
  const results = await run().catch((error: Error): TestResult[] => {
    console.error(error.message)
    return [{ name, status: 'failed' }]
  })
  if (results.length === 0) {
    console.error(`No test ran: ${name}`)
    results.push({ name, status: 'failed' })
  }
  return { name, results, seconds: secondsSince(begun) }
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}

const results = parts.flatMap((part) => part.results)
const { passed, failed, neverRan } = sumUp(results)
const unsteady = results.filter(isUnsteady).map((result) => inWords('passed when tried again', result))
const bad = results.filter(({ status }) => status === 'failed').map((result) => inWords('failed', result))
console.log(['', ...unsteady, ...bad, ...neverRan.map((name) => `never ran: ${name}`), ''].join('\n'))
console.log(`${formatParts(parts, secondsSince(begun))}\n`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
