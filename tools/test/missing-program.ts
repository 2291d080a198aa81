/** A program that the tests need, that is not here and could not be fetched. Its message is one line. */
export class MissingProgram extends Error {}

/** For a tool's last line of defence: the message alone, without a stack. */
export function exitWithMissingProgram(error: unknown): never {
  if (!(error instanceof MissingProgram)) throw error
  console.error(error.message)
  process.exit(1)
}
