import { errorCode } from '../errors/error-code.ts'
import type { Db, Transaction } from './database.ts'
import { isPlanOutdated } from './named-statements.ts'

const attempts = 5
const serializationFailure = '40001'
const deadlock = '40P01'

/**
 * Runs `work` in one transaction, up to five times while it fails with a deadlock or a serialization failure, or because
 * the tables have changed since its statements were prepared.
 */
export async function inTransaction<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = errorCode(error)
      const isRepeated = code === serializationFailure || code === deadlock || isPlanOutdated(error)
      if (attempt === attempts || !isRepeated) throw error
    }
  }
}
