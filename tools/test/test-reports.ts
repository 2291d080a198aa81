export type TestResult = { name: string; status: 'passed' | 'failed' | 'skipped' }

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** What the JSON report of Vitest says, test by test. A file that fails without a test counts as one. */
export function readVitestReport(report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name: file, status, assertionResults }) => {
    if (assertionResults.length === 0 && status === 'failed') return [{ name: file, status }]
    return assertionResults.map((test) => ({
      name: `${file} > ${test.fullName}`,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
    }))
  })
}

type PlaywrightSuite = {
  file: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** What the JSON report of Playwright says, test by test. */
export function readPlaywrightReport({ suites }: { suites: PlaywrightSuite[] }): TestResult[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({ name: `${suite.file} > ${title}`, status: playwrightStatus(status) })),
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
