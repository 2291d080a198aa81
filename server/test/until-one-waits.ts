import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

const pollMs = 20

/** Resolves when a request stands before a lock that another transaction holds. PostgreSQL only. */
export async function untilOneWaits(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows.length > 0) return
    await wait(pollMs)
  }
}
