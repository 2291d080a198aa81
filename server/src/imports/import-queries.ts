import type { EarlierImport } from '@lims/contract/imports.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { asOneLine } from '@lims/contract/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { pathsOf } from '../db/paths-of.ts'
import { writeManySamples } from '../samples/many-samples-queries.ts'
import type { Place } from '../storage/placement-queries.ts'
import type { StorageGrid } from '../storage/storage-queries.ts'
import type { ImportRow } from './import-row.ts'
import type { KnownParent } from './parents.ts'

/** Lists the samples with these tube IDs, which must be in upper case. */
export async function listTakenTubeIds(db: Db, tubeIds: string[]) {
  if (tubeIds.length === 0) return []
  return db
    .selectFrom('sample')
    .innerJoin('batch', 'batch.id', 'sample.batch_id')
    .select(['sample.alias', 'sample.name', 'batch.name as batch_name'])
    .where(sql<boolean>`upper(sample.alias) = any(${tubeIds}::text[])`)
    .execute()
}

/** Returns those of the names that samples of a batch have, in any case. The batch is read once, whatever its size. */
export async function listNamesInBatch(db: Db, batchId: string, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with existing as materialized (select distinct upper(name) as name from sample where batch_id = ${batchId}::uuid)
    select wanted.name from unnest(${names}::text[]) with ordinality wanted (name, place)
    where upper(wanted.name) in (select name from existing)
    order by place
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Lists samples of which a text is the id, in any case, also those that are deleted: their labels hold the ids. */
export async function listSamplesById(
  db: Db,
  texts: string[],
): Promise<{ id: string; name: string | null; batch_name: string | null }[]> {
  const ids = texts.filter(isUuid).map((text) => text.toLowerCase())
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string | null; batch_name: string | null }>`
    select sample.id::text, sample.name, batch.name as batch_name
    from sample join batch on batch.id = sample.batch_id
    where sample.id = any(${ids}::uuid[])
    union all
    select distinct content ->> 'id', null, null from deleted_row
    where table_name = 'sample' and content ->> 'id' = any(${ids}::text[])
      and not exists (select from sample where id = any(${ids}::uuid[]) and id::text = content ->> 'id')
  `.execute(db)
  return rows
}

/**
 * Lists the samples of a batch with these ids, tube IDs or names. Reads the batch once, and looks each sample up in
 * hashed references: names are unique in a batch only, and PostgreSQL hashes no array of a plan that it keeps.
 */
export async function listParents(db: Db, batchId: string, references: string[]): Promise<KnownParent[]> {
  if (references.length === 0) return []
  const { rows } = await sql<KnownParent>`
    select id, name, alias, parent_sample_id from sample
    where batch_id = ${batchId}::uuid and (
      name in (select unnest(${references.map(asOneLine)}::text[]))
      or upper(alias) in (select upper(reference) from unnest(${references}::text[]) given (reference))
      or id in (select unnest(${references.filter(isUuid)}::uuid[]))
    )
    order by id
  `.execute(db)
  return rows
}

/** Waits for an import of the same file into the same batch, until the end of the transaction. */
export async function lockImport(trx: Transaction, sha256: string, batchId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('imports of ' || ${sha256}::text), hashtext(${batchId}::text))`.execute(
    trx,
  )
}

/** Finds the latest import of a file into this batch, else into any existing batch. */
export async function findEarlierImport(
  db: Db,
  sha256: string,
  batchId: string | undefined,
): Promise<EarlierImport | undefined> {
  const { rows } = await sql<Omit<EarlierImport, 'at'> & { at: Date }>`
    select event.at, coalesce(person.name, event.person_id) as "userName", batch.id as "batchId",
      batch.name as "batchName", (event.after ->> 'numSamples')::int as "numSamples"
    from audit_event event
    join batch on batch.id = event.entity_id::uuid
    left join person on person.id = event.person_id
    where event.action = 'batch.import' and event.after ->> 'sha256' = ${sha256}
    order by batch.id = ${batchId ?? null}::uuid desc nulls last, event.id desc limit 1
  `.execute(db)
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() }
}

export async function isBatchNameTaken(db: Db, name: string): Promise<boolean> {
  const batch = await db
    .selectFrom('batch')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return batch !== undefined
}

/** Locks those parents that are still in the batch. Returns their child counts. */
export function lockParents(trx: Transaction, batchId: string, ids: string[]) {
  return trx
    .selectFrom('sample')
    .select(['id', 'child_counts'])
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** A box with the names of the storages around it, root first; the last is its own. */
export type KnownBox = StorageGrid & { names: string[] }

/** Finds 'B' in the name 'A > B', of which a path makes two. */
const lastPart = '([^›>]*[^›>\\s])[\\s›>]*$'

/** What `asOneLine` makes one space. */
const gaps = '[\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]|  '

/** Lists the boxes with these names, ignoring case, or codes of labels. `reference` is the given name or code. */
export async function listBoxesByReference(
  db: Db,
  references: readonly string[],
): Promise<(KnownBox & { reference: string })[]> {
  const { rows } = await sql<KnownBox & { reference: string }>`
    with recursive given as (
      select * from unnest(
        ${[...references]}::text[], ${references.map((code) => parseStorageCode(code) ?? null)}::integer[]
      ) given (reference, id)
    ), named as (
      select storage.id, given.reference from given join storage on lower(storage.alias) = lower(given.reference)
      where storage.type = 'BOX'
      union
      -- A name from before names were in one line, which kept its gaps because of another box.
      select storage.id, given.reference
      from given join storage on lower(composed(storage.alias)) = lower(given.reference)
      where storage.type = 'BOX' and alias ~ ${gaps}
      union
      select storage.id, given.reference
      from given join storage on lower(ltrim(substring(alias from ${lastPart}))) = lower(given.reference)
      where storage.type = 'BOX' and alias ~ '[›>]'
      union
      select storage.id, given.reference from given join storage on storage.id = given.id
      where storage.type = 'BOX'
    ), ${pathsOf(sql`select id from named`)}
    select storage.id, storage.alias, storage.type, storage.number_rows, storage.number_columns,
      storage.row_prefix, storage.column_prefix, path.names, named.reference
    from named join storage on storage.id = named.id join path on path.box = named.id
    order by storage.id
  `.execute(db)
  return rows
}

/** Lists what these cells hold; not those that are free. */
export async function listContents(
  db: Db,
  cells: readonly Place[],
): Promise<(Place & { content: string })[]> {
  if (cells.length === 0) return []
  const { rows } = await sql<Place & { content: string }>`
    select wanted.storage_id as "storageId", wanted.row_coordinate as "row", wanted.column_coordinate as "column",
      sample.name || ' (' || sample.alias || ')' as content
    from unnest(
      ${cells.map(({ storageId }) => storageId)}::integer[], ${cells.map(({ row }) => row)}::integer[],
      ${cells.map(({ column }) => column)}::integer[]
    ) wanted (storage_id, row_coordinate, column_coordinate)
    join placement using (storage_id, row_coordinate, column_coordinate)
    join sample on sample.id = placement.sample_id
  `.execute(db)
  return rows
}

const tubeNumberLock = 7_230_001
const safetyMargin = 1000
const maxTubeNumberGap = 100_000
/** The first number with more than 7 digits. */
const longTubeNumber = 10_000_000

/**
 * Advances the sequence of tube IDs past imported codes of the same form, so that none is generated again. The safety
 * margin covers numbers drawn concurrently. Numbers with more than 7 digits are ignored unless the sequence comes near:
 * an ID of another system, such as T and a date, must not make all later IDs longer.
 */
export async function skipTubeNumbers(trx: Transaction, numbers: number[]) {
  if (numbers.length === 0) return
  await sql`select pg_advisory_xact_lock(${tubeNumberLock})`.execute(trx)
  await sql`
    select setval('tube_number', max(taken) + ${safetyMargin}::bigint) from unnest(${numbers}::bigint[]) taken, tube_number
    where taken >= last_value and taken < greatest(${longTubeNumber}::bigint - ${safetyMargin}::bigint, last_value + ${maxTubeNumberGap}::bigint)
    having count(*) > 0
  `.execute(trx)
}

export type NewSample = Omit<ImportRow, 'thawCount'> & {
  /** Null: those of the parent, also the later ones, if it is of the same type. */
  thawCount: number | null
  parentId: string | null
  childCounts: Record<string, number>
}

/** Inserts samples in one statement, in order, and a lifecycle event for each whose status is not UNKNOWN. */
export async function insertImported(trx: Transaction, batchId: string, samples: NewSample[], actor: Actor) {
  const column = <T>(of: (sample: NewSample) => T): T[] => samples.map(of)
  const insert = sql`
    insert into sample (id, alias, name, type, status, volume_nl, notes, batch_id, parent_sample_id, subject_id,
      site_id, visit_id, bam_file_uri, tube_type, collected_at, received_at, qc_at, processed_at, archived_at,
      thaw_count, thaws_with_parent, child_counts, created_at, created_by, updated_at)
    select given.id, coalesce(given.alias, next_tube_id()), given.name, given.type, given.status, given.volume_nl,
      given.notes, ${batchId}::uuid, given.parent_id, given.subject_id, given.site_id, given.visit_id,
      given.bam_file_uri, given.tube_type, given.collected_at, given.received_at, given.qc_at,
      given.processed_at, given.archived_at, coalesce(given.thaw_count, (
        select thaw_count from sample parent where parent.id = given.parent_id and parent.type = given.type
      ), 0), given.thaw_count is null and (
        select parent.type = given.type from sample parent where parent.id = given.parent_id
      ), given.child_counts, ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.at}::timestamptz
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ alias }) => alias ?? null)}::text[],
      ${column(({ name }) => name)}::text[], ${column(({ type }) => type)}::text[],
      ${column(({ status }) => status)}::text[], ${column(({ volumeNl }) => volumeNl)}::bigint[],
      ${column(({ notes }) => notes ?? '')}::text[], ${column(({ parentId }) => parentId)}::uuid[],
      ${column(({ subjectId }) => subjectId ?? null)}::text[], ${column(({ siteId }) => siteId ?? null)}::text[],
      ${column(({ visitId }) => visitId ?? null)}::text[], ${column(({ bamFileUri }) => bamFileUri ?? null)}::text[],
      ${column(({ tubeType }) => tubeType ?? null)}::text[],
      ${column(({ collectionTimestamp }) => collectionTimestamp ?? null)}::timestamptz[],
      ${column(({ receivedTimestamp }) => receivedTimestamp ?? null)}::timestamptz[],
      ${column(({ qcTimestamp }) => qcTimestamp ?? null)}::timestamptz[],
      ${column(({ processedTimestamp }) => processedTimestamp ?? null)}::timestamptz[],
      ${column(({ archivedTimestamp }) => archivedTimestamp ?? null)}::timestamptz[],
      ${column(({ thawCount }) => thawCount)}::integer[],
      ${column(({ childCounts }) => JSON.stringify(childCounts))}::jsonb[]
    ) with ordinality given (id, alias, name, type, status, volume_nl, notes, parent_id, subject_id, site_id,
      visit_id, bam_file_uri, tube_type, collected_at, received_at, qc_at, processed_at, archived_at,
      thaw_count, child_counts, place)
    order by given.place
  `
  await writeManySamples(trx, samples.length, () => insert.execute(trx))
  await insertFirstEvents(trx, samples, actor)
}

async function insertFirstEvents(trx: Transaction, samples: NewSample[], actor: Actor) {
  const moved = samples.filter(({ status }) => status !== 'UNKNOWN')
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const statuses: RawBuilder<unknown> = sql`${moved.map(({ status }) => status)}::text[]`
  await sql`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, notes)
    select made.id, 'table', null, made.status, ${actor.at}::timestamptz, ${actor.userId}::text, ''
    from unnest(${ids}::uuid[], ${statuses}) with ordinality made (id, status, place)
    order by made.place
  `.execute(trx)
}
