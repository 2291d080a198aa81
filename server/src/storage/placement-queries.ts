import type { Cell } from '@lims/contract/positions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { whileSet } from '../db/while-set.ts'

export type Place = { storageId: number } & Cell
type Content = { sampleId: string } | { childStorageId: number }
export type PlacedSample = Place & { sampleId: string }

/** A database has room for some thousands of locks, and 20,000 tubes that change together can be in as many boxes. */
const maxCellLocks = 1024

/**
 * Locks the cells of these storages, in one order, until the transaction ends. Without it, two transactions that
 * exchange cells would deadlock. Few storages share a lock: of those whose ids differ by 1024, one waits for the other.
 */
export async function lockStorageCells(trx: Transaction, storageIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('storage cells'), key)
    from (
      select id % ${sql.lit(maxCellLocks)} as key from unnest(${[...storageIds]}::integer[]) id order by key
    ) held
  `.execute(trx)
}

/**
 * The time of a placing: that of the request, or of a scan that was sent later. A place that was recorded after the
 * scan stays on record until the request.
 */
const timeOfPlacing = (actor: Actor, scannedAt: Date | undefined, isOfContent: RawBuilder<boolean>) => {
  const requestedAt = sql<Date>`${actor.at}::timestamptz`
  if (!scannedAt || scannedAt >= actor.at) return requestedAt
  return sql<Date>`(
    select case when max(from_at) > ${scannedAt} then ${requestedAt} else ${scannedAt}::timestamptz end
    from placement_stay where ${isOfContent}
  )`
}

/** Returns false if the cell is occupied. `scannedAt` is the time of a scan that was sent later. */
export async function insertPlacement(
  trx: Transaction,
  content: Content,
  place: Place,
  actor: Actor,
  scannedAt?: Date,
): Promise<boolean> {
  const isOfContent =
    'sampleId' in content
      ? sql<boolean>`sample_id = ${content.sampleId}::uuid`
      : sql<boolean>`child_storage_id = ${content.childStorageId}`
  const inserted = await trx
    .insertInto('placement')
    .values({
      storage_id: place.storageId,
      row_coordinate: place.row,
      column_coordinate: place.column,
      sample_id: 'sampleId' in content ? content.sampleId : null,
      child_storage_id: 'childStorageId' in content ? content.childStorageId : null,
      placed_at: timeOfPlacing(actor, scannedAt, isOfContent),
      placed_by: actor.userId,
    })
    .onConflict((conflict) =>
      conflict.columns(['storage_id', 'row_coordinate', 'column_coordinate']).doNothing(),
    )
    .returning('storage_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Places samples in one statement, in the order of the cells. Returns the ids of those whose cell was free. With
 * `keepsPutAway` no person has put them there: those that wait to be put away still do. `scannedAt` is the time of a
 * scan that was sent later.
 */
export async function insertPlacements(
  trx: Transaction,
  placed: readonly PlacedSample[],
  actor: Actor,
  { keepsPutAway, scannedAt }: { keepsPutAway?: boolean; scannedAt?: Date | undefined } = {},
): Promise<Set<string>> {
  const placedAt = timeOfPlacing(actor, scannedAt, sql`sample_id = target.sample_id`)

  const insert = sql<{ sample_id: string }>`
    insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
    select target.*, ${placedAt}, ${actor.userId}::text
    from unnest(
      ${placed.map(({ storageId }) => storageId)}::integer[], ${placed.map(({ row }) => row)}::integer[],
      ${placed.map(({ column }) => column)}::integer[], ${placed.map(({ sampleId }) => sampleId)}::uuid[]
    ) target (storage_id, row_coordinate, column_coordinate, sample_id)
    order by 1, 2, 3
    on conflict (storage_id, row_coordinate, column_coordinate) do nothing
    returning sample_id
  `
  const { rows } = await (keepsPutAway
    ? whileSet(trx, 'lims.keeps_put_away', () => insert.execute(trx))
    : insert.execute(trx))
  return new Set(rows.map(({ sample_id }) => sample_id))
}

/**
 * Lists samples to be put away again that waited for it until they were placed where they are, and did nothing since.
 * Those that are reserved are listed when they are released.
 */
export async function restorePutAway(trx: Transaction, sampleIds: readonly string[]): Promise<void> {
  await sql`
    insert into put_away (sample_id, returned_at, returned_by)
    select returned.sample_id, returned.at, returned.person_id
    from placement_stay stay
    join sample on sample.id = stay.sample_id and sample.custody_event_id = stay.put_away_event_id
    join custody_event returned on returned.id = held_return(stay.sample_id, stay.put_away_event_id)
    where stay.sample_id = any(${[...sampleIds]}::uuid[]) and stay.to_at is null and sample.custody = 'AVAILABLE'
    on conflict do nothing
  `.execute(trx)
  await sql`
    update placement_stay stay set put_away_event_id = null
    from sample
    where stay.sample_id = any(${[...sampleIds]}::uuid[]) and stay.to_at is null and sample.id = stay.sample_id
      and sample.custody <> 'AVAILABLE' and sample.custody_event_id = stay.put_away_event_id
  `.execute(trx)
}

export async function findSamplePlace(db: Db, sampleId: string): Promise<Place | undefined> {
  const [place] = await listSamplePlaces(db, [sampleId])
  return place
}

/** Lists the cells of samples by storage, row and column. */
export async function listSamplePlaces(db: Db, sampleIds: string[]): Promise<PlacedSample[]> {
  const rows = await db
    .selectFrom('placement')
    .select(['storage_id', 'row_coordinate', 'column_coordinate', 'sample_id'])
    .where(sql<boolean>`sample_id = any(${sampleIds}::uuid[])`)
    .orderBy('storage_id')
    .orderBy('row_coordinate')
    .orderBy('column_coordinate')
    .$narrowType<{ sample_id: string }>()
    .execute()
  return rows.map((row) => ({
    sampleId: row.sample_id,
    storageId: row.storage_id,
    row: row.row_coordinate,
    column: row.column_coordinate,
  }))
}

type ArchivedTime = { id: string; archivedAt: Date | string }

/**
 * Returns the archived times that samples get back when their last change of place is undone: the time before it of
 * those that are in storage, the present one of the others. Samples without such a time are left out.
 */
export async function listArchivedTimesToRestore(
  trx: Transaction,
  sampleIds: readonly string[],
): Promise<ArchivedTime[]> {
  const { rows } = await sql<ArchivedTime>`
    select id, archived_at as "archivedAt" from (
      select sample.id, case when stay.id is null then sample.archived_at else stay.archived_before end as archived_at
      from sample left join placement_stay stay on stay.sample_id = sample.id and stay.to_at is null
      where sample.id = any(${sampleIds}::uuid[])
    ) earlier
    where archived_at is not null
  `.execute(trx)
  return rows
}

/** Saves when samples were archived, if that is not the time of their placing, which the database has set. */
export async function saveArchivedTimes(trx: Transaction, times: readonly ArchivedTime[]) {
  if (times.length === 0) return
  await sql`
    update sample set archived_at = given.archived_at
    from unnest(
      ${times.map(({ id }) => id)}::uuid[], ${times.map(({ archivedAt }) => archivedAt)}::timestamptz[]
    ) given (id, archived_at)
    where sample.id = given.id
  `.execute(trx)
}

/**
 * Gives samples that an undo has placed the archived times that they get back, and makes their stays those that have
 * come back, so that an earlier placing can be undone after it. `moved` are those that were in storage before the undo.
 */
export async function restoreStays(
  trx: Transaction,
  sampleIds: readonly string[],
  moved: ReadonlySet<string>,
  archivedTimes: readonly ArchivedTime[],
): Promise<void> {
  await saveArchivedTimes(trx, archivedTimes)
  // The stay before this one is the one that was left, and ended again by the undo, if the sample has been moved.
  await sql`
    update placement_stay set archived_before = back.archived_before, put_away_event_id = back.put_away_event_id,
      restores_id = coalesce(back.restores_id, back.id),
      last_placed_at = back.last_placed_at, last_placed_by = back.last_placed_by
    from unnest(
      ${[...sampleIds]}::uuid[], ${sampleIds.map((id) => moved.has(id))}::boolean[]
    ) given (sample_id, is_moved)
    cross join lateral (
      select array_agg(stay order by id desc) as latest from placement_stay stay where sample_id = given.sample_id
    ) stays
    cross join lateral (
      select past.* from unnest(stays.latest[2:]) past
      where past.storage_id = (stays.latest[1]).storage_id and (
        not given.is_moved or past.id < coalesce((stays.latest[2]).restores_id, (stays.latest[2]).id)
      )
      order by past.id desc limit 1
    ) back
    where placement_stay.id = (stays.latest[1]).id
  `.execute(trx)
  await continueStays(
    trx,
    sampleIds.filter((id) => !moved.has(id)),
  )
}

/** Samples that were taken out by mistake were there all the time. The clocks of two servers may differ. */
async function continueStays(trx: Transaction, sampleIds: readonly string[]): Promise<void> {
  await sql`
    update placement_stay set to_at = greatest(placement_stay.from_at, (stays.latest[1]).from_at)
    from unnest(${[...sampleIds]}::uuid[]) given (sample_id)
    cross join lateral (
      select array_agg(stay order by id desc) as latest from placement_stay stay where sample_id = given.sample_id
    ) stays
    where placement_stay.id = (stays.latest[2]).id
      and (stays.latest[2]).storage_id = (stays.latest[1]).storage_id
  `.execute(trx)
}

export function deleteSamplePlaces(trx: Transaction, sampleIds: string[]) {
  return trx.deleteFrom('placement').where(sql<boolean>`sample_id = any(${sampleIds}::uuid[])`).execute()
}

export function deleteStoragePlace(trx: Transaction, childStorageId: number) {
  return trx.deleteFrom('placement').where('child_storage_id', '=', childStorageId).execute()
}

/**
 * Returns the name of the content of a cell that was occupied: a sample with its tube ID, or a storage; 'something
 * else' if the cell has become empty since.
 */
export async function getContentName(db: Db, { storageId, row, column }: Place): Promise<string> {
  const content = await db
    .selectFrom('placement')
    .leftJoin('sample', 'sample.id', 'placement.sample_id')
    .leftJoin('storage as child', 'child.id', 'placement.child_storage_id')
    .select(['sample.name', 'sample.alias', 'child.alias as child_alias'])
    .where('placement.storage_id', '=', storageId)
    .where('placement.row_coordinate', '=', row)
    .where('placement.column_coordinate', '=', column)
    .executeTakeFirst()
  if (!content) return 'something else'
  return content.child_alias ?? `${content.name} (${content.alias})`
}

type OutsideContent = Cell & { name: string; total: number }

/** Lists the first contents outside a smaller grid, row by row; `total` is the number of all. */
export async function listContentsOutside(
  db: Db,
  storageId: number,
  { numberRows, numberColumns, limit }: { numberRows: number; numberColumns: number; limit: number },
): Promise<OutsideContent[]> {
  const { rows } = await sql<OutsideContent>`
    select placement.row_coordinate as "row", placement.column_coordinate as "column",
      coalesce(child.alias, sample.name || ' (' || sample.alias || ')') as name, count(*) over ()::int as total
    from placement
    left join sample on sample.id = placement.sample_id
    left join storage child on child.id = placement.child_storage_id
    where placement.storage_id = ${storageId}
      and (placement.row_coordinate > ${numberRows} or placement.column_coordinate > ${numberColumns})
    order by 1, 2 limit ${limit}
  `.execute(db)
  return rows
}

/** Lists the first empty cells, row by row. */
export async function listFreeCells(
  db: Db,
  storage: { id: number; number_rows: number; number_columns: number },
  limit: number,
): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select r as "row", c as "column"
    from generate_series(1, ${storage.number_rows}::int) r, generate_series(1, ${storage.number_columns}::int) c
    where not exists (
      select from placement
      where storage_id = ${storage.id} and row_coordinate = r and column_coordinate = c
    )
    order by r, c limit ${limit}
  `.execute(db)
  return rows
}

/** Locks storages against changes and placements, in the order of their ids, which prevents deadlocks. */
export async function lockStorages(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    select id from storage where id = any(${[...ids]}::integer[]) order by id for no key update
  `.execute(trx)
}

/**
 * Moves storages to other cells in one step, or out of their storage without a place. Call it with the storages that
 * hold them locked. `scannedAt` is the time of a scan that is undone: they stood in these cells since then. Returns the
 * ids of those whose cell was occupied by something else.
 */
export async function replaceStoragePlaces(
  trx: Transaction,
  places: readonly ({ childStorageId: number } & ({ place: Place } | { place: null }))[],
  actor: Actor,
  scannedAt?: Date,
): Promise<number[]> {
  const ids = places.map(({ childStorageId }) => childStorageId)
  await trx.deleteFrom('placement').where(sql<boolean>`child_storage_id = any(${ids}::integer[])`).execute()
  const placedAt = timeOfPlacing(actor, scannedAt, sql`child_storage_id = target.child_storage_id`)
  const placed = places.flatMap(({ childStorageId, place }) => (place ? [{ childStorageId, ...place }] : []))
  const { rows } = await sql<{ id: number }>`
    insert into placement (storage_id, row_coordinate, column_coordinate, child_storage_id, placed_at, placed_by)
    select target.*, ${placedAt}, ${actor.userId}::text
    from unnest(
      ${placed.map(({ storageId }) => storageId)}::integer[], ${placed.map(({ row }) => row)}::integer[],
      ${placed.map(({ column }) => column)}::integer[], ${placed.map(({ childStorageId }) => childStorageId)}::integer[]
    ) target (storage_id, row_coordinate, column_coordinate, child_storage_id)
    on conflict (storage_id, row_coordinate, column_coordinate) do nothing
    returning child_storage_id as id
  `.execute(trx)
  const done = new Set(rows.map(({ id }) => id))
  return placed.flatMap(({ childStorageId }) => (done.has(childStorageId) ? [] : [childStorageId]))
}
