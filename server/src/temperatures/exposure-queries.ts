import { joinPath } from '@lims/contract/storage-path.ts'
import type { SampleExcursion } from '@lims/contract/temperatures.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { DomainError } from '../errors/domain-error.ts'
import { deletedStorages, joinStorage, storageColumns, worstOf } from './alarm-queries.ts'
import { inCelsius } from './monitor-queries.ts'

type Exposure = Omit<SampleExcursion, 'beganAt' | 'from' | 'to' | 'worstC' | 'storagePath'> & {
  /** Of the storage and those around it, root first; null if it was deleted. */
  names: string[] | null
  beganAt: Date
  from: Date
  to: Date | null
  lowest: number
  highest: number
  lower: number | null
  upper: number | null
}

/**
 * The times that samples were checked out, or still are, also while they were missing after it: then they keep their
 * cell and are not in it. A sample that became missing in its cell may still be in the freezer. What was undone was
 * recorded by mistake.
 */
const timesAway = (samples: ReturnType<typeof sql>) => sql`
  select sample_id, range_agg(tstzrange(at, greatest(at, coalesce(next_at, 'infinity')))) as times from (
    select sample_id, at, from_custody, to_custody, lead(at) over (partition by sample_id order by id) as next_at
    from custody_event event where sample_id in (${samples}) and undoes is null
      and not exists (select from custody_event undo where undo.undoes = event.id)
  ) held
  where to_custody = 'CHECKED_OUT' or to_custody = 'MISSING' and from_custody = 'CHECKED_OUT'
  group by sample_id`

type SampleQuery = { sampleId: string; pageNumber: number; pageSize: number }

/**
 * Lists the excursions that a sample was inside, the latest first: its stays in boxes, those of the boxes in racks and
 * so on upward, as far as they were at the same time, without the times that it was checked out.
 */
export async function listExcursionsOfSample(
  db: Db,
  query: SampleQuery,
  now: Date,
): Promise<{ excursions: SampleExcursion[]; totalExcursions: number }> {
  const { sampleId, pageNumber, pageSize } = query
  const { rows } = await sql<Exposure & { total: number }>`
    with recursive stay (storage_id, time, level) as (
      select storage_id, tstzrange(from_at, to_at), 1 from placement_stay where sample_id = ${sampleId}::uuid
      union all
      select above.storage_id, stay.time * tstzrange(above.from_at, above.to_at), level + 1
      from stay join placement_stay above on above.child_storage_id = stay.storage_id
        and stay.time && tstzrange(above.from_at, above.to_at)
      where level < 11
    ), away as (${timesAway(sql`${sampleId}::uuid`)}),
    been as (
      select storage_id, range_agg(time) - coalesce((select times from away), '{}') as times
      from stay group by storage_id
    ), inside as (
      select alarm.storage_id, alarm.began_at, alarm.ended_at, alarm.lowest, alarm.highest,
        been.times * tstzmultirange(tstzrange(alarm.began_at,
          greatest(coalesce(alarm.ended_at, ${now}), alarm.began_at + interval '1 millisecond'))) as times
      from been join temperature_alarm alarm on alarm.storage_id = been.storage_id
        and alarm.kind = 'outside' and not alarm.is_withdrawn
        and been.times && tstzrange(alarm.began_at, alarm.ended_at)
    ), shown as (
      select *, count(*) over ()::integer as total from inside where not isempty(times)
      order by began_at desc, storage_id limit ${pageSize} offset ${pageNumber * pageSize}
    ), deleted_storage as materialized (${deletedStorages}), ${pathsOf(sql`select storage_id from shown`)}
    select ${storageColumns(sql`shown.storage_id`)}, path.names, began_at as "beganAt", lower(times) as "from",
      case when ended_at is null and upper(times) >= ${now} then null else upper(times) end as "to",
      (select sum(extract(epoch from upper(time) - lower(time)))::float8 from unnest(times) time) as seconds,
      coalesce(held.lowest, shown.lowest) as lowest, coalesce(held.highest, shown.highest) as highest, total
    from shown ${joinStorage(sql`shown.storage_id`)}
    left join path on path.box = shown.storage_id
    left join lateral (
      -- A reading holds until the next one. If that of an entry was deleted, the whole excursion counts.
      select min(of_stay.lowest) as lowest, max(of_stay.highest) as highest
      from unnest(times) time cross join lateral (
        select min(hundredths) as lowest, max(hundredths) as highest from temperature_reading
        where storage_id = shown.storage_id and at < upper(time) and at >= (
          select max(at) from temperature_reading
          where storage_id = shown.storage_id and at between began_at and lower(time)
        )
      ) of_stay
      having every(of_stay.lowest is not null)
    ) held on true
    order by began_at desc, shown.storage_id
  `.execute(db)
  const excursions = rows.map(
    ({ names, lowest, highest, lower, upper, beganAt, from, to, total, ...row }) => ({
      ...row,
      storagePath: joinPath(names ?? [row.storageAlias]),
      beganAt: beganAt.toISOString(),
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      worstC: inCelsius(worstOf({ lowest, highest }, { lower, upper })),
    }),
  )
  const isBeyondTheEnd = rows.length === 0 && pageNumber > 0
  const { totalExcursions } = isBeyondTheEnd
    ? await listExcursionsOfSample(db, { sampleId, pageNumber: 0, pageSize: 1 }, now)
    : { totalExcursions: rows[0]?.total ?? 0 }
  return { excursions, totalExcursions }
}

type SampleInside = { id: string; name: string; alias: string; seconds: number }

/**
 * Lists the samples that were in a storage during one of its excursions, by tube ID. Throws
 * `temperature-alarm-not-found` if no excursion of it began at that time: a late reading may have moved its beginning.
 */
export async function listSamplesInside(
  db: Db,
  query: { storageId: number; beganAt: string; pageNumber: number; pageSize: number },
  now: Date,
): Promise<{ samples: SampleInside[]; totalSamples: number }> {
  const { storageId, beganAt, pageNumber, pageSize } = query
  const { rows } = await sql<SampleInside & { total: number }>`
    with recursive excursion as (
      select tstzrange(began_at, greatest(coalesce(ended_at, ${now}), began_at + interval '1 millisecond')) as time
      from temperature_alarm
      where storage_id = ${storageId} and kind = 'outside' and began_at = ${beganAt} and not is_withdrawn
    ), stay (sample_id, child_storage_id, time, level) as (
      select placed.sample_id, placed.child_storage_id, excursion.time * tstzrange(placed.from_at, placed.to_at), 1
      from excursion join placement_stay placed on placed.storage_id = ${storageId}
        and excursion.time && tstzrange(placed.from_at, placed.to_at)
      union all
      select below.sample_id, below.child_storage_id, stay.time * tstzrange(below.from_at, below.to_at), level + 1
      from stay join placement_stay below on below.storage_id = stay.child_storage_id
        and stay.time && tstzrange(below.from_at, below.to_at)
      where level < 11
    ), away as (${timesAway(sql`select sample_id from stay where sample_id is not null`)}),
    inside as (
      select stay.sample_id, range_agg(stay.time) - coalesce(away.times, '{}') as times
      from stay left join away on away.sample_id = stay.sample_id
      where stay.sample_id is not null group by stay.sample_id, away.times
    )
    select sample.id, sample.name, sample.alias,
      (select sum(extract(epoch from upper(time) - lower(time)))::float8 from unnest(times) time) as seconds,
      count(*) over ()::integer as total
    from inside join sample on sample.id = inside.sample_id where not isempty(times)
    order by sample.alias, sample.id limit ${pageSize} offset ${pageNumber * pageSize}
  `.execute(db)
  const isBeyondTheEnd = rows.length === 0 && pageNumber > 0
  if (rows.length === 0 && !isBeyondTheEnd) await assertExcursion(db, query)
  const { totalSamples } = isBeyondTheEnd
    ? await listSamplesInside(db, { ...query, pageNumber: 0, pageSize: 1 }, now)
    : { totalSamples: rows[0]?.total ?? 0 }
  return { samples: rows.map(({ total, ...sample }) => sample), totalSamples }
}

async function assertExcursion(db: Db, { storageId, beganAt }: { storageId: number; beganAt: string }) {
  const found = await db
    .selectFrom('temperature_alarm')
    .select('storage_id')
    .where('storage_id', '=', storageId)
    .where('kind', '=', 'outside')
    .where('began_at', '=', new Date(beganAt))
    .where('is_withdrawn', '=', false)
    .executeTakeFirst()
  if (found) return
  throw new DomainError(
    'temperature-alarm-not-found',
    'No excursion of this storage began at that time. List its excursions again: a late reading may have moved the beginning.',
  )
}
