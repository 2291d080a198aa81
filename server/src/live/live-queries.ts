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
