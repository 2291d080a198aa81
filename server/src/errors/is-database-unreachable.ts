import { errorCode } from './error-code.ts'

const unavailable = /^(08...|53...|57P0.|57014|25P0[34])$/
/** Also while the computer of the database restarts, or its network is away. */
const unreachable = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]

/**
 * Whether an error means that the database is unavailable, as against a wrong statement: SQLSTATE classes 08, 53 and
 * 57P, a statement or transaction past its time limit, and Node's socket errors.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string }
  // The socket file of the bundled database disappears when it stops.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (code && (unavailable.test(code) || unreachable.includes(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable)
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message ?? '',
  )
}

/** Of a statement that PostgreSQL refused or cancelled, and whose transaction it rolled back. */
const rolledBack = /^(53[124]00|57014|25P0[34])$/

/** Whether an error means that the database did not reply, as against an error that it sent for a statement. */
export const isReplyLost = (error: unknown): boolean =>
  isDatabaseUnreachable(error) && !rolledBack.test(errorCode(error) ?? '')
