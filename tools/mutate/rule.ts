/** One rule of the laboratory: the files that hold it, and the tests that must notice when it is broken. */
export type Rule = {
  name: string
  files: readonly string[]
  tests: readonly string[]
}
