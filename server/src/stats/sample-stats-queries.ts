import { SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { maxOldestSamples, type StatusWait, type WeekStats, waitingStatuses } from '@lims/contract/stats.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type SampleCounts = {
  totalSamples: number
  byStatus: Record<SampleStatus, number>
  byType: Record<SampleType, number>
}

/** Counts samples by status and type from `sample_count`, which triggers maintain. */
export async function countSamplesByKind(db: Db): Promise<SampleCounts> {
  const rows = await db
    .selectFrom('sample_count')
    .select(['status', 'type'])
    .select((eb) => eb.fn.sum<number>('samples').as('samples'))
    .groupBy(['status', 'type'])
    .execute()
  const sum = (isIncluded: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isIncluded).reduce((total, { samples }) => total + Number(samples), 0)
  return {
    totalSamples: sum(() => true),
    byStatus: recordOf(SampleStatus.options, (option) => sum(({ status }) => status === option)),
    byType: recordOf(SampleType.options, (option) => sum(({ type }) => type === option)),
  }
}

const recordOf = <K extends string>(keys: readonly K[], countOf: (key: K) => number) =>
  Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<K, number>

export async function findNewestBatch(db: Db): Promise<{ id: string; name: string } | null> {
  const batch = await db
    .selectFrom('batch')
    .select(['id', 'name'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return batch ?? null
}

/**
 * Counts the samples that were received and sequenced in each week. Samples created in that status, and changes that
 * were undone, do not count.
 */
export async function countReached(db: Db, weeks: readonly { from: Date; to: Date }[]): Promise<WeekStats[]> {
  const { rows } = await sql<{ from: Date; to: Date; received: number; sequenced: number }>`
    select week.starts_at as from, week.ends_at as to,
      (${countReachedInWeek('RECEIVED')}) as received, (${countReachedInWeek('SEQUENCED')}) as sequenced
    from unnest(${weeks.map(({ from }) => from)}::timestamptz[], ${weeks.map(({ to }) => to)}::timestamptz[])
      week (starts_at, ends_at)
    order by week.starts_at
  `.execute(db)
  return rows.map(({ from, to, received, sequenced }) => ({
    from: from.toISOString(),
    to: to.toISOString(),
    received,
    sequenced,
  }))
}

/** The status is inlined, because the planner does not match a parameter to the partial index. */
const countReachedInWeek = (status: 'RECEIVED' | 'SEQUENCED') => sql`
  select count(distinct sample_id)::int from lifecycle_event
  where to_status = ${sql.lit(status)} and from_status is not null and undoes is null
    and not exists (select from lifecycle_event undo where undo.undoes = lifecycle_event.id)
    and at >= week.starts_at and at < week.ends_at
`

/**
 * Counts the samples that wait in each status, and those that have waited since before an instant. The latter is
 * computed as the total minus the recent ones, which are usually far fewer.
 */
export async function countWaiting(db: Db, before: Date): Promise<Omit<StatusWait, 'oldest'>[]> {
  const { rows } = await sql<Omit<StatusWait, 'oldest'>>`
    with counted as (
      select status, sum(samples)::int as samples from sample_count where waits group by status
    )
    select waited.status, coalesce(samples, 0) as samples,
      coalesce(samples, 0) - (
        select count(*)::int from sample_in_status recent
        where recent.status = waited.status and waits and since >= ${before}::timestamptz
      ) as "longWaiting"
    from unnest(${waitingStatuses}::text[]) with ordinality waited (status, place)
    left join counted on counted.status = waited.status
    order by waited.place
  `.execute(db)
  return rows
}

type Oldest = StatusWait['oldest'][number] & { status: SampleStatus }

/**
 * Lists the samples that have been in each waiting status for the longest time, oldest first. One that is depleted or
 * disposed of waits for nothing, and a child does not have to arrive.
 */
export async function listOldest(db: Db): Promise<Oldest[]> {
  const { rows } = await sql<Omit<Oldest, 'since'> & { since: Date }>`
    select oldest.status, sample.id, sample.name, sample.alias, oldest.since, batch.name as "batchName"
    from unnest(${waitingStatuses}::text[]) waited (status)
    cross join lateral (
      select number, status, since from sample_in_status listed
      where listed.status = waited.status and waits
      order by since limit ${maxOldestSamples}
    ) oldest
    join sample on sample.number = oldest.number
    join batch on batch.id = sample.batch_id
    order by oldest.since
  `.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
