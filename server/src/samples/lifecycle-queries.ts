import { stillQuarantined } from '@lims/contract/custody.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import type { RecordedChange } from './custody-queries.ts'
import { isPlacedSince } from './later-change-queries.ts'

type StatusChange = {
  sampleId: string
  /** Null for a new sample. */
  from: SampleStatus | null
  to: SampleStatus
  /** By which rule: the lifecycle table, or receiving, which allows more. The column is named `door`. */
  via: 'table' | 'receive'
  notes: string | undefined
}

/** The SQL that sets when samples change, where that is not the time of their events: a scan may be sent later. */
export const withRequestTime = (at: Date): RawBuilder<string> =>
  sql<string>`set_config('lims.requested_at', ${at.toISOString()}::text, true)`

/** Sets when samples change in this transaction, whatever the time of their events. */
export async function setRequestTime(trx: Transaction, at: Date): Promise<void> {
  await sql`select ${withRequestTime(at)}`.execute(trx)
}

/**
 * Changes a status by recording the event: the database moves the sample, and refuses what the table forbids.
 * Returns the id of the event.
 */
export async function insertLifecycleEvent(
  trx: Transaction,
  { sampleId, from, to, via, notes }: StatusChange,
  actor: Actor,
): Promise<number> {
  const { id } = await trx
    .insertInto('lifecycle_event')
    .values({
      sample_id: sampleId,
      door: via,
      from_status: from,
      to_status: to,
      at: actor.at,
      person_id: actor.userId,
      notes: notes ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes many samples to one status in one statement. Returns the ids of the events by sample. */
export async function insertLifecycleEvents(
  trx: Transaction,
  samples: readonly { id: string; status: SampleStatus }[],
  { to, notes }: { to: SampleStatus; notes: string | undefined },
  actor: Actor,
): Promise<Map<string, number>> {
  const ids = samples.map(({ id }) => id)
  const from = samples.map(({ status }) => status)
  const { rows } = await sql<{ id: number; sample_id: string }>`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, notes)
    select moved.id, 'table', moved.from_status, ${to}::text, ${actor.at}::timestamptz, ${actor.userId}::text,
      ${notes ?? ''}::text
    from unnest(${ids}::uuid[], ${from}::text[]) moved (id, from_status)
    returning id, sample_id
  `.execute(trx)
  return new Map(rows.map(({ id, sample_id }) => [sample_id, id]))
}

/** The samples that these events are about, by event. */
export async function listEventSamples(
  trx: Transaction,
  eventIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; sample_id: string }>`
    select id, sample_id from lifecycle_event where id = any(${[...eventIds]}::bigint[])
  `.execute(trx)
  return new Map(rows.map(({ id, sample_id }) => [id, sample_id]))
}

export type EffectiveChange = {
  id: number
  sampleId: string
  from: SampleStatus | null
  to: SampleStatus
  at: Date
  personName: string
  knowsPrevious: boolean
}

/** The last change of each sample that was not undone. Call it with the samples locked. */
export async function listEffectiveChanges(
  trx: Transaction,
  sampleIds: readonly string[],
): Promise<Map<string, EffectiveChange>> {
  const { rows } = await sql<EffectiveChange>`
    select change.id, change.sample_id as "sampleId", change.from_status as "from", change.to_status as "to",
      change.at, person.name as "personName", coalesce(change.knows_previous, false) as "knowsPrevious"
    from unnest(${[...sampleIds]}::uuid[]) wanted (id)
    cross join lateral (
      select * from lifecycle_event event
      where event.sample_id = wanted.id and event.undoes is null
        and not exists (select from lifecycle_event undo where undo.undoes = event.id)
      order by event.id desc limit 1
    ) change
    join person on person.id = change.person_id
  `.execute(trx)
  return new Map(rows.map((row) => [row.sampleId, row]))
}

/** Undoes changes by recording the reverse events: the database brings back the status and the times before them. */
export async function insertUndoEvents(
  trx: Transaction,
  changes: readonly EffectiveChange[],
  actor: Actor,
): Promise<void> {
  const column = <T>(of: (change: EffectiveChange) => T): T[] => changes.map(of)
  await sql`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, undoes)
    select undone.sample_id, 'undo', undone.to_status, undone.from_status, ${actor.at}::timestamptz,
      ${actor.userId}::text, undone.id
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ sampleId }) => sampleId)}::uuid[],
      ${column(({ from }) => from)}::text[], ${column(({ to }) => to)}::text[]
    ) undone (id, sample_id, from_status, to_status)
  `.execute(trx)
}

/**
 * Lists what the receipts among these changes have found of missing samples, as far as it still holds, without samples
 * that were put into a cell since: they are not missing.
 */
export async function listFindsOfReceipts(
  trx: Transaction,
  changeIds: readonly number[],
): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select found.id as "eventId", sample.id as "sampleId", found.from_custody as "from", found.to_custody as "to"
    from lifecycle_event receipt
    join sample on sample.id = receipt.sample_id
    join custody_event found on found.id = sample.custody_event_id
    where receipt.id = any(${[...changeIds]}::bigint[]) and receipt.door = 'receive'
      and (found.via = 'find' or found.via = 'set' and found.reason = ${stillQuarantined})
      and found.person_id = receipt.person_id
      -- An earlier version gave the find the time of the request, and the receipt that of the scan.
      and (found.at = receipt.at or found.at > receipt.at and exists (
        select from audit_event event where event.entity_type = 'sample' and event.entity_id = sample.id::text
          and event.action = 'sample.receive' and event.at = found.at
      ))
      and not exists (
        select from placement where placement.sample_id = sample.id and ${isPlacedSince(sql`found.at`)}
      )
  `.execute(trx)
  return rows
}
