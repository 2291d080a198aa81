import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import type { Job, Progress } from './job.ts'

/** Stryker's instrumented code reads the active mutant here and counts what it reaches. */
type Switch = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

/**
 * Where a test is: it first runs without a mutant, then once with each mutant that it reaches, then without one again,
 * which proves that no mutant has left the process or the database unusable.
 */
type Phase = 'clean' | 'mutants' | 'confirm' | 'done'

const manyRepeats = 1_000_000
/** A loop that goes round more often than this hangs. */
const maxHits = 500_000
const minTimeoutMs = 5_000
const aloneTimeoutMs = 15_000
// Tests may replace the timers.
const { setTimeout, clearTimeout, performance } = globalThis

/** Runs each test again and again in one process, with one mutant after the other. */
// biome-ignore lint/style/noDefaultExport: vitest loads a runner so
export default class MutantRunner extends TestRunner {
  readonly #job: Job = JSON.parse(readFileSync(process.env.MUTATE_JOB ?? '', 'utf8'))
  readonly #switch: Switch
  readonly #alive: Set<string>
  #phase: Phase = 'clean'
  #queue: string[] = []
  #suspects: string[] = []
  #startedAt = 0
  #cleanMs = 0
  #hasTimedOut = false
  #isOver = false

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    const scope = globalThis as { __stryker__?: Switch }
    this.#switch = scope.__stryker__ ??= { mutantCoverage: { static: {}, perTest: {} } }
    this.#switch.mutantCoverage = { static: {}, perTest: {} }
    this.#alive = new Set(this.#job.mode === 'each' ? this.#job.mutants : [])
    this.#activate(this.#job.mode === 'one' ? this.#job.mutant : undefined)
    this.#log({ event: 'start', pid: process.pid })
  }

  override async onBeforeRunTask(test: RunnerTask) {
    const isTooSlow = this.#job.mode === 'one' && this.#job.slow.includes(test.name)
    if (this.#isOver || isTooSlow) test.mode = 'skip'
    test.retry = 0
    if (this.#job.mode === 'each') {
      this.#phase = 'clean'
      this.#suspects = []
      if (test.type === 'test') test.repeats = manyRepeats
    }
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTask, options: Parameters<TestRunner['onBeforeTryTask']>[1]) {
    super.onBeforeTryTask(test, options)
    if (test.type !== 'test') return
    if (this.#job.mode === 'one') {
      this.#log({ event: 'try', mutant: this.#job.mutant, test: test.name })
      return
    }
    if (test.result) {
      delete test.result.errors
      if (test.result.attempts) test.result.attempts.length = 0
    }
    this.#hasTimedOut = false
    if (this.#phase === 'done') {
      this.#activate(undefined)
      test.context.skip()
    }
    const mutant = this.#phase === 'mutants' ? this.#queue[0] : undefined
    this.#log({ event: 'try', mutant, test: test.name })
    this.#switch.currentTestId = this.#phase === 'clean' ? test.id : 'others'
    this.#activate(mutant)
    this.#startedAt = performance.now()
  }

  /** Runs the test's function, with a time limit of its own while a mutant is active. */
  async runTask(test: RunnerTestCase) {
    const run = TestRunner.getTestFn(test)
    if (this.#job.mode === 'each' && this.#phase === 'clean') return run()
    const limitMs = this.#job.mode === 'one' ? aloneTimeoutMs : Math.max(minTimeoutMs, 5 * this.#cleanMs)
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#hasTimedOut = true
        reject(new Error('The mutant hangs'))
      }, limitMs)
    })
    try {
      await Promise.race([run(), limit])
    } finally {
      clearTimeout(timer)
    }
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: Parameters<TestRunner['onAfterRetryTask']>[1],
  ) {
    await super.onAfterRetryTask(test, options)
    const hasFailed = test.result?.state === 'fail'
    if (this.#job.mode === 'one') {
      if (hasFailed) {
        this.#isOver = true
        this.#log({ event: 'killed', mutants: [this.#job.mutant], test: test.name })
      }
      return
    }
    if (this.#phase === 'clean') this.#afterClean(test, hasFailed)
    else if (this.#phase === 'mutants') this.#afterMutant(hasFailed)
    else if (this.#phase === 'confirm') this.#afterConfirmation(test, hasFailed)
  }

  #afterClean(test: RunnerTestCase, hasFailed: boolean) {
    this.#cleanMs = performance.now() - this.#startedAt
    this.#phase = 'done'
    if (hasFailed) {
      this.#log({ event: 'broken', test: test.name })
      return
    }
    const reached = Object.keys(this.#switch.mutantCoverage.perTest[test.id] ?? {})
    const isSlow = this.#cleanMs > slowTestMs
    this.#log({ event: 'reached', mutants: reached, test: test.name, isSlow })
    if (this.#job.mode !== 'each') return
    const isWanted = this.#job.slow ? this.#job.slow.includes(test.name) : !isSlow
    if (!isWanted) return
    this.#queue = reached.filter((mutant) => this.#alive.has(mutant))
    if (this.#queue.length > 0) this.#phase = 'mutants'
  }

  #afterMutant(hasFailed: boolean) {
    const mutant = this.#queue.shift() ?? ''
    if (hasFailed) this.#suspects.push(mutant)
    // Something computed it once and keeps the result.
    else if (this.#switch.hitCount === 0) this.#log({ event: 'kept', mutants: [mutant] })
    if (this.#hasTimedOut || this.#queue.length === 0) {
      this.#phase = this.#suspects.length > 0 ? 'confirm' : 'done'
    }
  }

  #afterConfirmation(test: RunnerTestCase, hasFailed: boolean) {
    if (hasFailed) {
      this.#log({ event: 'unsure', mutants: this.#suspects })
      this.#isOver = true
      this.#phase = 'done'
      return
    }
    this.#log({ event: 'killed', mutants: this.#suspects, test: test.name })
    for (const mutant of this.#suspects) this.#alive.delete(mutant)
    this.#suspects = []
    this.#phase = this.#queue.length > 0 ? 'mutants' : 'done'
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    this.#activate(undefined)
    this.#log({ event: 'static', mutants: Object.keys(this.#switch.mutantCoverage.static) })
    super.onAfterRunFiles(files)
  }

  override onAfterRunTask(test: RunnerTask) {
    this.#switch.currentTestId = undefined
    super.onAfterRunTask(test)
  }

  #activate(mutant: string | undefined) {
    this.#switch.activeMutant = mutant
    this.#switch.hitCount = 0
    this.#switch.hitLimit = maxHits
  }

  #log(progress: Progress) {
    appendFileSync(this.#job.log, `${JSON.stringify(progress)}\n`)
  }
}

/** A slower test is tried only with the mutants that all the quicker ones let live. */
const slowTestMs = 1_500
