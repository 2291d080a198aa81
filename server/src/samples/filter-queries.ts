import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'

/** True if a sample has this subject, ignoring case. */
export async function hasSubject(db: Db, subjectId: string): Promise<boolean> {
  const { rows } =
    await sql`select from sample where upper(subject_id) = upper(${subjectId}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Lists the sites, in capitals, whose ID is this text or, if there is none, contains it. Reads the counts, not the
 * samples.
 */
export async function listSitesContaining(db: Db, text: string): Promise<string[]> {
  const whole = await sql<{ site: string }>`
    select upper(site_id) as site from sample where upper(site_id) = upper(${text}) limit 1
  `.execute(db)
  if (whole.rows.length > 0) return whole.rows.map(({ site }) => site)
  const { rows } = await sql<{ site: string }>`
    select distinct upper(site_id) as site from sample_count
    where upper(site_id) like upper(${containing(text)}) and samples <> 0
  `.execute(db)
  return rows.map(({ site }) => site)
}

/** Lists the ids of a storage and of all storages below it, at most 10 levels. */
export async function listStoragesInside(db: Db, storageId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive inside as (
      select ${storageId}::integer as id, 1 as level
      union all
      select p.child_storage_id, inside.level + 1 from inside join placement p on p.storage_id = inside.id
      where p.child_storage_id is not null and inside.level <= 10
    )
    select id from inside
  `.execute(db)
  return rows.map(({ id }) => id)
}

type Wait = { waits?: 'yes' | undefined; waitingSince?: string | undefined }

/** Returns a condition on `sample_in_status`. */
export const isInStatuses = (statuses: readonly SampleStatus[], wait: Wait): RawBuilder<boolean> =>
  sql<boolean>`status = any(${[...statuses]}::text[]) ${andWaits(wait)}`

/**
 * Returns a further condition on `sample_in_status`, with its `and`; empty without a filter by waiting. Names both
 * values of `waits`, which the index has before `since`: PostgreSQL before 18 skips no column.
 */
export function andWaits({ waits, waitingSince }: Wait): RawBuilder<unknown> {
  if (!waitingSince) return waits ? sql`and waits` : sql``
  return sql`and ${waits ? sql`waits` : sql`waits in (false, true)`} and since < ${waitingSince}::timestamptz`
}

/**
 * Counts the samples in statuses, if given only those in them since before an instant, or those that wait, at most up
 * to `limit`. The order makes PostgreSQL read no more than that, out of an index.
 */
export async function countInStatuses(
  db: Db,
  statuses: readonly SampleStatus[],
  { waits, waitingSince, limit }: Wait & { limit: number },
): Promise<number> {
  const isLong = waitingSince ? sql`and since < ${waitingSince}::timestamptz` : sql``
  const listedWhere = (condition: RawBuilder<unknown>) => sql`(
    select from sample_in_status listed where listed.status = wanted.status and ${condition} ${isLong}
    order by since limit ${limit}
  )`
  const listed = waits
    ? listedWhere(sql`waits`)
    : sql`${listedWhere(sql`waits`)} union all ${listedWhere(sql`not waits`)}`
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from unnest(${[...statuses]}::text[]) wanted (status) cross join lateral (${listed}) listed
      limit ${limit}
    ) counted
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts the tubes in storages, at most up to `limit`. */
export async function countTubesIn(db: Db, storageIds: number[], limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from placement where storage_id = any(${storageIds}::integer[]) and sample_id is not null limit ${limit}
    ) stored
  `.execute(db)
  return rows[0]?.total ?? 0
}
