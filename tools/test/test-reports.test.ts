import { expect, test } from 'vitest'
import {
  formatParts,
  inWords,
  isUnsteady,
  readPlaywrightReport,
  readVitestReport,
  sumUp,
} from './test-reports.ts'

test('reads every test of a Vitest report', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'removes', status: 'failed', failureMessages: ['Error: gone'] },
          { fullName: 'later', status: 'todo' },
        ],
      },
    ],
  }

  expect(readVitestReport(report)).toEqual([
    { name: 'a.test.ts > adds', status: 'passed', errors: [] },
    { name: 'a.test.ts > removes', status: 'failed', errors: ['Error: gone'] },
    { name: 'a.test.ts > later', status: 'skipped', errors: [] },
  ])
})

test('a file that cannot be loaded is a failed test', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
  }

  expect(readVitestReport(report)).toEqual([
    { name: 'a.test.ts', status: 'failed', errors: ['no such module'] },
  ])
})

test('reads the tests of a Playwright report, in groups too', () => {
  const results = [{ errors: [{ message: 'Timed out' }] }, {}]
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] })
  const group = { file: 'a.spec.ts', specs: [spec('waits', 'skipped')] }
  const suite = { file: 'a.spec.ts', specs: [spec('signs in', 'expected'), spec('prints', 'unexpected')] }

  expect(readPlaywrightReport({ suites: [{ ...suite, suites: [group] }] })).toEqual([
    { name: 'a.spec.ts > signs in', status: 'passed', errors: ['Timed out'] },
    { name: 'a.spec.ts > prints', status: 'failed', errors: ['Timed out'] },
    { name: 'a.spec.ts > waits', status: 'skipped', errors: ['Timed out'] },
  ])
})

test('a test skipped on one database and run on the other is not a failure', () => {
  const results = [
    { name: 'races', status: 'skipped' },
    { name: 'races', status: 'passed' },
  ] as const

  expect(sumUp(results)).toEqual({ passed: 1, failed: 0, neverRan: [] })
})

test('a test that never ran is a failure', () => {
  const results = [
    { name: 'races', status: 'skipped' },
    { name: 'races', status: 'skipped' },
    { name: 'adds', status: 'failed' },
  ] as const

  expect(sumUp(results)).toEqual({ passed: 0, failed: 2, neverRan: ['races'] })
})

test('a failure tells at the end what each try said, without colours', () => {
  const errors = ['\u001b[31mError: 1 is not 2\u001b[39m\n  at a.test.ts:3', 'Error: the name is taken']

  expect(inWords('failed', { name: 'a.test.ts > adds', status: 'failed', errors })).toBe(
    [
      'failed: a.test.ts > adds',
      '    Error: 1 is not 2',
      '      at a.test.ts:3',
      '    Error: the name is taken',
    ].join('\n'),
  )
})

test('a test that passed only when it was tried again is reported separately', () => {
  const result = { name: 'races', status: 'passed' } as const

  expect(isUnsteady({ ...result, errors: ['Error: 1 is not 2'] })).toBe(true)
  expect(isUnsteady({ ...result, errors: [] })).toBe(false)
  expect(isUnsteady({ ...result, status: 'failed', errors: ['Error: 1 is not 2'] })).toBe(false)
})

test('a table shows the counts and the time of each part and of the whole run', () => {
  const result = (status: 'passed' | 'failed' | 'skipped') => ({ name: 'a', status })
  const parts = [
    { name: 'lint', results: [result('passed')], seconds: 3.21 },
    { name: 'server', results: [result('passed'), result('failed'), result('skipped')], seconds: 123.4 },
  ]

  expect(formatParts(parts, 124.5)).toBe(
    [
      'part    passed  failed  skipped     time',
      'lint         1       0        0    3.2 s',
      'server       1       1        1  123.4 s',
      'total        2       1        1  124.5 s',
    ].join('\n'),
  )
})
