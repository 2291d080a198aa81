import { isDatabaseUnreachable } from '../server/src/db/is-database-unreachable.ts'
import { StartError } from '../server/src/errors/start-error.ts'

/**
 * Runs the main function of a command. The exit code is 1 if it throws, with one line for what is not a fault of the
 * program.
 */
export function runMain(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(isNoFault(error) ? inOneLine(error) : error)
    process.exitCode = 1
  })
}

const isNoFault = (error: unknown): error is Error =>
  error instanceof StartError || isDatabaseUnreachable(error)

const inOneLine = (error: Error) =>
  error instanceof StartError
    ? error.message
    : `The connection to the database was lost (${error.message}). What was not finished was not saved.`
