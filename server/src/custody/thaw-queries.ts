import { frozenAtMostC } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'

/**
 * Returns which samples are in a storage of −60 °C or colder, or were at the time of a scan that was sent later. Reads
 * the temperature of each box once. A sample or box without a record of that time counts as where it is now.
 */
export async function listFrozen(
  trx: Transaction,
  sampleIds: readonly string[],
  { scannedAt }: { scannedAt?: string | undefined } = {},
): Promise<Set<string>> {
  const held = scannedAt ? heldAt(sampleIds, scannedAt) : heldNow(sampleIds)
  const { rows } = await sql<{
    sample_id: string
  }>`${held} select sample_id from held join cold using (storage_id)`.execute(trx)
  return new Set(rows.map(({ sample_id }) => sample_id))
}

const heldNow = (sampleIds: readonly string[]) => sql`
  with held as materialized (
    select sample_id, storage_id from placement where sample_id = any(${[...sampleIds]}::uuid[])
  ), cold as materialized (
    select storage_id from (select distinct storage_id from held) box
    where storage_temperature(storage_id) <= ${frozenAtMostC}
  )`

const heldAt = (sampleIds: readonly string[], time: string) => sql`
  with recursive held as materialized (
    select sample_id, coalesce(
      (
        select storage_id
        from (select * from placement_stay stay where stay.sample_id = given.sample_id and ${covers(time)} offset 0) stay
        order by id desc limit 1
      ),
      (select storage_id from placement where placement.sample_id = given.sample_id)
    ) as storage_id
    from unnest(${[...sampleIds]}::uuid[]) given (sample_id)
  ), up (box_id, storage_id, steps) as (
    select distinct storage_id, storage_id, 0 from held where storage_id is not null
    union all
    select box_id, above.storage_id, steps + 1
    from up cross join lateral (
      select coalesce(
        (
          select storage_id from placement_stay stay where stay.child_storage_id = up.storage_id and ${covers(time)}
          order by id desc limit 1
        ),
        (select storage_id from placement where placement.child_storage_id = up.storage_id)
      ) as storage_id
      offset 0
    ) above
    where above.storage_id is not null and steps < 10
  ), cold as materialized (
    select box_id as storage_id from (
      select distinct on (box_id) box_id, nominal_temperature_c
      from up join storage on storage.id = up.storage_id
      where nominal_temperature_c is not null
      order by box_id, steps
    ) known
    where nominal_temperature_c <= ${frozenAtMostC}
  )`

const covers = (time: string) =>
  sql<boolean>`from_at <= ${time}::timestamptz and coalesce(to_at, 'infinity') > ${time}::timestamptz`

type OverLimit = { eventId: number; sampleId: string; thawCount: number; thawLimit: number }

/** Saves check-outs over the freeze-thaw limit, which another person than the actor has to confirm. */
export async function insertOverLimit(
  trx: Transaction,
  over: readonly OverLimit[],
  { userId }: Actor,
): Promise<void> {
  if (over.length === 0) return
  const column = (of: (each: OverLimit) => number) => over.map(of)
  await sql`
    insert into thaw_over_limit (event_id, sample_id, thaw_count, thaw_limit, requested_by)
    select over_limit.*, ${userId}::text
    from unnest(
      ${column(({ eventId }) => eventId)}::bigint[], ${over.map(({ sampleId }) => sampleId)}::uuid[],
      ${column(({ thawCount }) => thawCount)}::integer[], ${column(({ thawLimit }) => thawLimit)}::integer[]
    ) over_limit
  `.execute(trx)
}

type LockedOverLimit = OverLimit & {
  name: string
  alias: string
  /** Id of the person. */
  requestedBy: string
  /** Whether the caller checked it out. A service account and its owner count as one person. */
  isOwn: boolean
  confirmedByName: string | null
}

/** Locks check-outs over the limit in the order of their events, without those that were undone. */
export async function lockOverLimit(
  trx: Transaction,
  eventIds: readonly number[],
  { userId }: Actor,
): Promise<LockedOverLimit[]> {
  const { rows } = await sql<LockedOverLimit>`
    select o.event_id as "eventId", o.sample_id as "sampleId", o.thaw_count as "thawCount",
      o.thaw_limit as "thawLimit", o.requested_by as "requestedBy", sample.name, sample.alias,
      (select coalesce(owner_id, id) from person where id = o.requested_by)
        = (select coalesce(owner_id, id) from person where id = ${userId}) as "isOwn",
      (select name from person where person.id = o.confirmed_by) as "confirmedByName"
    from thaw_over_limit o join sample on sample.id = o.sample_id
    where o.event_id = any(${[...eventIds]}::bigint[])
      and not exists (select from custody_event undo where undo.undoes = o.event_id)
    order by o.event_id for update of o
  `.execute(trx)
  return rows
}

export async function confirmOverLimit(trx: Transaction, eventIds: readonly number[], actor: Actor) {
  await sql`
    update thaw_over_limit set confirmed_by = ${actor.userId}, confirmed_at = ${actor.at}::timestamptz
    where event_id = any(${[...eventIds]}::bigint[])
  `.execute(trx)
}
