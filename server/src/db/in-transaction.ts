import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isReplyLost } from '../errors/is-database-unreachable.ts'
import { deadlockDetected, serializationFailure } from '../errors/sql-states.ts'
import type { Db, Transaction } from './database.ts'
import { isPlanOutdated } from './named-statements.ts'

const attempts = 5

/** The connection was lost during a commit, which may have succeeded. `cause` is the error of the connection. */
export class CommitUnconfirmed extends Error {
  /** SQLSTATE: transaction_resolution_unknown. */
  readonly code = '08007'

  constructor(cause: unknown) {
    super(`the reply to a commit was lost: ${errorMessage(cause)}`, { cause })
  }
}

/**
 * Like `inTransaction`, for work that may safely be repeated: if the reply to the commit is lost, throws the error of
 * the connection in place of `CommitUnconfirmed`.
 */
export const inRetriableTransaction: typeof inTransaction = (db, work) =>
  inTransaction(db, work).catch((error) => {
    throw error instanceof CommitUnconfirmed ? error.cause : error
  })

/**
 * Runs `work` in one transaction, up to five times while it fails with a deadlock or a serialization failure, or
 * because the tables have changed since its statements were prepared. Throws `CommitUnconfirmed`.
 */
export async function inTransaction<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await work(trx)
        isCommitting = true
        return result
      })
    } catch (error) {
      if (isCommitting && isReplyLost(error)) throw new CommitUnconfirmed(error)
      const code = errorCode(error)
      const isRepeated = code === serializationFailure || code === deadlockDetected || isPlanOutdated(error)
      if (attempt === attempts || !isRepeated) throw error
    }
  }
}
