import { inWords, isUnsteady, sumUp, type TestResult } from './test-reports.ts'
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
  commandStep('build', process.execPath, ['tools/build-web-if-needed.ts']),
  vitestStep('contract, tools and server', ['--project', 'contract', '--project', 'server'], {
    TEST_DATABASE_URL: '',
  }),
  vitestOnOldestPostgresStep('server on the oldest PostgreSQL', ['--project', 'server', ...differByVersion]),
  vitestStep('web', ['--project', 'web']),
  journeysStep('journeys in a browser'),
]

const results: TestResult[] = []
for (const step of steps) {
  console.log(`\n=== ${step.name}`)
  const begun = performance.now()
  const found = await step.run().catch((error: Error): TestResult[] => {
    console.error(error.message)
    return [{ name: step.name, status: 'failed' }]
  })
  if (found.length === 0) {
    console.error('No test ran')
    found.push({ name: step.name, status: 'failed' })
  }
  results.push(...found)
  const tried = found.filter(({ status }) => status !== 'skipped')
  const { passed, failed } = sumUp(tried)
  const skipped = found.length > tried.length ? `, ${found.length - tried.length} skipped here` : ''
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`=== ${step.name}: ${passed} passed, ${failed} failed${skipped}, in ${seconds} s`)
}

const { passed, failed, neverRan } = sumUp(results)
const unsteady = results.filter(isUnsteady).map((result) => inWords('passed when tried again', result))
const bad = results.filter(({ status }) => status === 'failed').map((result) => inWords('failed', result))
console.log(['', ...unsteady, ...bad, ...neverRan.map((name) => `never ran: ${name}`), ''].join('\n'))
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
