import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Runs `work` while a setting of the transaction is 'on', by which triggers know whose write it is. After an error it
 * stays on: nothing more can run in the transaction.
 */
export async function whileSet<T>(
  trx: Transaction,
  setting: `lims.${string}`,
  work: () => Promise<T>,
): Promise<T> {
  const set = (value: 'on' | 'off') =>
    sql`select set_config(${sql.lit(setting)}, ${sql.lit(value)}, true)`.execute(trx)
  await set('on')
  const result = await work()
  await set('off')
  return result
}
