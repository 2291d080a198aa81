import { type Custody, type CustodyStep, stillQuarantined } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { planAnewForMany } from '../db/plan-anew.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'

export type CustodyChange = { sampleId: string; from: Custody; to: Custody }
export type RecordedChange = CustodyChange & { eventId: number }
type CustodyDetails = {
  via: CustodyStep
  reason?: string | undefined
  purpose?: string | undefined
  expectedReturnAt?: Date | undefined
  /** Counts one freeze-thaw cycle; only of a check-out. */
  thawed?: boolean | undefined
  /** When the sample was scanned, which may be before the time of the actor. Kept if it was thawed. */
  madeAt?: Date | undefined
  pickListId?: string | undefined
  /** Takes the sample out of its cell; the caller deletes the placement. */
  freesCell?: boolean | undefined
}

/**
 * Changes the custody of samples by inserting events: the database updates the samples, removes those that are depleted
 * or disposed of from their cells, and rejects what `custody_rule` does not allow. Call it with the samples locked.
 * Returns the id of the event of each sample.
 */
export async function insertCustodyEvents(
  trx: Transaction,
  changes: readonly CustodyChange[],
  details: CustodyDetails,
  actor: Actor,
): Promise<Map<string, number>> {
  const column = <T>(of: (change: CustodyChange) => T): T[] => changes.map(of)
  const { thawed, madeAt } = details
  const thawedAt = thawed && madeAt && madeAt < actor.at ? madeAt : null
  await planAnewForMany(trx, changes.length)
  const { rows } = await sql<{ id: number; sample_id: string }>`
    insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, reason, purpose,
      expected_return_at, thawed, thawed_at, pick_list_id, frees_cell)
    select changed.id, ${details.via}::text, changed.from_custody, changed.to_custody, ${actor.at}::timestamptz,
      ${actor.userId}::text, ${details.reason ?? ''}::text, ${details.purpose ?? ''}::text,
      ${details.expectedReturnAt ?? null}::timestamptz, ${details.thawed ?? false}::boolean,
      ${thawedAt}::timestamptz, ${details.pickListId ?? null}::uuid, ${details.freesCell ?? false}::boolean
    from unnest(
      ${column(({ sampleId }) => sampleId)}::uuid[], ${column(({ from }) => from)}::text[],
      ${column(({ to }) => to)}::text[]
    ) changed (id, from_custody, to_custody)
    returning id, sample_id
  `.execute(trx)
  return new Map(rows.map(({ id, sample_id }) => [sample_id, id]))
}

/**
 * Reverses changes of custody by inserting the reverse events. A cell that the change freed stays free: the caller
 * places the sample again. Call it with the samples locked. Throws `custody-changed-since` for an event that is not the
 * last change of its sample, for what a pick list has reserved or released for good, and for samples of a closed list.
 */
export async function insertCustodyUndoEvents(
  trx: Transaction,
  undone: readonly RecordedChange[],
  actor: Actor,
): Promise<void> {
  await planAnewForMany(trx, undone.length)
  await sql`
    insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, undoes)
    select undone.sample_id, 'undo', undone.to_custody, undone.from_custody, ${actor.at}::timestamptz,
      ${actor.userId}::text, undone.id
    from unnest(
      ${undone.map(({ eventId }) => eventId)}::bigint[], ${undone.map(({ sampleId }) => sampleId)}::uuid[],
      ${undone.map(({ from }) => from)}::text[], ${undone.map(({ to }) => to)}::text[]
    ) undone (id, sample_id, from_custody, to_custody)
  `
    .execute(trx)
    .catch((error: unknown) => {
      const sentence = undoRefusals[errorCode(error) ?? '']
      if (!sentence) throw error
      throw new DomainError('custody-changed-since', `Nothing was undone: ${sentence}`)
    })
}

/** Lists those of these samples that are missing, and were in quarantine until then. Call it with them locked. */
export async function listMissingFromQuarantine(
  trx: Transaction,
  samples: readonly { id: string; custody: Custody }[],
): Promise<Set<string>> {
  const missing = samples.flatMap(({ id, custody }) => (custody === 'MISSING' ? [id] : []))
  if (missing.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select sample.id from sample join custody_event lost on lost.id = sample.custody_event_id
    where sample.id = any(${missing}::uuid[]) and lost.from_custody = 'QUARANTINED'
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Lists the finds and returns of one person with these ids, as placing and scanning record them. Those of others, and
 * changes of another kind, are left out.
 */
export async function listRecordedChanges(
  trx: Transaction,
  eventIds: readonly number[],
  { userId }: Actor,
): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select id as "eventId", sample_id as "sampleId", from_custody as "from", to_custody as "to" from custody_event
    where id = any(${[...eventIds]}::bigint[]) and person_id = ${userId}
      and (via in ('find', 'return') or via = 'set' and reason = ${stillQuarantined})
  `.execute(trx)
  return rows
}

export type ThawedChild = { id: string; thawCount: number }

/**
 * Locks the children that were thawed as part of their parents, by these check-outs. Returns their freeze-thaw cycles.
 */
export async function lockChildrenThawedWith(
  trx: Transaction,
  checkOutIds: readonly number[],
): Promise<ThawedChild[]> {
  const { rows } = await sql<ThawedChild>`
    select id, thaw_count as "thawCount" from sample
    where id = any(array(
      select child_id from unnest(${[...checkOutIds]}::bigint[]) check_out_id
      cross join lateral children_thawed_with(check_out_id) child_id
    ))
    order by id for no key update
  `.execute(trx)
  return rows
}

/** Returns the last change of custody of a sample that was not undone. */
export async function findLastCustodyChange(
  trx: Transaction,
  sampleId: string,
): Promise<{ to: Custody; at: Date; personName: string } | undefined> {
  const { rows } = await sql<{ to: Custody; at: Date; personName: string }>`
    select event.to_custody as "to", event.at, person.name as "personName"
    from sample
    join custody_event event on event.id = sample.custody_event_id
    join person on person.id = event.person_id
    where sample.id = ${sampleId}
  `.execute(trx)
  return rows[0]
}

/** By the error codes that triggers raise (migrations 0030 and 0034). */
const undoRefusals: Record<string, string> = {
  LIM10: 'the custody of a tube has changed since.',
  LIM11: 'the custody of a tube has changed since.',
  LIM14: 'a pick list has reserved or released a tube for good, or it was closed since.',
}

/**
 * True if `sample` was returned, and nobody has put it into its cell since. It still waits for that while a pick list
 * has reserved it, and in quarantine.
 */
export const isToPutAway = sql<boolean>`(
  case
    when sample.custody = 'AVAILABLE' then exists (select from put_away where sample_id = sample.id)
    when sample.custody in ('RESERVED', 'QUARANTINED')
      then return_to_put_away(sample.id, sample.custody_event_id) is not null
    else false
  end
)`
