/** Returns the message of what was thrown, which need not be an `Error`. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
