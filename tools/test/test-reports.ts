import { stripVTControlCharacters } from 'node:util'

export type TestResult = {
  name: string
  status: 'passed' | 'failed' | 'skipped'
  /** What it said, one text for each try that failed. */
  errors?: readonly string[]
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** What the JSON report of Vitest says, test by test. A file that fails without a test counts as one. */
export function readVitestReport(report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    if (assertionResults.length === 0 && status === 'failed')
      return [{ name: file, status, errors: message ? [message] : [] }]
    return assertionResults.map((test) => ({
      name: `${file} > ${test.fullName}`,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      errors: test.failureMessages ?? [],
    }))
  })
}

type PlaywrightSuite = {
  file: string
  specs: { title: string; tests: { status: string; results?: { errors?: { message?: string }[] }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** What the JSON report of Playwright says, test by test. */
export function readPlaywrightReport({ suites }: { suites: PlaywrightSuite[] }): TestResult[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results = [] }) => ({
        name: `${suite.file} > ${title}`,
        status: playwrightStatus(status),
        errors: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
      })),
    ),
    ...readPlaywrightReport({ suites: suite.suites ?? [] }),
  ])
}

function playwrightStatus(status: string): TestResult['status'] {
  if (status === 'skipped') return 'skipped'
  // 'flaky' passed when it was tried again.
  return status === 'expected' || status === 'flaky' ? 'passed' : 'failed'
}

/** The sum of a run. A test that was skipped wherever it was met has proved nothing and counts as failed. */
export function sumUp(results: readonly TestResult[]) {
  const ran = new Set(results.filter(({ status }) => status !== 'skipped').map(({ name }) => name))
  const skipped = results.filter(({ status }) => status === 'skipped').map(({ name }) => name)
  const neverRan = [...new Set(skipped)].filter((name) => !ran.has(name))
  const count = (status: TestResult['status']) => results.filter((result) => result.status === status).length
  return { passed: count('passed'), failed: count('failed') + neverRan.length, neverRan }
}

/** A part of the test run: its results and how long it took. */
export type PartResult = { name: string; results: readonly TestResult[]; seconds: number }

/** A table of the parts with their counts and times, and a last row for the whole run, which took `seconds`. */
export function formatParts(parts: readonly PartResult[], seconds: number): string {
  const total = {
    name: 'total',
    results: parts.flatMap(({ results }) => results),
    seconds,
  }
  const rows = [...parts, total].map(({ name, results, seconds }) => {
    const count = (status: TestResult['status']) =>
      String(results.filter((result) => result.status === status).length)
    return [name, count('passed'), count('failed'), count('skipped'), `${seconds.toFixed(1)} s`]
  })
  const lines = [['part', 'passed', 'failed', 'skipped', 'time'], ...rows]
  const widths = ['', '', '', '', ''].map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map(([name = '', ...cells]) =>
      [
        name.padEnd(widths[0] ?? 0),
        ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0)),
      ].join('  '),
    )
    .join('\n')
}

const linesOfAnError = 12

/** Passed, but not at the first try: on this machine, at this time, or because of a race that nobody has found yet. */
export const isUnsteady = ({ status, errors = [] }: TestResult): boolean =>
  status === 'passed' && errors.length > 0

/** A test and what each try said, so that the end of a long log explains itself. */
export function inWords(outcome: string, { name, errors = [] }: TestResult): string {
  const tries = errors.map((error) => stripVTControlCharacters(error).split('\n').slice(0, linesOfAnError))
  return [`${outcome}: ${name}`, ...tries.flat().map((line) => `    ${line}`)].join('\n')
}
