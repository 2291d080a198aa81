import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

/** A seal covers at most this many events. */
export const maxEventsPerSeal = 1000
const sealing = sql`hashtextextended('audit-seal', 0)`

/**
 * Tries to take the advisory lock for sealing, without waiting. Returns false while another transaction, of any server,
 * holds it: that one seals everything. Also turns off sequential scans and hash joins for this transaction: right after
 * a restore the planner has no statistics.
 */
export async function tryLockSealing(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${sealing}) as "isMine",
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true)
  `.execute(trx)
  return rows[0]?.isMine === true
}

/** Takes the advisory lock for sealing until the transaction ends, waiting for its holder. Erasures use it. */
export async function lockSealing(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealing})`.execute(trx)
}

/** How far ids of events have been given out, and the transactions that may still save such an event. */
export type Observation = {
  lastId: number
  before: bigint
  /** Identifies the database and its last start: differs after each start of PostgreSQL. */
  database: string
}

/** Ids first, then the transactions: one that was given an id later does not count. */
export async function observe(trx: Transaction): Promise<Observation & { oldest: bigint }> {
  const ids = await sql<{ lastId: number }>`
    select case when is_called then last_value else 0 end as "lastId" from audit_event_id_seq
  `.execute(trx)
  const { rows } = await sql<{ oldest: string; before: string; database: string }>`
    select pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as before,
      concat_ws(' ', pg_postmaster_start_time(),
        (select oid from pg_database where datname = current_database())) as database
    from pg_current_snapshot() snapshot
  `.execute(trx)
  const { oldest = '0', before = '0', database = '' } = rows[0] ?? {}
  return { lastId: ids.rows[0]?.lastId ?? 0, oldest: BigInt(oldest), before: BigInt(before), database }
}

/** Returns up to which event everything is known to be sealed. */
export async function readHorizon(db: Db): Promise<number> {
  const last = await db
    .selectFrom('audit_seal')
    .select('horizon')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.horizon ?? 0
}

/**
 * Seals the events above `horizon` that have no seal, up to `maxEventsPerSeal`, the oldest first. No event up to
 * `settled` can come any more. Returns how many events were sealed. Needs the lock of `tryLockSealing` or
 * `lockSealing`.
 */
export async function insertSeal(
  trx: Transaction,
  { horizon, settled, now }: { horizon: number; settled: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    with waiting as materialized (
      select e as event, e.id, uuid_send(gen_random_uuid()) as salt from audit_event e
      where e.id > ${horizon}::bigint and not exists (
        select from audit_commitment c where c.event_id = e.id and c.event_id > ${horizon}::bigint
      )
      order by e.id limit ${sql.lit(maxEventsPerSeal)}
    ), committed as materialized (
      select id, salt, sha256(salt || convert_to(audit_event_text(event), 'UTF8')) as commitment from waiting
    ), previous as (
      select number, hash from audit_seal order by number desc limit 1
    ), unhashed as (
      select row(
        coalesce((select number from previous), 0) + 1, min(id), max(id), count(*)::int,
        greatest(${horizon}::bigint, case when count(*) < ${sql.lit(maxEventsPerSeal)} then ${settled}::bigint
          else least(${settled}::bigint, max(id)) end),
        coalesce((select hash from previous), decode(repeat('00', 32), 'hex')),
        sha256(string_agg(commitment, '' order by id)), null, ${now}::timestamptz
      )::audit_seal as seal
      from committed having count(*) > 0
    ), sealed as (
      insert into audit_seal (number, first_event, last_event, events, horizon, previous_hash, root, hash, sealed_at)
      select (seal).number, (seal).first_event, (seal).last_event, (seal).events, (seal).horizon,
        (seal).previous_hash, (seal).root, sha256(convert_to(audit_seal_text(seal), 'UTF8')), (seal).sealed_at
      from unhashed returning number, events
    ), saved as (
      insert into audit_commitment (event_id, seal, salt, commitment)
      select id, sealed.number, salt, commitment from committed, sealed
    )
    select events from sealed
  `.execute(trx)
  return rows[0]?.events ?? 0
}
