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

const steps: TestStep[] = [
  commandStep('lint', 'npm', ['run', '--silent', 'lint']),
  commandStep('types', 'npm', ['run', '--silent', 'types']),
  commandStep('trace', 'npm', ['run', '--silent', 'trace']),
  commandStep('terms', 'npm', ['run', '--silent', 'terms']),
  commandStep('build', process.execPath, ['tools/build-web-if-needed.ts']),
  vitestStep('contract, tools and server', ['--project', 'contract', '--project', 'server'], {
    TEST_DATABASE_URL: '',
  }),
  vitestOnOldestPostgresStep('server on the oldest PostgreSQL', ['--project', 'server', ...differByVersion]),
  vitestStep('web', ['--project', 'web']),
  journeysStep('journeys in a browser'),
]

const parts: PartResult[] = []
for (const step of steps) {
  console.log(`\n=== ${step.name}`)
  const begun = performance.now()
  const results = await step.run().catch((error: Error): TestResult[] => {
    console.error(error.message)
    return [{ name: step.name, status: 'failed' }]
  })
  if (results.length === 0) {
    console.error('No test ran')
    results.push({ name: step.name, status: 'failed' })
  }
  parts.push({ name: step.name, results, seconds: (performance.now() - begun) / 1000 })
}

const results = parts.flatMap((part) => part.results)
const { passed, failed, neverRan } = sumUp(results)
const unsteady = results.filter(isUnsteady).map((result) => inWords('passed when tried again', result))
const bad = results.filter(({ status }) => status === 'failed').map((result) => inWords('failed', result))
console.log(['', ...unsteady, ...bad, ...neverRan.map((name) => `never ran: ${name}`), ''].join('\n'))
console.log(`${formatParts(parts)}\n`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
