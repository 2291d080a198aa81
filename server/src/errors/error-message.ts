import { errorCode } from './error-code.ts'

/**
 * Returns the message of what was thrown, which need not be an `Error`. Node leaves it empty where no address of a host
 * can be reached: then the code.
 */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message || errorCode(error) || error.name : String(error)
