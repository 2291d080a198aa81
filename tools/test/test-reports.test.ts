import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport, sumUp } from './test-reports.ts'

test('reads every test of a Vitest report', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'removes', status: 'failed' },
          { fullName: 'later', status: 'todo' },
        ],
      },
    ],
  }

  expect(readVitestReport(report)).toEqual([
    { name: 'a.test.ts > adds', status: 'passed' },
    { name: 'a.test.ts > removes', status: 'failed' },
    { name: 'a.test.ts > later', status: 'skipped' },
  ])
})

test('a file that cannot be loaded is a failed test', () => {
  const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] }

  expect(readVitestReport(report)).toEqual([{ name: 'a.test.ts', status: 'failed' }])
})

test('reads the tests of a Playwright report, in groups too', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const group = { file: 'a.spec.ts', specs: [spec('waits', 'skipped')] }
  const suite = { file: 'a.spec.ts', specs: [spec('signs in', 'expected'), spec('prints', 'unexpected')] }

  expect(readPlaywrightReport({ suites: [{ ...suite, suites: [group] }] })).toEqual([
    { name: 'a.spec.ts > signs in', status: 'passed' },
    { name: 'a.spec.ts > prints', status: 'failed' },
    { name: 'a.spec.ts > waits', status: 'skipped' },
  ])
})

test('a test skipped on one database and run on the other is no failure', () => {
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
