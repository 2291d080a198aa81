import type { StoragesInside } from '@lims/contract/storage-series.ts'
import { type StorageType, selectableStorageTypes } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { openStates } from '../db/open-steps.ts'

/** What copies of a storage share with it. */
export type StorageShape = {
  type: StorageType
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
  nominalTemperatureC: number | null
}

type StorageWithId = StorageShape & { id: number; alias: string }

/** Inserts storages in one statement, in the order given. Returns them with their ids, which ascend. */
export async function insertStorages<New extends StorageShape & { alias: string }>(
  trx: Transaction,
  storages: readonly New[],
  actor: Actor,
): Promise<(New & { id: number })[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('storage', 'id'))::int as id from generate_series(1, ${storages.length}::int)
    order by 1
  `.execute(trx)
  const numbered = storages.map((storage, index) => ({ ...storage, id: rows[index]?.id ?? 0 }))
  const column = <Value>(of: (storage: StorageWithId) => Value) => numbered.map(of)
  await sql`
    insert into storage (id, alias, type, number_rows, number_columns, row_prefix, column_prefix, nominal_temperature_c,
      created_at, created_by, updated_at) overriding system value
    select new.*, ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.at}::timestamptz
    from unnest(
      ${column(({ id }) => id)}::integer[], ${column(({ alias }) => alias)}::text[],
      ${column(({ type }) => type)}::text[], ${column(({ numberRows }) => numberRows)}::integer[],
      ${column(({ numberColumns }) => numberColumns)}::integer[], ${column(({ rowPrefix }) => rowPrefix)}::text[],
      ${column(({ columnPrefix }) => columnPrefix)}::text[],
      ${column(({ nominalTemperatureC }) => nominalTemperatureC)}::float8[]
    ) new
  `.execute(trx)
  return numbered
}

/** Names of other storages in a parent that new ones have too, ignoring case, in the order of their ids. */
export async function listNamesakes(trx: Transaction, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ alias: string }>`
    select twin.alias
    from storage own
    join placement at on at.child_storage_id = own.id
    join placement beside on beside.storage_id = at.storage_id
    join storage twin on twin.id = beside.child_storage_id
    where own.id = any(${[...ids]}::integer[]) and twin.id <> own.id and lower(twin.alias) = lower(own.alias)
    group by twin.id
    order by twin.id
  `.execute(trx)
  return rows.map(({ alias }) => alias)
}

/** A storage of a tree; the one at the top is shown without its holder. */
export type TreeStorage = StorageWithId &
  ({ holderId: null; row: null; column: null } | { holderId: number; row: number; column: number })

const treeOf = (storageId: number) => sql`
  with recursive tree as (
    select ${storageId}::integer as id, null::integer as holder_id, null::integer as "row", null::integer as "column",
      0 as level
    union all
    select p.child_storage_id, p.storage_id, p.row_coordinate, p.column_coordinate, tree.level + 1
    from tree join placement p on p.storage_id = tree.id and p.child_storage_id is not null
    where tree.level < 10
  )`

/** Lists a storage and the storages inside it, those around others first; at most `limit`. */
export async function listStorageTree(db: Db, storageId: number, limit: number): Promise<TreeStorage[]> {
  const { rows } = await sql<TreeStorage>`
    ${treeOf(storageId)}
    select storage.id, alias, type, number_rows as "numberRows", number_columns as "numberColumns",
      row_prefix as "rowPrefix", column_prefix as "columnPrefix", nominal_temperature_c as "nominalTemperatureC",
      holder_id as "holderId", "row", "column"
    from tree join storage on storage.id = tree.id
    order by level, holder_id, "row", "column"
    limit ${limit}
  `.execute(db)
  return rows
}

/** Counts the storages inside a storage by type, those that hold others first. */
export async function countStoragesInside(db: Db, storageId: number): Promise<StoragesInside[]> {
  const { rows } = await sql<StoragesInside>`
    ${treeOf(storageId)}
    select type, count(*)::int as count from tree join storage on storage.id = tree.id
    where tree.level > 0
    group by type
    order by array_position(${[...selectableStorageTypes]}::text[], type)
  `.execute(db)
  return rows
}

/** How a storage was created, as its audit event says. */
export type StorageCreation = {
  eventId: number
  storageId: number
  alias: string
  personId: string
  at: Date
  /** How many storages the request created; null for a single one. */
  createdTogether: number | null
}

export async function listStorageCreations(
  trx: Transaction,
  ids: readonly number[],
): Promise<StorageCreation[]> {
  const { rows } = await sql<StorageCreation>`
    select id::int8 as "eventId", entity_id::integer as "storageId", after ->> 'alias' as alias,
      person_id as "personId", at, (after ->> 'createdTogether')::integer as "createdTogether"
    from audit_event
    where entity_type = 'storage' and action = 'storage.create'
      and entity_id = any(${ids.map(String)}::text[])
  `.execute(trx)
  return rows
}

/** Locks storages that are going to be deleted, against placements too, in the order of their ids. */
export async function lockForDeletion(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select from storage where id = any(${[...ids]}::integer[]) order by id for update`.execute(trx)
}

/** What has happened to a storage since it was created, and who did it if that is recorded. */
export type SinceCreation = {
  id: number
  alias: string
  what: 'deleted-by-undo' | 'label' | 'changed' | 'filled' | 'counted' | 'moving'
  personName: string | null
}

/**
 * Finds the first thing that has happened to storages since they were created together: an event of one of them,
 * contents that are or were in one of them, an open stock-take or move that includes one.
 */
export async function findChangeSince(
  trx: Transaction,
  creations: readonly StorageCreation[],
): Promise<SinceCreation | undefined> {
  const ids = creations.map(({ storageId }) => storageId)
  const { rows } = await sql<SinceCreation>`
    with created as (
      select * from unnest(
        ${ids}::integer[], ${creations.map(({ alias }) => alias)}::text[],
        ${creations.map(({ eventId }) => eventId)}::bigint[]
      ) created (id, alias, event_id)
    )
    select since.id, since.alias, since.what, person.name as "personName"
    from (
      select 1 as place, created.id, created.alias,
        case
          when event.after ? 'isCreationUndone' then 'deleted-by-undo'
          when event.action = 'storage.print-label' then 'label'
          else 'changed'
        end as what, event.person_id
      from created join audit_event event on event.entity_type = 'storage' and event.entity_id = created.id::text
        and event.id > created.event_id
      union all
      select 2, created.id, created.alias, 'filled', null
      from created join placement_stay stay on stay.storage_id = created.id
      where stay.sample_id is not null or stay.child_storage_id <> all(${ids}::integer[])
      union all
      select 3, created.id, created.alias, 'counted', null
      from created join stock_take_box counted on counted.storage_id = created.id and counted.is_open
      union all
      select 4, created.id, created.alias, 'moving', null
      from created join box_move_step step on step.box_id = created.id
      where step.state in ${openStates}
      union all
      select 4, created.id, created.alias, 'moving', null
      from created join box_move_step step on step.to_storage_id = created.id
      where step.state in ${openStates}
    ) since
    left join person on person.id = since.person_id
    order by since.place, since.id
    limit 1
  `.execute(trx)
  return rows[0]
}

export async function deleteStorageRows(trx: Transaction, ids: readonly number[]) {
  await sql`delete from placement where child_storage_id = any(${[...ids]}::integer[])`.execute(trx)
  await sql`delete from storage where id = any(${[...ids]}::integer[])`.execute(trx)
}
