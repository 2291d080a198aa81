import type { KyselyPlugin } from 'kysely'
import type { Db, Transaction } from '../src/db/database.ts'

/** Runs work in a transaction, and returns how many queries it has sent. */
export async function countQueries(db: Db, work: (trx: Transaction) => Promise<unknown>): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await db.transaction().execute((trx) => work(trx.withPlugin(counter)))
  return count
}
