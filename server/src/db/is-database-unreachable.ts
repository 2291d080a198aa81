/** Errors that mean 'no database just now', not 'a wrong statement' (PostgreSQL classes 08, 53, 57P, a statement or transaction past its limit, and Node's socket errors). */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string }
  // The socket of the bundled database goes with it.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (
    code &&
    /^(08...|53...|57P0.|57014|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/.test(code)
  )
    return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable)
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message ?? '',
  )
}
