import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import type { Job, Progress } from './job.ts'

/** A process without output for this long is assumed to be in an endless loop. */
const silenceLimitMs = 90_000

/** Without the members that both kinds of job share. */
type JobOf<Mode extends Job['mode']> = Omit<Extract<Job, { mode: Mode }>, 'log' | 'mode'>

type Outcome = {
  progress: readonly Progress[]
  /** False if a test failed, the file could not be imported, or its process ended early. */
  isOk: boolean
  /** The mutant that was active when the process had to be killed. */
  hanging: string | undefined
}

export type MutantTests = Awaited<ReturnType<typeof openMutantTests>>

/** Opens vitest over instrumented sources. Paths are relative to `root`; nothing is written there. */
export async function openMutantTests(
  root: string,
  { code, tests, cache }: { code: ReadonlyMap<string, string>; tests: readonly string[]; cache: string },
) {
  mkdirSync(cache, { recursive: true })
  const jobFile = join(cache, `job-${process.pid}.json`)
  const log = join(cache, `progress-${process.pid}.jsonl`)
  const sources = new Map([...code].map(([file, text]) => [resolve(root, file), text]))

  const viteOptions = {
    // The projects of vitest.config.ts would not get the plugin.
    configFile: false,
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre' as const,
        load: (id: string) => sources.get(id.split('?')[0] ?? ''),
      },
    ],
  }
  const vitest: Vitest = await createVitest(
    {
      root,
      watch: false,
      reporters: [{}],
      include: [...tests],
      globalSetup: tests.some((test) => test.startsWith('server/'))
        ? ['server/test/prepare-database.ts']
        : [],
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      setupFiles: ['tools/test/seed-properties.ts'],
      env: { MUTATE_JOB: jobFile },
      testTimeout: 60_000,
      hookTimeout: 30_000,
      maxWorkers: 1,
      fileParallelism: false,
      config: false,
      // A kept module would stand for the one with its mutants, or the other way round.
      fsModuleCache: false,
      onConsoleLog: () => false,
      onUnhandledError: () => false,
    },
    viteOptions,
  )
  await vitest.standalone()
  const specifications = await vitest.globTestSpecifications()
  const specificationOf = (test: string) =>
    specifications.find(({ moduleId }) => moduleId === resolve(root, test))

  async function run(test: string, job: Job): Promise<Outcome> {
    const specification = specificationOf(test)
    if (!specification) throw new Error(`vitest does not find ${test}`)
    writeFileSync(jobFile, JSON.stringify(job))
    rmSync(log, { force: true })
    const watch = watchProgress(log)
    const isOk = await runSpecification(vitest, specification)
    watch.stop()
    return { progress: readProgress(log), isOk: isOk && !watch.hanging(), hanging: watch.hanging() }
  }

  return {
    /** Runs each test of the file with each of the mutants that it reaches. */
    each: (test: string, job: JobOf<'each'>) => run(test, { mode: 'each', log, ...job }),
    /** Runs the file with one mutant from the first import on. */
    one: (test: string, job: JobOf<'one'>) => run(test, { mode: 'one', log, ...job }),
    close: async () => {
      await vitest.close()
      for (const file of [jobFile, log]) rmSync(file, { force: true })
    },
  }
}

async function runSpecification(vitest: Vitest, specification: TestSpecification): Promise<boolean> {
  vitest.state.filesMap.clear()
  const { testModules } = await vitest.runTestSpecifications([specification])
  return testModules.length > 0 && testModules.every((one) => one.state() !== 'failed')
}

/** Ends a process that hangs. */
function watchProgress(log: string) {
  let hanging: string | undefined
  let length = -1
  let changedAt = Date.now()
  const timer = setInterval(() => {
    const progress = readProgress(log)
    if (progress.length !== length) {
      length = progress.length
      changedAt = Date.now()
    } else if (Date.now() - changedAt > silenceLimitMs) {
      const start = progress.find((one) => one.event === 'start')
      const last = progress.findLast((one) => one.event === 'try')
      if (!start) return
      hanging = last?.mutant ?? 'unknown'
      process.kill(start.pid, 'SIGKILL')
      changedAt = Date.now()
    }
  }, 2_000)
  return { stop: () => clearInterval(timer), hanging: () => hanging }
}

const readProgress = (log: string): Progress[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
    : []
