import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Transaction } from '../src/db/database.ts'
import { unaudited } from './unaudited.ts'

const pollMs = 20

/**
 * Sends each request once the one before waits, and lets none commit before all of them wait: a table takes no row
 * until then, by default the audit trail. A statement that names the table itself waits before it locks anything.
 */
export async function overlap<Reply>(
  db: Db,
  requests: (() => Promise<Reply>)[],
  table: 'audit_event' | 'sample_count' = 'audit_event',
): Promise<Reply[]> {
  const replies: Promise<Reply>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(trx)
    for (const send of requests) {
      replies.push(send())
      await untilWaiting(db, replies.length)
    }
  })
  return Promise.all(replies)
}

/**
 * Locks the first of the keys and then the others, while another transaction wants all of them, last first. Rejects if
 * that one takes a key before it waits for the first, which is a deadlock. `keys` are in the order of locking.
 */
export async function lockInTwoOrders<Key, Result>(
  db: Db,
  [first, ...others]: readonly [Key, ...Key[]],
  lock: (trx: Transaction, keys: readonly Key[]) => Promise<Result>,
): Promise<Result> {
  const { waiting } = await unaudited(db, async (trx) => {
    await lock(trx, [first])
    const reply = unaudited(db, (other) => lock(other, [...others.toReversed(), first]))
    if (!(await waitsForLock(db, reply))) throw new Error('The other transaction does not wait')
    await lock(trx, others)
    return { waiting: reply }
  })
  return waiting
}

/** Returns whether a request waits for a lock that somebody else holds, or is done without. `others` wait already. */
export async function waitsForLock(db: Db, request: Promise<unknown>, others = 0): Promise<boolean> {
  let isDone = false
  const done = request.finally(() => {
    isDone = true
  })
  await Promise.race([done, untilWaiting(db, others + 1, () => isDone)])
  return !isDone
}

/** Ends the statement of each request that waits for a lock, with an error that no code of ours expects (57014). */
export async function cancelWaiting(db: Db): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
}

async function untilWaiting(db: Db, wanted: number, isOver = () => false): Promise<void> {
  while (!isOver()) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows.length >= wanted) return
    await wait(pollMs)
  }
}
