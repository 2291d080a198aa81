import { errorTexts } from '@lims/contract/errors.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { AddStorageBody, HierarchyEntry, Storage, StorageListQuery } from '@lims/contract/storage.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { joinPath, pathSeparator } from '@lims/contract/storage-path.ts'
import { allowedContents, type StorageType } from '@lims/contract/storage-type.ts'
import { otherDashes } from '@lims/contract/text.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { allOf } from '../db/all-of.ts'
import { containing } from '../db/containing.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { naturalOrder, naturalOrderLimit } from '../db/natural-order.ts'
import { DomainError } from '../errors/domain-error.ts'

type PlacedStorageRow = Selectable<Tables['storage']> & {
  occupied: number
  parent_id: number | null
  row_coordinate: number | null
  column_coordinate: number | null
  parent_alias: string | null
  parent_row_prefix: string | null
  parent_column_prefix: string | null
}
export type StorageRow = PlacedStorageRow & {
  effective_temperature_c: number | null
  parent_path: string | null
}

/** Selects storages with their place in the parent and their number of occupied cells. */
const selectPlacedStorages = (db: Db) =>
  db
    .selectFrom('storage')
    .leftJoin('placement as own', 'own.child_storage_id', 'storage.id')
    .leftJoin('storage as parent', 'parent.id', 'own.storage_id')
    .selectAll('storage')
    .select([
      'own.storage_id as parent_id',
      'own.row_coordinate',
      'own.column_coordinate',
      'parent.alias as parent_alias',
      'parent.row_prefix as parent_row_prefix',
      'parent.column_prefix as parent_column_prefix',
      sql<number>`(select count(*)::int from placement held where held.storage_id = storage.id)`.as(
        'occupied',
      ),
    ])

/** What a storage has from those around it, at most 10 levels. Laterals with a limit are read by index alone. */
const fromAround = sql<Pick<StorageRow, 'effective_temperature_c' | 'parent_path'>>`(
  with recursive up as (
    select storage.id, 0 as steps
    union all
    select above.storage_id, up.steps + 1 from up
    cross join lateral (select storage_id from placement where child_storage_id = up.id limit 1) above
    where up.steps < 10
  )
  select string_agg(around.alias, ${pathSeparator}::text order by up.steps desc) filter (where up.steps > 0) as parent_path,
    (array_agg(around.nominal_temperature_c order by up.steps)
      filter (where around.nominal_temperature_c is not null))[1] as effective_temperature_c
  from up cross join lateral (
    select alias, nominal_temperature_c from storage place where place.id = up.id limit 1
  ) around
)`

/** The same with the temperature and the path, which take more time than all the rest. */
const selectStorages = (db: Db) =>
  selectPlacedStorages(db)
    .innerJoinLateral(fromAround.as('around'), (join) => join.onTrue())
    .select(['around.effective_temperature_c', 'around.parent_path'])

/** Throws `storage-not-found`. */
export async function getStorage(db: Db, id: number): Promise<StorageRow> {
  const storage = await selectStorages(db).where('storage.id', '=', id).executeTakeFirst()
  if (!storage) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  return storage
}

/** Lists storages as their audit events hold them, in the order of their ids. Those that do not exist are left out. */
export async function listAuditedStorages(db: Db, ids: readonly number[]): Promise<AuditedStorage[]> {
  const rows = await selectPlacedStorages(db)
    .where(sql<boolean>`storage.id = any(${[...ids]}::integer[])`)
    .orderBy('storage.id')
    .execute()
  return rows.map(asAudited)
}

/** Locks a storage against changes and placements until the transaction ends. Throws `storage-not-found`. */
export async function lockStorage(trx: Transaction, id: number): Promise<StorageRow> {
  await trx.selectFrom('storage').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return getStorage(trx, id)
}

/** Returns the name of a storage; undefined if there is none with this id. */
export async function findStorageName(db: Db, id: number): Promise<string | undefined> {
  const storage = db.selectFrom('storage').select('alias').where('id', '=', id)
  return (await storage.executeTakeFirst())?.alias
}

export type ScannedStorage = { id: number; alias: string; type: StorageType }

/**
 * Lists the storage with this code on its label; else those with this name, ignoring case, in the order of their ids. A
 * scan field replaces dashes by '-': without a storage of the name, those whose names differ only in that are listed.
 */
export async function listStoragesByCode(db: Db, code: string): Promise<ScannedStorage[]> {
  const storages = db.selectFrom('storage').select(['id', 'alias', 'type'])
  const id = parseStorageCode(code)
  const labelled = id === undefined ? undefined : await storages.where('id', '=', id).executeTakeFirst()
  if (labelled) return [labelled]
  const named = await storages.where(sql<boolean>`lower(alias) = lower(${code})`).orderBy('id').execute()
  if (named.length > 0 || !code.includes('-')) return named
  const plain = sql`translate(lower(alias), ${otherDashes}, ${'-'.repeat(otherDashes.length)})`
  return storages.where(sql<boolean>`${plain} = lower(${code})`).orderBy('id').execute()
}

const selectInOrder = (trx: Transaction, ids: Iterable<number>) =>
  trx
    .selectFrom('storage')
    .select(['id', 'type'])
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .orderBy('id')

/** Keeps storages from being changed or deleted until the transaction ends. Returns the types of those that exist. */
export async function lockStorageTypes(
  trx: Transaction,
  ids: Iterable<number>,
): Promise<Map<number, StorageType>> {
  const rows = await selectInOrder(trx, ids).forShare().execute()
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Keeps storages from being deleted until the transaction ends. Returns the ids of those that exist. */
export async function lockExistingStorages(trx: Transaction, ids: Iterable<number>): Promise<Set<number>> {
  const rows = await selectInOrder(trx, ids).forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

const gridColumns = [
  'id',
  'alias',
  'type',
  'number_rows',
  'number_columns',
  'row_prefix',
  'column_prefix',
] as const satisfies (keyof StorageRow)[]

export type StorageGrid = Pick<StorageRow, (typeof gridColumns)[number]>
/** The cells of a storage and how they are labelled. */
export type Grid = Omit<StorageGrid, 'id' | 'type'>

/** Returns storages by id. Throws `storage-not-found` if one does not exist. */
export async function getGrids(db: Db, ids: Iterable<number>): Promise<Map<number, StorageGrid>> {
  const wanted = new Set(ids)
  if (wanted.size === 0) return new Map()
  const rows = await db
    .selectFrom('storage')
    .select(gridColumns)
    .where(sql<boolean>`id = any(${[...wanted]}::integer[])`)
    .execute()
  if (rows.length < wanted.size) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  return new Map(rows.map((storage) => [storage.id, storage]))
}

type StorageFilter = Pick<StorageListQuery, 'query' | 'type'> & {
  isOrphan?: boolean
  forType?: StorageType | undefined
  notId?: number | undefined
}

/**
 * Lists a page of the `total` storages that match, by name; as in a walk if they are few enough to sort. The page is
 * found first, or the temperature of each storage before it would be looked up too.
 */
export function listStorages(
  db: Db,
  { pageNumber, pageSize, sort, ...filter }: StorageListQuery & StorageFilter,
  total: number,
): Promise<StorageRow[]> {
  const direction = sort === 'alias' ? 'asc' : 'desc'
  const alias = sql`storage.alias`
  const name = total <= naturalOrderLimit ? naturalOrder(alias) : sql`lower(${alias})`
  const page = db
    .selectFrom('storage')
    .select('storage.id')
    .where(matchesFilter(filter))
    .orderBy(name, direction)
    .orderBy('storage.id', direction)
    .limit(pageSize)
    .offset(pageNumber * pageSize)
  return selectStorages(db)
    .where(sql<boolean>`storage.id = any(array(${page}))`)
    .orderBy(name, direction)
    .orderBy('storage.id', direction)
    .execute()
}

export async function countStorages(db: Db, filter: StorageFilter): Promise<number> {
  const { total } = await db
    .selectFrom('storage')
    .where(matchesFilter(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export function matchesFilter({ query, type, isOrphan, forType, notId }: StorageFilter) {
  const allowedTypes = forType ? allowedContents[forType].filter((content) => content !== 'SAMPLE') : []
  const conditions = [
    ...(query ? [matchesText(query)] : []),
    ...(type ? [sql`storage.type = ${type}`] : []),
    ...(forType ? [sql`storage.type = any(${allowedTypes}::text[])`] : []),
    ...(notId !== undefined ? [sql`storage.id <> ${notId}`] : []),
    ...(isOrphan ? [sql`not exists (select from placement p where p.child_storage_id = storage.id)`] : []),
  ]
  return allOf(conditions)
}

/** By a part of the name, or by the code on the label. */
function matchesText(text: string) {
  const byName = sql`lower(storage.alias) like lower(${containing(text)})`
  const id = parseStorageCode(text)
  return id === undefined ? byName : sql`(${byName} or storage.id = ${id})`
}

/** Returns the storages in the order of `ids`. Those that do not exist are left out. */
export async function listStoragesById(db: Db, ids: readonly number[]): Promise<StorageRow[]> {
  const rows = await selectStorages(db)
    .where(sql<boolean>`storage.id = any(${[...ids]}::integer[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type StoragePath = { grid: Grid; hierarchy: HierarchyEntry[] }

/** Returns a storage and the ones around it, root first; at most 10 levels. Empty if it does not exist. */
export async function listHierarchy(db: Db, id: number): Promise<HierarchyEntry[]> {
  return asHierarchy(await listAround(db, id))
}

/** Returns a storage with the ones around it as text: 'Freezer 1 › Rack A › Box 3'. Undefined if it does not exist. */
export async function findPath(db: Db, id: number): Promise<string | undefined> {
  const hierarchy = await listHierarchy(db, id)
  return hierarchy.length > 0 ? formatPath(hierarchy) : undefined
}

/** Returns a storage with the ones around it as `findPath` does. Throws `storage-not-found`. */
export const getPath = async (db: Db, id: number): Promise<string> =>
  formatPath((await getStoragePath(db, id)).hierarchy)

export const formatPath = (hierarchy: readonly HierarchyEntry[]): string =>
  joinPath(hierarchy.map(({ alias }) => alias))

/** Returns the grid of a storage, and its hierarchy as `listHierarchy` does. Throws `storage-not-found`. */
export async function getStoragePath(db: Db, id: number): Promise<StoragePath> {
  const around = await listAround(db, id)
  const grid = around.at(-1)
  if (!grid) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  return { grid, hierarchy: asHierarchy(around) }
}

async function listAround(db: Db, id: number): Promise<StorageGrid[]> {
  const { rows } = await sql<StorageGrid>`
    with recursive up as (
      select ${id}::integer as id, 0 as steps
      union all
      select p.storage_id, up.steps + 1 from up join placement p on p.child_storage_id = up.id
      where up.steps < 10
    )
    select ${sql.join(gridColumns.map((column) => sql.ref(`storage.${column}`)))} from up join storage on storage.id = up.id
    order by up.steps desc
  `.execute(db)
  return rows
}

const asHierarchy = (around: readonly StorageGrid[]): HierarchyEntry[] =>
  around.map(({ id, alias, type }, level) => ({ id, alias, type, level }))

export async function insertStorage(trx: Transaction, body: AddStorageBody, actor: Actor): Promise<number> {
  const { id } = await trx
    .insertInto('storage')
    .values({
      alias: body.alias,
      type: body.type,
      number_rows: body.numberRows,
      number_columns: body.numberColumns,
      row_prefix: body.rowPrefix,
      column_prefix: body.columnPrefix,
      nominal_temperature_c: body.nominalTemperatureC ?? null,
      created_at: actor.at,
      created_by: actor.userId,
      updated_at: actor.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function updateStorageColumns(
  trx: Transaction,
  id: number,
  columns: Updateable<Tables['storage']>,
  at: Date,
) {
  return trx
    .updateTable('storage')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
}

export async function deleteStorageRow(trx: Transaction, id: number) {
  await trx.deleteFrom('placement').where('child_storage_id', '=', id).execute()
  await trx.deleteFrom('storage').where('id', '=', id).execute()
}

export const asStorage = (row: StorageRow): Storage => ({
  ...asAudited(row),
  parentPath: row.parent_path,
  effectiveTemperatureC: row.effective_temperature_c,
  metadata: {
    ...row.metadata,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  },
})

/** A storage as the audit events of its creation and deletion hold it. */
type AuditedStorage = Omit<Storage, 'parentPath' | 'effectiveTemperatureC' | 'metadata'>

export const asAudited = (row: PlacedStorageRow): AuditedStorage => ({
  id: row.id,
  alias: row.alias,
  type: row.type,
  capacity: row.number_rows * row.number_columns,
  occupied: Number(row.occupied),
  parentID: row.parent_id,
  parentAlias: row.parent_alias,
  position: positionInParent(row),
  rowCoordinate: row.row_coordinate,
  columnCoordinate: row.column_coordinate,
  numberRows: row.number_rows,
  numberColumns: row.number_columns,
  rowPrefix: row.row_prefix,
  columnPrefix: row.column_prefix,
  nominalTemperatureC: row.nominal_temperature_c,
  version: row.version,
})

function positionInParent(row: PlacedStorageRow): string | null {
  if (row.row_coordinate === null || row.column_coordinate === null) return null
  const axes = { rowPrefix: row.parent_row_prefix ?? '1', columnPrefix: row.parent_column_prefix ?? 'A' }
  return positionLabel({ row: row.row_coordinate, column: row.column_coordinate }, axes)
}
