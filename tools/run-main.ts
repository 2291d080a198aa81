import { CommitUnconfirmed } from '../server/src/db/in-transaction.ts'
import { errorCode } from '../server/src/errors/error-code.ts'
import { errorMessage } from '../server/src/errors/error-message.ts'
import { isDatabaseUnreachable } from '../server/src/errors/is-database-unreachable.ts'
import { diskFull } from '../server/src/errors/sql-states.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { printable } from './printable.ts'

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

function inOneLine(error: Error): string {
  if (error instanceof StartError) return error.message.split('\n').map(printable).join('\n')
  if (error instanceof CommitUnconfirmed) {
    return `The connection to the database was lost at the end (${errorMessage(error.cause)}). All may have been saved: run the command again.`
  }
  const reason =
    errorCode(error) === diskFull
      ? 'The disk of the database is full'
      : 'The connection to the database was lost'
  return `${reason} (${errorMessage(error)}). What was not finished was not saved.`
}
