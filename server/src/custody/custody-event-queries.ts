import type { Custody, CustodyStep } from '@lims/contract/custody.ts'
import { type CustodyEvent, undoPermissions } from '@lims/contract/custody-api.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { whileSet } from '../db/while-set.ts'
import { insertCustodyUndoEvents, type RecordedChange } from '../samples/custody-queries.ts'
import { lastPlacing } from '../samples/later-change-queries.ts'
import { asPlace } from '../samples/sample-place-queries.ts'
import type { Place, PlacedSample } from '../storage/placement-queries.ts'

export type LastChange = {
  via: CustodyStep
  from: Custody
  at: Date
  personName: string
  reason: string
  purpose: string
  expectedReturnAt: Date | null
  /** For whom the tube is reserved on an open pick list. */
  reservedForName: string | null
}

/** Returns the change of custody of each sample that holds, that is the last one that was not undone. */
export async function listLastChanges(
  db: Db,
  sampleIds: readonly string[],
): Promise<Map<string, LastChange>> {
  const { rows } = await sql<LastChange & { sample_id: string }>`
    select sample.id as sample_id, event.via, event.from_custody as "from", event.at,
      person.name as "personName", event.reason, event.purpose,
      event.expected_return_at as "expectedReturnAt", holder.name as "reservedForName"
    from sample
    join custody_event event on event.id = sample.custody_event_id
    join person on person.id = event.person_id
    left join lateral (
      select pick_list_id from pick_list_item where sample_id = sample.id and state = 'wanted' offset 0
    ) item on true
    left join pick_list list on list.id = item.pick_list_id
    left join person holder on holder.id = list.person_id
    where sample.id = any(${[...sampleIds]}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ sample_id, ...change }) => [sample_id, change]))
}

export type ChangeOfEvent = {
  id: number
  sampleId: string
  via: CustodyStep | 'undo'
  from: Custody
  to: Custody
  reason: string
  freesCell: boolean
  /** The cell of the sample before the change. */
  place: Place | null
}

/** Lists the changes with these ids in the order in which they were made, without unknown ones. */
export async function listChanges(trx: Transaction, eventIds: readonly number[]): Promise<ChangeOfEvent[]> {
  const { rows } = await sql<ChangeOfEvent>`
    select id, sample_id as "sampleId", via, from_custody as "from", to_custody as "to", reason,
      frees_cell as "freesCell",
      case when storage_id is not null
        then jsonb_build_object('storageId', storage_id, 'row', row_coordinate, 'column', column_coordinate) end as place
    from custody_event where id = any(${[...eventIds]}::bigint[]) order by id
  `.execute(trx)
  return rows
}

/**
 * Lists those samples of changes of custody that a person has put into a cell since the change, with their present
 * cells, which may have been corrected after that. A change that was itself made by placing the tube does not count.
 */
export async function listPlacedSinceChanges(
  trx: Transaction,
  eventIds: readonly number[],
): Promise<(PlacedSample & { personName: string })[]> {
  const { rows } = await sql<PlacedSample & { personName: string }>`
    select "sampleId", "storageId", "row", "column", person.name as "personName"
    from custody_event event
    cross join lateral (
      select placement.sample_id as "sampleId", placement.storage_id as "storageId",
        placement.row_coordinate as "row", placement.column_coordinate as "column", last.person_id
      from placement
      cross join lateral (
        select last.* from placement_stay stay cross join lateral (${lastPlacing}) last
        where stay.sample_id = placement.sample_id and stay.to_at is null limit 1
      ) last
      where placement.sample_id = event.sample_id and last.at > event.at offset 0
    ) placed
    join person on person.id = placed.person_id
    where event.id = any(${[...eventIds]}::bigint[])
    order by "storageId", "row", "column"
  `.execute(trx)
  return rows
}

/** Lists what check-outs have found of missing samples before they took them. */
export async function listFindsOfCheckOuts(
  trx: Transaction,
  checkOutIds: readonly number[],
): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select found.id as "eventId", found.sample_id as "sampleId", found.from_custody as "from",
      found.to_custody as "to"
    from custody_event taken join custody_event found on found.id = taken.previous_event_id
    where taken.id = any(${[...checkOutIds]}::bigint[]) and taken.via = 'check-out' and found.via = 'find'
      and found.person_id = taken.person_id
      -- An earlier version gave the find the time of the request, and the check-out that of the scan.
      and (found.at = taken.at or exists (
        select from audit_event event where event.entity_type = 'sample' and event.entity_id = taken.sample_id::text
          and event.action = 'custody.check-out' and event.at = found.at
      ))
  `.execute(trx)
  return rows
}

type MissingBefore = { sampleId: string; pickListName: string; reservedId: number; foundId: number }

/**
 * Lists the samples that were missing when they were scanned for the picks with these ids, and the events by which the
 * scan has found and reserved them.
 */
export async function listMissingBeforePicks(
  trx: Transaction,
  pickIds: readonly number[],
): Promise<MissingBefore[]> {
  const { rows } = await sql<MissingBefore>`
    select taken.sample_id as "sampleId", list.name as "pickListName", reserved.id as "reservedId",
      found.id as "foundId"
    from custody_event taken
    join pick_list list on list.id = taken.pick_list_id
    join custody_event reserved on reserved.id = taken.previous_event_id
    join custody_event found on found.id = reserved.previous_event_id
    where taken.id = any(${[...pickIds]}::bigint[]) and taken.via = 'pick' and taken.to_custody = 'CHECKED_OUT'
      and found.via = 'find'
      -- The same request: its events have one time, and nothing has happened between them.
      and found.at = taken.at and found.person_id = taken.person_id
      and (
        select count(*) from custody_event between_them
        where between_them.sample_id = taken.sample_id and between_them.id between found.id and taken.id
      ) = 3
  `.execute(trx)
  return rows
}

/**
 * Reverses reservations that a scan made, as part of the undo of that scan; the database permits it only here. Throws
 * like `insertCustodyUndoEvents`.
 */
export async function undoReservations(
  trx: Transaction,
  undone: readonly RecordedChange[],
  actor: Actor,
): Promise<void> {
  await whileSet(trx, 'lims.undoes_scan', () => insertCustodyUndoEvents(trx, undone, actor))
}

type EventRow = {
  id: number
  via: CustodyEvent['via']
  from_custody: Custody
  to_custody: Custody
  at: Date
  person_id: string
  person_name: string
  reason: string
  purpose: string
  expected_return_at: Date | null
  thawed: boolean
  undoes: number | null
  undone_by: number | null
  is_undoable: boolean
  storage_id: number | null
  row_coordinate: number
  column_coordinate: number
  row_prefix: string
  column_prefix: string
  /** Null if the storage has been deleted. */
  names: string[] | null
  pick_list_id: string | null
  pick_list_name: string
  thaw_count: number | null
  thaw_limit: number
  confirmed_by: string | null
  confirmed_name: string
}

const mayUndo = (via: CustodyEvent['via'], permissions: ReadonlySet<Permission>): boolean => {
  const needed = undoPermissions[via]
  return needed === undefined || permissions.has(needed)
}

/** Lists all changes of custody of a sample, newest first, for a person with these permissions. */
export async function listCustodyEvents(
  db: Db,
  sampleId: string,
  permissions: ReadonlySet<Permission>,
): Promise<CustodyEvent[]> {
  const { rows } = await sql<EventRow>`
    with recursive event as (
      select * from custody_event where sample_id = ${sampleId}
    ), ${pathsOf(sql`select storage_id from event where storage_id is not null`)}
    select event.*, person.name as person_name, undo.id as undone_by,
      event.undoes is null and event.id is not distinct from sample.custody_event_id
        and event.via not in ('reserve', 'release') and list.closed_at is null as is_undoable,
      list.name as pick_list_name, box.row_prefix, box.column_prefix, path.names,
      over.thaw_count, over.thaw_limit, over.confirmed_by, confirmer.name as confirmed_name
    from event
    join sample on sample.id = event.sample_id
    join person on person.id = event.person_id
    left join custody_event undo on undo.undoes = event.id
    left join pick_list list on list.id = event.pick_list_id
    left join storage box on box.id = event.storage_id
    left join path on path.box = event.storage_id
    left join thaw_over_limit over on over.event_id = event.id
    left join person confirmer on confirmer.id = over.confirmed_by
    order by event.id desc
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    via: row.via,
    from: row.from_custody,
    to: row.to_custody,
    at: row.at.toISOString(),
    person: { id: row.person_id, name: row.person_name },
    reason: row.reason,
    purpose: row.purpose,
    expectedReturnAt: row.expected_return_at?.toISOString() ?? null,
    thawed: row.thawed,
    overLimit:
      row.thaw_count === null
        ? null
        : {
            thawCount: row.thaw_count,
            thawLimit: row.thaw_limit,
            confirmedBy: row.confirmed_by ? { id: row.confirmed_by, name: row.confirmed_name } : null,
          },
    pickList: row.pick_list_id === null ? null : { id: row.pick_list_id, name: row.pick_list_name },
    place:
      row.storage_id !== null && row.names
        ? asPlace({ ...row, storage_id: row.storage_id, names: row.names })
        : null,
    undoes: row.undoes,
    isUndone: row.undone_by !== null,
    canUndo: row.is_undoable && mayUndo(row.via, permissions),
  }))
}
