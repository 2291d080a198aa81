import { joinPath } from '@lims/contract/storage-path.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { maxAlarmsShown } from '@lims/contract/temperatures.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { inCelsius, type Limits } from './monitor-queries.ts'
import type { Span } from './reading-queries.ts'

export type Kind = 'outside' | 'no-readings'
/** An alarm as it follows from the readings. */
export type Computed = {
  kind: Kind
  beganAt: Date
  endedAt: Date | null
  lowest: number | null
  highest: number | null
}
export type Stored = Computed & { id: string; acknowledgedAt: Date | null }

/**
 * Lists the alarms of a storage that are in a span, and the excursion that goes on, in their order. An alarm begins
 * with a reading: where there is none at that time, readings were deleted to free space.
 */
export async function listAlarmsWithin(trx: Transaction, storageId: number, { from, to }: Span) {
  const { rows } = await sql<Stored & { isBeginningDeleted: boolean }>`
    select id::text, kind, began_at as "beganAt", ended_at as "endedAt", lowest, highest,
      acknowledged_at as "acknowledgedAt", not exists (
        select from temperature_reading where storage_id = ${storageId} and at = began_at
      ) as "isBeginningDeleted"
    from temperature_alarm
    where storage_id = ${storageId} and not is_withdrawn
      and coalesce(ended_at, 'infinity') > coalesce(${from ?? null}::timestamptz, '-infinity')
      and began_at <= coalesce(${to ?? null}::timestamptz, 'infinity')
    order by began_at, id
  `.execute(trx)
  return rows
}

/** Finds the excursion of a storage that goes on, if there is one. */
export async function findOpenExcursion(trx: Transaction, storageId: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select id::text, kind, began_at as "beganAt", ended_at as "endedAt", lowest, highest,
      acknowledged_at as "acknowledgedAt"
    from temperature_alarm
    where storage_id = ${storageId} and kind = 'outside' and ended_at is null and not is_withdrawn
  `.execute(trx)
  return rows[0]
}

const columns = (alarms: readonly Computed[]) => sql`
  ${alarms.map(({ kind }) => kind)}::text[], ${alarms.map(({ beganAt }) => beganAt.toISOString())}::timestamptz[],
  ${alarms.map(({ endedAt }) => endedAt?.toISOString() ?? null)}::timestamptz[],
  ${alarms.map(({ lowest }) => lowest)}::smallint[], ${alarms.map(({ highest }) => highest)}::smallint[]`

export async function insertAlarms(trx: Transaction, storageId: number, alarms: readonly Computed[]) {
  if (alarms.length === 0) return
  await sql`
    insert into temperature_alarm (storage_id, kind, began_at, ended_at, lowest, highest)
    select ${storageId}::integer, alarm.* from unnest(${columns(alarms)}) alarm
  `.execute(trx)
}

export async function updateAlarms(trx: Transaction, alarms: readonly (Computed & { id: string })[]) {
  if (alarms.length === 0) return
  await sql`
    update temperature_alarm
    set began_at = changed.began_at, ended_at = changed.ended_at, lowest = changed.lowest, highest = changed.highest
    from unnest(${columns(alarms)}, ${alarms.map(({ id }) => id)}::bigint[])
      changed (kind, began_at, ended_at, lowest, highest, id)
    where temperature_alarm.id = changed.id
  `.execute(trx)
}

/** Deletes alarms that no longer apply. Those that a person has acknowledged are kept as withdrawn. */
export async function withdrawAlarms(trx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return
  const among = sql`id = any(${[...ids]}::bigint[])`
  await sql`update temperature_alarm set is_withdrawn = true where ${among} and acknowledged_at is not null`.execute(
    trx,
  )
  await sql`delete from temperature_alarm where ${among} and acknowledged_at is null`.execute(trx)
}

type AlarmRow = Omit<
  TemperatureAlarm,
  'beganAt' | 'endedAt' | 'acknowledgedAt' | 'lowestC' | 'highestC' | 'worstC' | 'storagePath'
> & {
  /** Of the storage and those around it, root first; null if it was deleted. */
  names: string[] | null
  beganAt: Date
  endedAt: Date | null
  acknowledgedAt: Date | null
  lowest: number | null
  highest: number | null
  lower: number | null
  upper: number | null
}

/** Returns the one of two values, in hundredths of °C, that is farther outside the limits. */
export function worstOf(extremes: { lowest: number; highest: number }, limits: Limits): number {
  const below = limits.lower === null ? Number.NEGATIVE_INFINITY : limits.lower - extremes.lowest
  const above = limits.upper === null ? Number.NEGATIVE_INFINITY : extremes.highest - limits.upper
  return below > above ? extremes.lowest : extremes.highest
}

/**
 * The storages of the rows of `shown` that were deleted, as they were at their last deletion: with their own nominal
 * temperature, or that of the storage around them.
 */
export const deletedStorages = sql`
  select distinct on (gone.entity_id) gone.entity_id::integer as id, kept.content ->> 'alias' as alias,
    coalesce((kept.content ->> 'nominal_temperature_c')::float8, storage_temperature(place.storage_id)) as nominal_c
  from deletion gone
  join deleted_row kept on kept.deletion_id = gone.id and kept.table_name = 'storage'
  left join lateral (
    select (content ->> 'storage_id')::integer as storage_id from deleted_row
    where deletion_id = gone.id and table_name = 'placement'
  ) place on true
  where gone.entity_type = 'storage' and gone.entity_id in (
    select storage_id::text from shown
    where not exists (select from storage where storage.id = shown.storage_id)
  )
  order by gone.entity_id, gone.deleted_at desc`

/** Joins the storage with this id and its limits, or what is left of them after its deletion. */
export const joinStorage = (id: RawBuilder<unknown>) => sql`
  left join storage on storage.id = ${id}
  left join deleted_storage on deleted_storage.id = ${id}
  left join temperature_monitor monitor on monitor.storage_id = ${id}`

/** The storage of an alarm, and its limits as `limitsOf` computes them. Needs `joinStorage`. */
export const storageColumns = (id: RawBuilder<unknown>) => {
  const nominal = sql`round(coalesce(storage_temperature(storage.id), deleted_storage.nominal_c) * 100)::integer`
  return sql`
    ${id} as "storageId", coalesce(storage.alias, deleted_storage.alias, 'storage ' || ${id}) as "storageAlias",
    storage.id is null as "isStorageDeleted",
    coalesce(monitor.lower_hundredths, ${nominal} - 1000) as lower,
    coalesce(monitor.upper_hundredths, ${nominal} + 1000) as upper`
}

function asAlarm({ names, lowest, highest, lower, upper, ...row }: AlarmRow): TemperatureAlarm {
  const hasExtremes = lowest !== null && highest !== null
  return {
    ...row,
    storagePath: joinPath(names ?? [row.storageAlias]),
    beganAt: row.beganAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    lowestC: lowest === null ? null : inCelsius(lowest),
    highestC: highest === null ? null : inCelsius(highest),
    worstC: hasExtremes ? inCelsius(worstOf({ lowest, highest }, { lower, upper })) : null,
  }
}

/**
 * Defines `alarm`: the stored alarms for which `isRead` is true, and every silence that goes on. Alarms of deleted
 * storages end with the deletion. A silence that goes on is not stored until it is acknowledged: it follows from the
 * last reading and the clock, so that no server has to watch the time.
 */
const alarmsAt = (now: Date, isRead: RawBuilder<unknown>) => sql`
  alarm as (
    select storage_id, kind, began_at, coalesce(ended_at, (
      select max(gone.deleted_at) from deletion gone
      where gone.entity_type = 'storage' and gone.entity_id = known.storage_id::text
        and not exists (select from storage where storage.id = known.storage_id)
    )) as ended_at, lowest, highest, acknowledged_at, acknowledged_by, note
    from temperature_alarm known where not is_withdrawn and ${isRead}
    union all
    select storage_id, 'no-readings', last_at, null, null, null, null, null, ''
    from temperature_monitor silent
    where last_at + make_interval(mins => minutes_without_readings) < ${now}
      and not exists (
        select from temperature_alarm known where known.storage_id = silent.storage_id
          and known.kind = 'no-readings' and known.began_at = silent.last_at and not known.is_withdrawn
      )
  )`

type AlarmRowsQuery = {
  now: Date
  /** Which rows of `temperature_alarm` are read: all that `where` may be true for. */
  isRead: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** What the rows are sorted by; the latest comes first among equal ones. */
  first: RawBuilder<unknown>
  limit: number
  offset: number
}

async function listAlarmRows(
  db: Db,
  { now, isRead, where, first, limit, offset }: AlarmRowsQuery,
): Promise<{ alarms: TemperatureAlarm[]; total: number }> {
  const shown = sql`from alarm where ${where}`
  const { rows } = await sql<AlarmRow>`
    with recursive ${alarmsAt(now, isRead)}, shown as (
      select alarm.*, row_number() over (order by ${first}, alarm.began_at desc, alarm.storage_id) as place
      ${shown} order by place limit ${limit} offset ${offset}
    ), deleted_storage as materialized (${deletedStorages}), ${pathsOf(sql`select storage_id from shown`)}
    select ${storageColumns(sql`shown.storage_id`)}, path.names, shown.kind, shown.began_at as "beganAt",
      shown.ended_at as "endedAt", shown.lowest, shown.highest, shown.acknowledged_at as "acknowledgedAt",
      person.name as "acknowledgedByName", shown.note
    from shown ${joinStorage(sql`shown.storage_id`)}
    left join path on path.box = shown.storage_id
    left join person on person.id = shown.acknowledged_by
    order by shown.place
  `.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    with ${alarmsAt(now, isRead)} select count(*)::integer as total ${shown}
  `.execute(db)
  return { alarms: rows.map(asAlarm), total: counted[0]?.total ?? 0 }
}

/**
 * Lists the alarms of storages that exist that go on or that nobody has acknowledged. First come those that need
 * somebody now: not acknowledged before acknowledged, then going on before over, excursions before silences, and the
 * latest.
 */
export function listAlarmsToSee(db: Db, { storageId, now }: { storageId?: number | undefined; now: Date }) {
  const where = sql`(alarm.ended_at is null or alarm.acknowledged_at is null)
    and exists (select from storage where storage.id = alarm.storage_id)
    and (${storageId ?? null}::integer is null or alarm.storage_id = ${storageId ?? null}::integer)`
  // As the index has it. The end of an alarm of a storage that exists is its own.
  const isRead = sql`(ended_at is null or acknowledged_at is null)`
  const first = sql`alarm.acknowledged_at is not null, alarm.ended_at is not null, alarm.kind <> 'outside'`
  return listAlarmRows(db, { now, isRead, where, first, limit: maxAlarmsShown, offset: 0 })
}

type ExcursionQuery = {
  storageId?: number | undefined
  from?: string | undefined
  to?: string | undefined
  pageNumber: number
  pageSize: number
}

/** Lists the excursions that touch a time, the latest first, also those of deleted storages. */
export function listExcursions(db: Db, query: ExcursionQuery, now: Date) {
  const { storageId = null, from = null, to = null, pageNumber, pageSize } = query
  const where = sql`alarm.kind = 'outside'
    and (${storageId}::integer is null or alarm.storage_id = ${storageId}::integer)
    and (${from}::timestamptz is null or alarm.ended_at is null or alarm.ended_at > ${from}::timestamptz)
    and (${to}::timestamptz is null or alarm.began_at < ${to}::timestamptz)`
  const page = { first: sql`true`, limit: pageSize, offset: pageNumber * pageSize }
  return listAlarmRows(db, { now, isRead: sql`true`, where, ...page })
}

export async function countLoggers(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from temperature_monitor monitor join storage on storage.id = monitor.storage_id
    where last_at is not null
  `.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Acknowledges alarms; a silence that goes on is stored by it. Returns those that were, by storage and time, without
 * alarms that are gone or that have been acknowledged. The caller must hold the locks of the monitors.
 */
export async function updateAcknowledged(
  trx: Transaction,
  alarms: readonly { storageId: number; kind: Kind; beganAt: string }[],
  { note, actor }: { note: string; actor: Actor },
): Promise<{ storageId: number; kind: Kind; beganAt: Date }[]> {
  const chosen = sql`unnest(
    ${alarms.map(({ storageId }) => storageId)}::integer[], ${alarms.map(({ kind }) => kind)}::text[],
    ${alarms.map(({ beganAt }) => beganAt)}::timestamptz[]
  ) chosen (storage_id, kind, began_at)`
  await sql`
    insert into temperature_alarm (storage_id, kind, began_at)
    select distinct silent.storage_id, 'no-readings', silent.last_at
    from ${chosen} join temperature_monitor silent on silent.storage_id = chosen.storage_id
    where chosen.kind = 'no-readings' and silent.last_at = chosen.began_at
      and silent.last_at + make_interval(mins => silent.minutes_without_readings) < ${actor.at}::timestamptz
    on conflict do nothing
  `.execute(trx)
  const { rows } = await sql<{ storageId: number; kind: Kind; beganAt: Date }>`
    with acknowledged as (
      update temperature_alarm alarm
      set acknowledged_at = ${actor.at}::timestamptz, acknowledged_by = ${actor.userId}, note = ${note}
      from ${chosen}
      where alarm.storage_id = chosen.storage_id and alarm.kind = chosen.kind and alarm.began_at = chosen.began_at
        and not alarm.is_withdrawn and alarm.acknowledged_at is null
      returning alarm.storage_id, alarm.kind, alarm.began_at
    )
    select storage_id as "storageId", kind, began_at as "beganAt" from acknowledged order by 1, 3
  `.execute(trx)
  return rows
}
