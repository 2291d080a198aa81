import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageCommand, root } from '../project.ts'
import { openOldestPostgres } from './oldest-postgres.ts'
import { runCommand } from './run-command.ts'
import { readPlaywrightReport, readVitestReport, type TestResult } from './test-reports.ts'

/** A part of the whole test run. It writes its progress itself and returns what it tried. */
export type TestStep = { name: string; run: () => Promise<TestResult[]> }

/**
 * A command that passes or fails as a whole, and so counts as one test. What it wrote is printed at its end, for others
 * may run beside it.
 */
export function commandStep(name: string, command: string, args: readonly string[]): TestStep {
  return {
    name,
    run: async () => {
      const { ok, output } = await runCommand(command, args, { cwd: root })
      console.log(`\n=== ${name} ${ok ? 'passed' : 'failed'}\n${output.trim()}`)
      return [{ name, status: ok ? 'passed' : 'failed' }]
    },
  }
}

export function vitestStep(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): TestStep {
  return {
    name,
    run: () =>
      withReport(async (report) => {
        const { ok } = await runCommand(
          packageCommand('vitest'),
          [
            'run',
            ...args,
            '--silent=passed-only',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${report}`,
          ],
          { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
        )
        return withRunFailure(name, ok, readVitestReport(JSON.parse(readFileSync(report, 'utf8'))))
      }),
  }
}

export function vitestOnOldestPostgresStep(name: string, args: readonly string[]): TestStep {
  return {
    name,
    run: async () => {
      const { url, stop } = await openOldestPostgres()
      return vitestStep(name, args, { TEST_DATABASE_URL: url }).run().finally(stop)
    },
  }
}

export function journeysStep(name: string): TestStep {
  return {
    name,
    run: () =>
      withReport(async (report) => {
        const { ok } = await runCommand(process.execPath, ['tools/test/run-e2e.ts', '--reporter=list,json'], {
          cwd: root,
          stdio: 'inherit',
          env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        })
        return withRunFailure(name, ok, readPlaywrightReport(JSON.parse(readFileSync(report, 'utf8'))))
      }),
  }
}

async function withReport(run: (report: string) => Promise<TestResult[]>): Promise<TestResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lims-test-report-'))
  return run(join(folder, 'report.json')).finally(() => rmSync(folder, { recursive: true }))
}

/** An error outside every test fails the command, and shows in no test. */
function withRunFailure(name: string, ok: boolean, results: TestResult[]): TestResult[] {
  if (ok || results.some(({ status }) => status === 'failed')) return results
  return [...results, { name, status: 'failed' }]
}
