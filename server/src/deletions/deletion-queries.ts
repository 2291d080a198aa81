import { joinPath } from '@lims/contract/storage-path.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { listStoredColumns } from '../db/stored-columns.ts'
import { whileSet } from '../db/while-set.ts'
import { DomainError } from '../errors/domain-error.ts'

type Deleted = { entityType: 'sample' | 'batch' | 'storage'; entityId: string }
const tablesOfSamples = [
  'placement',
  'lifecycle_event',
  'custody_event',
  'thaw_over_limit',
  'put_away',
] as const
/** The tables whose rows a deletion keeps, in the order in which they are restored. */
export const restoredTables = ['batch', 'sample', 'storage', ...tablesOfSamples] as const
type RestoredTable = (typeof restoredTables)[number]

const orderOf: Record<RestoredTable, string> = {
  batch: 'number',
  sample: 'number',
  storage: 'id',
  placement: 'row_coordinate',
  lifecycle_event: 'id',
  custody_event: 'id',
  thaw_over_limit: 'event_id',
  put_away: 'sample_id',
}

export async function insertDeletion(trx: Transaction, deleted: Deleted, actor: Actor): Promise<string> {
  const { id } = await trx
    .insertInto('deletion')
    .values({
      entity_type: deleted.entityType,
      entity_id: deleted.entityId,
      deleted_at: actor.at,
      deleted_by: actor.userId,
      undone_at: null,
      undone_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a sample, its placement and its history, before they are deleted. */
export const saveDeletedSample = (trx: Transaction, deletionId: string, id: string) =>
  saveDeletedSamples(trx, deletionId, [id])

/** Saves samples, their placements and their histories, before they are deleted. */
export async function saveDeletedSamples(trx: Transaction, deletionId: string, ids: readonly string[]) {
  const among = sql`any(${[...ids]}::uuid[])`
  await keepRows(trx, deletionId, 'sample', sql`kept.id = ${among}`)
  await keepRowsOfSamples(trx, deletionId, sql`kept.sample_id = ${among}`)
}

/** Saves a storage and its placement, before they are deleted. */
export async function saveDeletedStorage(trx: Transaction, deletionId: string, id: number) {
  await keepRows(trx, deletionId, 'storage', sql`kept.id = ${id}`)
  await keepRows(trx, deletionId, 'placement', sql`kept.child_storage_id = ${id}`)
}

/** Saves a batch with its samples, their placements and their histories, before they are deleted. */
export async function saveDeletedBatch(trx: Transaction, deletionId: string, id: string) {
  await keepRows(trx, deletionId, 'batch', sql`kept.id = ${id}`)
  await keepRows(trx, deletionId, 'sample', sql`kept.batch_id = ${id}`)
  await keepRowsOfSamples(
    trx,
    deletionId,
    sql`kept.sample_id in (select id from sample where batch_id = ${id})`,
  )
}

/** Saves the placements and histories of samples. */
async function keepRowsOfSamples(trx: Transaction, deletionId: string, condition: RawBuilder<unknown>) {
  for (const table of tablesOfSamples) await keepRows(trx, deletionId, table, condition)
}

function keepRows(
  trx: Transaction,
  deletionId: string,
  table: RestoredTable,
  condition: RawBuilder<unknown>,
) {
  const lastOfParent = sql`case when kept.parent_sample_id is not null
    then coalesce((select max(id) from custody_event where sample_id = kept.parent_sample_id), 0) end`
  return sql`
    insert into deleted_row (deletion_id, table_name, content, parent_custody_event_id)
    select ${deletionId}::uuid, ${table}::text, to_jsonb(kept), ${table === 'sample' ? lastOfParent : sql`null`}::bigint
    from ${sql.table(table)} kept where ${condition}
    order by ${sql.ref(`kept.${orderOf[table]}`)}
  `.execute(trx)
}

/**
 * The samples of a deletion that have a parent: `id`, `parent_id`, their former `batch_id`, and `last_id`, the last
 * custody event of the parent before the deletion.
 */
export const keptChildren = (deletionId: string) => sql`
  select (content ->> 'id')::uuid as id, (content ->> 'parent_sample_id')::uuid as parent_id,
    (content ->> 'batch_id')::uuid as batch_id, parent_custody_event_id as last_id
  from deleted_row
  where deletion_id = ${deletionId} and table_name = 'sample' and content ->> 'parent_sample_id' is not null
`

/** Throws `deletion-not-found`. */
export const lockDeletion = (trx: Transaction, id: string) =>
  trx
    .selectFrom('deletion')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(deletionNotFound)

const deletionNotFound = () => new DomainError('deletion-not-found', 'There is no such deletion to undo')

export function markUndone(trx: Transaction, id: string, actor: Actor) {
  return trx
    .updateTable('deletion')
    .set({ undone_at: actor.at, undone_by: actor.userId })
    .where('id', '=', id)
    .execute()
}

/** Returns the name that a deleted storage had; undefined if no storage with this id was deleted. */
export async function findDeletedStorageName(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ alias: string }>`
    select kept.content->>'alias' as alias
    from deletion join deleted_row kept on kept.deletion_id = deletion.id
    where deletion.entity_type = 'storage' and deletion.entity_id = ${String(id)} and kept.table_name = 'storage'
    order by deletion.deleted_at desc
    limit 1
  `.execute(db)
  return rows[0]?.alias
}

/** Runs `work` while the triggers let rows be written as they were. */
export const whileRestoring = <T>(trx: Transaction, work: () => Promise<T>): Promise<T> =>
  whileSet(trx, 'lims.restoring', work)

/**
 * A child comes to the batch in which its parent is now: its former one may be gone. Of samples that have their parent
 * in the same deletion none is there yet.
 */
const batchOfParent = (at: Date) => sql`coalesce((
  select jsonb_build_object('batch_id', parent.batch_id, 'version', (kept.content ->> 'version')::integer + 1,
    'updated_at', ${at}::timestamptz)
  from sample parent
  where parent.id = (kept.content ->> 'parent_sample_id')::uuid
    and parent.batch_id <> (kept.content ->> 'batch_id')::uuid
), '{}')`

/** Restores the kept rows of a table with their ids. Returns how many. Call it with the parents of samples locked. */
export async function restoreRows(
  trx: Transaction,
  deletionId: string,
  { table, onlyPossiblePlaces, at }: { table: RestoredTable; onlyPossiblePlaces: boolean; at: Date },
): Promise<number> {
  const columns = sql.join((await listStoredColumns(trx, table)).map((column) => sql.ref(column)))
  const changes = table === 'sample' ? sql`'{"is_stored": false}' || ${batchOfParent(at)}` : sql`'{}'`
  const insert = sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from deleted_row kept,
      jsonb_populate_record(null::${sql.table(table)}, kept.content || ${changes}) gone
    where kept.deletion_id = ${deletionId} and kept.table_name = ${table}
      ${table === 'placement' && onlyPossiblePlaces ? isPossible : sql``}
    order by kept.place
  `
  const { numAffectedRows } = await whileRestoring(trx, () => insert.execute(trx))
  return Number(numAffectedRows ?? 0)
}

/**
 * The condition that a kept placement is possible: its storage exists and may hold it, a storage is at the tenth level
 * at most, and its cell exists and is free.
 */
const isPossible = sql`
  and exists (
    select from storage s left join storage child on child.id = gone.child_storage_id
    where s.id = gone.storage_id and storage_may_hold(s.type, coalesce(child.type, 'SAMPLE'))
      and gone.row_coordinate <= s.number_rows and gone.column_coordinate <= s.number_columns
  )
  and (gone.child_storage_id is null or 10 > (
    with recursive up as (
      select gone.storage_id as storage_id, 1 as level
      union all
      select p.storage_id, level + 1 from up join placement p on p.child_storage_id = up.storage_id where level < 10
    )
    select max(level) from up
  ))
  and not exists (select from placement p where p.storage_id = gone.storage_id
    and p.row_coordinate = gone.row_coordinate and p.column_coordinate = gone.column_coordinate)`

/** Returns the ids of the samples of a deletion, in the order of registration. */
export async function listKeptSampleIds(trx: Transaction, deletionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select content ->> 'id' as id from deleted_row
    where deletion_id = ${deletionId} and table_name = 'sample' order by place
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the storages that held what is restored, before a trigger locks the tree: as whoever places a storage does.
 */
export async function lockHoldersOfStorages(trx: Transaction, deletionId: string): Promise<void> {
  await sql`
    select from storage where id in (
      select (content ->> 'storage_id')::integer from deleted_row
      where deletion_id = ${deletionId} and table_name = 'placement' and content ->> 'child_storage_id' is not null
    ) order by id for no key update
  `.execute(trx)
}

/** The ids of the samples of a deletion that were reserved. */
const keptReserved = (deletionId: string) => sql`
  select (content ->> 'id')::uuid from deleted_row
  where deletion_id = ${deletionId} and table_name = 'sample' and content ->> 'custody' = 'RESERVED'
`

/**
 * Locks the pick lists that want a sample of this deletion: as everywhere, a list before its samples. Waits for a
 * transaction that closes one of them.
 */
export async function shareLockPickLists(trx: Transaction, deletionId: string): Promise<void> {
  await sql`
    select from pick_list where id in (
      select pick_list_id from pick_list_item where state = 'wanted' and sample_id in (${keptReserved(deletionId)})
    ) order by id for share
  `.execute(trx)
}

/** A restored sample whose reservation has ended. */
type Released = { sampleId: string; pickListName: string }

/** Releases the restored samples that are reserved while no pick list wants them any more. */
export async function releaseRestored(
  trx: Transaction,
  deletionId: string,
  actor: Actor,
): Promise<Released[]> {
  const { rows } = await sql<Released>`
    with released as (
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, pick_list_id)
      select sample.id, 'release', 'RESERVED', 'AVAILABLE', ${actor.at}, ${actor.userId}, event.pick_list_id
      from sample join custody_event event on event.id = sample.custody_event_id
      where sample.id in (${keptReserved(deletionId)})
        and not exists (select from pick_list_item where sample_id = sample.id and state = 'wanted')
      returning sample_id, pick_list_id
    )
    select sample_id as "sampleId", pick_list.name as "pickListName"
    from released join pick_list on pick_list.id = pick_list_id
  `.execute(trx)
  return rows
}

/**
 * Lists the storages that held what was deleted, and that have been deleted since: the name of each, with the path of
 * the place from which it was deleted if that is still there.
 */
export async function listDeletedHolders(trx: Transaction, deletionId: string): Promise<string[]> {
  const { rows } = await sql<{ alias: string; names: string[] | null }>`
    with recursive holder as materialized (
      select held.place, kept.content ->> 'alias' as alias, (
        select (content ->> 'storage_id')::integer from deleted_row
        where deletion_id = deletion.id and table_name = 'placement'
      ) as parent
      from (
        select content ->> 'storage_id' as id, min(place) as place from deleted_row
        where deletion_id = ${deletionId} and table_name = 'placement' group by 1
      ) held
      join deletion on deletion.entity_type = 'storage' and deletion.entity_id = held.id
        and deletion.undone_at is null
      join deleted_row kept on kept.deletion_id = deletion.id and kept.table_name = 'storage'
      where not exists (select from storage where storage.id = held.id::integer)
    ), ${pathsOf(sql`select parent from holder where parent is not null`)}
    select holder.alias, path.names from holder left join path on path.box = holder.parent
    order by holder.place
  `.execute(trx)
  return rows.map(({ alias, names }) => joinPath([...(names ?? []), alias]))
}

type TakenCell = {
  /** The names of its storage and of those around it, root first. */
  names: string[]
  row: number
  column: number
  row_prefix: string
  column_prefix: string
  /** The name of what is in the cell now. */
  holds: string
}

/** The cells of what was deleted that hold other things by now. */
export async function listTakenCells(trx: Transaction, deletionId: string): Promise<TakenCell[]> {
  const { rows } = await sql<TakenCell>`
    with recursive taken as materialized (
      select kept.place, p.*
      from deleted_row kept
      cross join jsonb_populate_record(null::placement, kept.content) gone
      join placement p on p.storage_id = gone.storage_id and p.row_coordinate = gone.row_coordinate
        and p.column_coordinate = gone.column_coordinate
      where kept.deletion_id = ${deletionId} and kept.table_name = 'placement'
    ), ${pathsOf(sql`select storage_id from taken`)}
    select path.names, taken.row_coordinate as row, taken.column_coordinate as column,
      storage.row_prefix, storage.column_prefix,
      coalesce(child.alias, sample.name || ' (' || sample.alias || ')') as holds
    from taken join path on path.box = taken.storage_id join storage on storage.id = taken.storage_id
    left join sample on sample.id = taken.sample_id
    left join storage child on child.id = taken.child_storage_id
    order by taken.place
  `.execute(trx)
  return rows
}

type TakenTubeId = { tubeId: string; name: string; batch: string }

/** The tube IDs of what was deleted that other samples have by now, with the name and batch of each. */
export async function listTubeIdsTakenSince(trx: Transaction, deletionId: string): Promise<TakenTubeId[]> {
  const { rows } = await sql<TakenTubeId>`
    select kept.content ->> 'alias' as "tubeId", sample.name, batch.name as batch
    from deleted_row kept
    join sample on upper(sample.alias) = upper(kept.content ->> 'alias')
    join batch on batch.id = sample.batch_id
    where kept.deletion_id = ${deletionId} and kept.table_name = 'sample'
    order by kept.place
  `.execute(trx)
  return rows
}

type LostPlace = { sampleId: string | null; storageId: number; row: number; column: number }

/** Returns the places of what was deleted that were not restored. `sampleId` is null for that of a storage. */
export async function listLostPlaces(trx: Transaction, deletionId: string): Promise<LostPlace[]> {
  const { rows } = await sql<LostPlace>`
    select gone.sample_id as "sampleId", gone.storage_id as "storageId",
      gone.row_coordinate as row, gone.column_coordinate as column
    from deleted_row kept cross join jsonb_populate_record(null::placement, kept.content) gone
    where kept.deletion_id = ${deletionId} and kept.table_name = 'placement'
      and not exists (select from placement p where p.sample_id = gone.sample_id)
      and not exists (select from placement p where p.child_storage_id = gone.child_storage_id)
    order by kept.place
  `.execute(trx)
  return rows
}

/**
 * Locks the parent of a storage, so that of two transactions the later one sees the first. Returns another storage in
 * it that has the same name, in upper or lower case, and the path of the parent.
 */
export async function lockNamesake(
  trx: Transaction,
  storageId: number,
): Promise<{ alias: string; parent: string } | undefined> {
  await sql`
    select from storage where id = (select storage_id from placement where child_storage_id = ${storageId})
    for no key update
  `.execute(trx)
  const { rows } = await sql<{ alias: string; names: string[] }>`
    with recursive twin as materialized (
      select twin.alias, at.storage_id
      from storage own
      join placement at on at.child_storage_id = own.id
      join placement beside on beside.storage_id = at.storage_id
      join storage twin on twin.id = beside.child_storage_id
      where own.id = ${storageId} and twin.id <> own.id and lower(twin.alias) = lower(own.alias)
      limit 1
    ), ${pathsOf(sql`select storage_id from twin`)}
    select twin.alias, path.names from twin join path on path.box = twin.storage_id
  `.execute(trx)
  return rows.map(({ alias, names }) => ({ alias, parent: joinPath(names) }))[0]
}
