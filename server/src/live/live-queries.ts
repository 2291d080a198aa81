import type { LiveChange } from '@lims/contract/live.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Returns those of the sessions and API tokens that are still accepted. */
export async function listOpenSignIns(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select session.id from session
    join person on person.id = session.person_id
    where session.id = any(${[...ids]}::uuid[]) and ended_at is null and expires_at > ${now}::timestamptz
      and person.deactivated_at is null
    union all
    select token.id from api_token token
    join person holder on holder.id = token.person_id
    join person responsible on responsible.id = coalesce(holder.owner_id, holder.id)
    where token.id = any(${[...ids]}::uuid[]) and revoked_at is null and expires_at > ${now}::timestamptz
      and holder.deactivated_at is null and responsible.deactivated_at is null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const liveChannel = 'lims_live'

/** Sends a notification to all servers, this one included. */
export async function sendNotification(
  db: Db,
  notification: LiveChange | { listeners: number[] },
): Promise<void> {
  await sql`select pg_notify(${liveChannel}::text, ${JSON.stringify(notification)}::text)`.execute(db)
}

/** Returns the numbers of the database processes on which servers listen for changes. */
export async function listListeners(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'lims-live' and datname = current_database()
  `.execute(db)
  return rows.map(({ pid }) => pid)
}
