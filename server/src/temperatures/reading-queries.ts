import { type CurvePoint, maxCurvePoints, type Reading } from '@lims/contract/temperatures.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { inHundredths, type Limits } from './monitor-queries.ts'

const isBeyond = (hundredths: ReturnType<typeof sql.ref>, { lower, upper }: Limits) =>
  sql<boolean>`(${hundredths} < coalesce(${lower}::integer, ${hundredths}::integer)
    or ${hundredths} > coalesce(${upper}::integer, ${hundredths}::integer))`

type Inserted = { added: number; conflicting: number; first: Date | null; last: Date | null }

/**
 * Inserts the readings that are new, judged by the limits. Returns how many there were, their first and last time, and
 * how many differ from what is stored for the same time, which stays. The caller must hold the lock of the monitor.
 */
export async function insertReadings(
  trx: Transaction,
  storageId: number,
  { readings, limits }: { readings: readonly Reading[]; limits: Limits },
): Promise<Inserted> {
  const values = readings.map(({ celsius }) => inHundredths(celsius))
  const times = readings.map(({ at }) => at)
  const sent = sql`unnest(${values}::integer[], ${times}::timestamptz[]) sent (hundredths, at)`
  const { rows } = await sql<Omit<Inserted, 'conflicting'>>`
    with added as (
      insert into temperature_reading (storage_id, hundredths, is_outside, at)
      select ${storageId}::integer, sent.hundredths, ${isBeyond(sql.ref('sent.hundredths'), limits)}, sent.at
      from ${sent}
      on conflict do nothing
      returning at
    )
    select count(*)::integer as added, min(at) as first, max(at) as last from added
  `.execute(trx)
  const inserted = rows[0] ?? { added: 0, first: null, last: null }
  if (inserted.added === readings.length) return { ...inserted, conflicting: 0 }
  const { rows: counted } = await sql<{ conflicting: number }>`
    select count(*)::integer as conflicting from ${sent}
    join temperature_reading stored on stored.storage_id = ${storageId} and stored.at = sent.at
    where stored.hundredths <> sent.hundredths
  `.execute(trx)
  return { ...inserted, conflicting: counted[0]?.conflicting ?? 0 }
}

/** Updates the latest reading of the monitor. */
export async function updateLastReading(trx: Transaction, storageId: number) {
  await sql`
    update temperature_monitor monitor
    set last_at = latest.at, last_hundredths = latest.hundredths, last_is_outside = latest.is_outside
    from (
      select at, hundredths, is_outside from temperature_reading
      where storage_id = ${storageId} order by at desc limit 1
    ) latest
    where monitor.storage_id = ${storageId}
  `.execute(trx)
}

/** Judges the readings since a time by other limits. */
export async function judgeReadingsAgain(trx: Transaction, storageId: number, since: Date, limits: Limits) {
  const isOutside = isBeyond(sql.ref('hundredths'), limits)
  await sql`
    update temperature_reading set is_outside = ${isOutside}
    where storage_id = ${storageId} and at >= ${since} and is_outside <> ${isOutside}
  `.execute(trx)
}

/** Returns the last reading inside the limits before a time, or the first one after it. */
export async function findReadingInside(
  db: Db,
  storageId: number,
  { side, at }: { side: 'before' | 'after'; at: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('temperature_reading')
    .select('at')
    .where('storage_id', '=', storageId)
    .where('is_outside', '=', false)
    .where('at', side === 'before' ? '<' : '>', at)
    .orderBy('at', side === 'before' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Readings in a row that are outside the limits, and the reading inside that ends them. Times and hundredths of °C. */
export type Run = { beganAt: Date; lastAt: Date; endedAt: Date | null; lowest: number; highest: number }
type Gap = { beganAt: Date; endedAt: Date }
export type Span = { from: Date | undefined; to: Date | undefined }

const inSpan = (storageId: number, { from, to }: Span) => sql`
  storage_id = ${storageId} and at >= coalesce(${from ?? null}::timestamptz, '-infinity')
  and at <= coalesce(${to ?? null}::timestamptz, 'infinity')`

/** Lists the readings in a row outside the limits, with both ends of the span included. */
export async function listRuns(db: Db, storageId: number, span: Span): Promise<Run[]> {
  const { rows } = await sql<Run>`
    with reading as (
      select at, hundredths, is_outside, count(*) filter (where not is_outside) over (order by at) as island
      from temperature_reading where ${inSpan(storageId, span)}
    ), island as (
      select island, min(at) filter (where is_outside) as "beganAt", max(at) filter (where is_outside) as "lastAt",
        lead(min(at)) over (order by island) as "endedAt",
        min(hundredths) filter (where is_outside) as lowest, max(hundredths) filter (where is_outside) as highest
      from reading group by island
    )
    select "beganAt", "lastAt", "endedAt", lowest, highest from island where "beganAt" is not null order by 1
  `.execute(db)
  return rows
}

/** A silence of which it is known that it lasted until this time at least. */
export type KnownSilence = { beganAt: Date; until: Date }

/** Lists the gaps between two readings that are longer than this many minutes, and those that are known silences. */
export async function listGaps(
  db: Db,
  storageId: number,
  { span, minutes, known }: { span: Span; minutes: number; known: readonly KnownSilence[] },
): Promise<Gap[]> {
  const beginnings = known.map(({ beganAt }) => beganAt.toISOString())
  const ends = known.map(({ until }) => until.toISOString())
  const { rows } = await sql<Gap>`
    select before as "beganAt", at as "endedAt" from (
      select at, lag(at) over (order by at) as before from temperature_reading where ${inSpan(storageId, span)}
    ) reading
    left join unnest(${beginnings}::timestamptz[], ${ends}::timestamptz[]) known (began_at, until)
      on known.began_at = before
    where at - before > make_interval(mins => ${minutes}) or at >= known.until
    order by 1
  `.execute(db)
  return rows
}

/** Lists the readings of a time in at most 1,000 parts of equal length. */
export async function listCurve(
  db: Db,
  storageId: number,
  { from, to }: { from: string; to: string },
): Promise<{ points: CurvePoint[]; secondsPerPoint: number }> {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)
  const secondsPerPoint = Math.max(1, Math.ceil(seconds / maxCurvePoints))
  const { rows } = await sql<Omit<CurvePoint, 'at'> & { at: Date }>`
    select min(at) as at, min(hundredths) / 100.0::float8 as "lowestC", max(hundredths) / 100.0::float8 as "highestC",
      round(avg(hundredths)) / 100.0::float8 as "meanC", count(*)::integer as readings
    from temperature_reading
    where storage_id = ${storageId} and at >= ${from} and at < ${to}
    group by date_bin(make_interval(secs => ${secondsPerPoint}), at, ${from}::timestamptz)
    order by 1
  `.execute(db)
  return { points: rows.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })), secondsPerPoint }
}

/** Whether a token has left its event for readings of a storage on this day (UTC). */
export async function hasPostedToday(
  trx: Transaction,
  storageId: number,
  { tokenId, at }: { tokenId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_event
    where entity_type = 'storage' and entity_id = ${String(storageId)} and action = 'temperature.post'
      and token_id = ${tokenId}::uuid and at >= date_trunc('day', ${at}::timestamptz, 'UTC')
    limit 1
  `.execute(trx)
  return rows.length > 0
}
