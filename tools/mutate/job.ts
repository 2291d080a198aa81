/** What the process of a test file is to do. */
export type Job = { log: string } & (
  | {
      /** Runs each test with each of these mutants that it reaches. */
      mode: 'each'
      mutants: readonly string[]
      /** The names of the slow tests, to run these only; without them the quick ones run. */
      slow: readonly string[] | undefined
    }
  | {
      /** Runs the quick tests of the file with this mutant from the first import on, until one fails. */
      mode: 'one'
      mutant: string
      /** The names of the tests that are too slow for this. */
      slow: readonly string[]
    }
)

/** What that process appends to its log. */
export type Progress =
  | { event: 'start'; pid: number }
  | { event: 'try'; mutant: string | undefined; test: string }
  /** The mutants that a test runs through. */
  | { event: 'reached'; mutants: readonly string[]; test: string; isSlow: boolean }
  | { event: 'killed'; mutants: readonly string[]; test: string }
  /** The test fails without a mutant too, after these. */
  | { event: 'unsure'; mutants: readonly string[] }
  /** The test has not run through it although it does without it: a result was kept. */
  | { event: 'kept'; mutants: readonly string[] }
  /** Run through while the file is imported, before any test. */
  | { event: 'static'; mutants: readonly string[] }
  /** The test fails without a mutant. */
  | { event: 'broken'; test: string }
