import { type Deletion, type DeletionListQuery, recentDeletionDays } from '@lims/contract/deletions.ts'
import { dayMs } from '@lims/contract/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isKeptSample } from './deleted-sample-queries.ts'

/** Lists the deletions that were not undone, the newest first: those of the last 90 days, or all of one sample. */
export async function listRecentDeletions(
  db: Db,
  { pageNumber, pageSize, code }: DeletionListQuery,
  now: Date,
): Promise<Deletion[]> {
  const { rows } = await sql<Omit<Deletion, 'deletedAt'> & { deletedAt: Date }>`
    select page.id as "deletionId", page.entity_type as "entityType",
      coalesce(kept.content->>'name', kept.content->>'alias') as name,
      case when page.entity_type = 'sample' then kept.content->>'alias' end as alias,
      case when page.entity_type = 'storage' then kept.content->>'type' end as "storageType",
      (select count(*)::int from deleted_row
        where deletion_id = page.id and table_name = 'sample') as "numSamples",
      page.deleted_at as "deletedAt", person.name as "deletedByName"
    from (
      select * from deletion where ${isListed(now, code)}
      order by deleted_at desc, id limit ${pageSize} offset ${pageNumber * pageSize}
    ) page
    join person on person.id = page.deleted_by
    cross join lateral (
      select content from deleted_row
      where deletion_id = page.id and table_name = page.entity_type order by place limit 1
    ) kept
    order by page.deleted_at desc, page.id
  `.execute(db)
  return rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString() }))
}

export async function countRecentDeletions(
  db: Db,
  { code }: Pick<DeletionListQuery, 'code'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from deletion where ${isListed(now, code)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

const isListed = (now: Date, code: string | undefined) => {
  const since = new Date(now.getTime() - recentDeletionDays * dayMs)
  const isWanted = code
    ? sql`id in (select deletion_id from deleted_row where ${isKeptSample(code)})`
    : sql`deleted_at >= ${since}::timestamptz`
  return sql`undone_at is null and ${isWanted}`
}
