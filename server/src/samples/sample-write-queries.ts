import type { BulkField } from '@lims/contract/sample-bulk.ts'
import type { AddSampleBody } from '@lims/contract/sample-changes.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import { sql, type Updateable } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { writeManySamples } from './many-samples-queries.ts'
import type { SampleRow } from './sample-queries.ts'

/** Locks a batch against deletion until the transaction ends. Returns false if it does not exist. */
export async function shareLockBatch(trx: Transaction, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const batch = await trx
    .selectFrom('batch')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return batch !== undefined
}

export async function insertSample(trx: Transaction, body: AddSampleBody, actor: Actor): Promise<string> {
  const { id } = await trx
    .insertInto('sample')
    .values({
      name: body.name,
      type: body.type,
      status: body.status,
      volume_nl: toNanolitres(body.volume),
      notes: body.notes ?? '',
      batch_id: body.batchId,
      subject_id: body.subjectId ?? null,
      site_id: body.siteId ?? null,
      visit_id: body.visitId ?? null,
      bam_file_uri: body.bamFileUri ?? null,
      created_at: actor.at,
      created_by: actor.userId,
      updated_at: actor.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns those of `names` that samples of the batch already have, in upper case. Locks the names of the batch until
 * the transaction ends.
 */
export async function listTakenNames(
  trx: Transaction,
  batchId: string,
  names: readonly string[],
): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtext('names of batch'), hashtext(${batchId}::text))`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select distinct candidate.name from unnest(${[...names]}::text[]) candidate (name)
    join sample on upper(sample.name) = upper(candidate.name) and sample.batch_id = ${batchId}
  `.execute(trx)
  return new Set(rows.map(({ name }) => name.toUpperCase()))
}

/**
 * Returns the actor at the time of the request or, if parents were changed or thawed while it waited for their locks,
 * just after that: children inherit what their parents have by then, and undoing it finds them by the time of their
 * creation. Call it with the parents locked.
 */
export async function afterChangesOf<A extends Actor>(
  trx: Transaction,
  parentIds: readonly string[],
  actor: A,
): Promise<A> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(greatest(case when version > 1 then updated_at end, (
      select max(coalesce(thawed_at, at)) from custody_event where sample_id = sample.id and thawed and undoes is null
    ))) as last
    from sample where id = any(${[...parentIds]}::uuid[])
  `.execute(trx)
  const last = rows[0]?.last
  return last && last >= actor.at ? { ...actor, at: new Date(last.getTime() + 1) } : actor
}

/** Creates children of a locked parent in the order of `names`. Returns their ids. */
export async function insertChildren(
  trx: Transaction,
  parent: SampleRow,
  {
    names,
    type,
    volumeNl,
    thawCount,
    isAliquot,
  }: { names: string[]; type: string; volumeNl: number; thawCount: number; isAliquot: boolean },
  actor: Actor,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into sample (name, type, volume_nl, batch_id, parent_sample_id, subject_id, site_id, visit_id,
      thaw_count, thaws_with_parent, created_at, created_by, updated_at)
    select child.name, ${type}::text, ${volumeNl}::bigint, ${parent.batch_id}::uuid, ${parent.id}::uuid, ${parent.subject_id}::text,
      ${parent.site_id}::text, ${parent.visit_id}::text, ${thawCount}::integer, ${isAliquot}::boolean, ${actor.at}::timestamptz,
      ${actor.userId}::text, ${actor.at}::timestamptz
    from unnest(${names}::text[]) with ordinality child (name, place)
    order by child.place
    returning id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Takes volume off a sample, or returns it if negative. Returns the new version. The database refuses a volume below
 * zero.
 */
export async function takeVolume(trx: Transaction, id: string, takenNl: number, at: Date): Promise<number> {
  const { version } = await trx
    .updateTable('sample')
    .set((eb) => ({
      volume_nl: eb('volume_nl', '-', takenNl),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Saves the numbers of the last children by type of each parent. */
export async function saveChildCounts(
  trx: Transaction,
  countsOf: ReadonlyMap<string, Record<string, number>>,
): Promise<void> {
  await sql`
    update sample set child_counts = saved.counts
    from unnest(
      ${[...countsOf.keys()]}::uuid[], ${[...countsOf.values()].map((counts) => JSON.stringify(counts))}::jsonb[]
    ) saved (id, counts)
    where sample.id = saved.id
  `.execute(trx)
}

/** Gives the same values to columns of samples, and raises their versions by one. */
export function updateSampleColumns(
  trx: Transaction,
  ids: readonly string[],
  columns: Updateable<Tables['sample']>,
  at: Date,
) {
  return trx
    .updateTable('sample')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: at }))
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

const bulkColumns = {
  type: sql`type`,
  volume: sql`volume_nl`,
  subjectId: sql`subject_id`,
  siteId: sql`site_id`,
  visitId: sql`visit_id`,
} as const satisfies Record<BulkField, unknown>

/** Sets a field of many samples in one statement, each to its own value. Volumes are in nanolitres. */
export function updateField(
  trx: Transaction,
  field: BulkField,
  changes: readonly { id: string; value: string | number | null }[],
  at: Date,
) {
  const value = field === 'volume' ? sql`change.value::bigint` : sql`change.value`
  const update = sql`
    update sample set ${bulkColumns[field]} = ${value}, version = version + 1, updated_at = ${at}::timestamptz
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map((change) => (change.value === null ? null : `${change.value}`))}::text[]
    ) change (id, value)
    where sample.id = change.id
  `
  return writeManySamples(trx, changes.length, () => update.execute(trx))
}

/** Moves children along with their parent. Returns their ids and new versions. */
export function moveChildrenToBatch(trx: Transaction, parentId: string, batchId: string, at: Date) {
  return trx
    .updateTable('sample')
    .set((eb) => ({ batch_id: batchId, version: eb('version', '+', 1), updated_at: at }))
    .where('parent_sample_id', '=', parentId)
    .returning(['id', 'version'])
    .execute()
}

/**
 * Locks a sample and its children in the order of their ids, like `lockExistingSamples`, and once more, because children
 * may have been created or restored until the sample was locked.
 */
export async function lockFamily(trx: Transaction, id: string): Promise<void> {
  if (!isUuid(id)) return
  const family = trx
    .selectFrom('sample')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_sample_id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
  await family.execute()
  await family.execute()
}

/**
 * Lists the first children of these samples that have the same value of a field as their parent, in the order of their
 * ids, without those in `without`, with `onlyNew` only those that have got it since their parent was last changed: they
 * were created or restored since. `total` is the number of all.
 */
export async function listChildrenLikeParent(
  db: Db,
  field: BulkField,
  among: { parentIds: readonly string[]; without: readonly string[]; onlyNew: boolean; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const { parentIds, without, onlyNew, limit } = among
  const column = bulkColumns[field]
  const { rows } = await sql<{ id: string; total: number }>`
    select child.id, count(*) over ()::int as total
    from (select id, updated_at, ${column} as value from sample where id = any(${[...parentIds]}::uuid[])) parent
    join (select id, parent_sample_id, created_at, ${column} as value from sample) child
      on child.parent_sample_id = parent.id
    where child.value is not distinct from parent.value
      and (not ${onlyNew}::boolean or child.created_at > parent.updated_at or exists (
        -- It was restored since, and has got the value by that.
        select from deleted_row kept join deletion on deletion.id = kept.deletion_id
        where kept.table_name = 'sample' and kept.content ->> 'id' = child.id::text
          and deletion.undone_at > parent.updated_at
          and (jsonb_populate_record(null::sample, kept.content)).${column} is distinct from child.value
      ))
      and not exists (select from unnest(${[...without]}::uuid[]) chosen (id) where chosen.id = child.id)
    order by child.id limit ${limit}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

export async function countChildren(db: Db, parentId: string): Promise<number> {
  const { total } = await db
    .selectFrom('sample')
    .where('parent_sample_id', '=', parentId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists samples with children that are not among `ids`, in the order of registration. */
export async function countChildrenOutside(
  db: Db,
  ids: readonly string[],
): Promise<{ name: string; children: number }[]> {
  const { rows } = await sql<{ name: string; children: number }>`
    select parent.name, count(*)::int as children
    from sample child join sample parent on parent.id = child.parent_sample_id
    where child.parent_sample_id = any(${[...ids]}::uuid[])
      and not exists (select from unnest(${[...ids]}::uuid[]) chosen (id) where chosen.id = child.id)
    group by parent.id order by parent.number
  `.execute(db)
  return rows
}

/** Deletes samples and their placements. What undo needs has to be saved before (`saveDeletedSamples`). */
export async function deleteSamplesWithPlaces(trx: Transaction, ids: readonly string[]) {
  const among = (column: string) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`
  await trx.deleteFrom('placement').where(among('sample_id')).execute()
  await trx.deleteFrom('sample').where(among('id')).execute()
}

/** Deletes samples that were created by mistake and are in no cell. Nothing is kept for a later undo. */
export async function deleteUnplacedSamples(trx: Transaction, ids: string[]) {
  await sql`delete from sample where id = any(${ids}::uuid[])`.execute(trx)
}
