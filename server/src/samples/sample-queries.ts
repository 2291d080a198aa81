import { errorTexts } from '@lims/contract/errors.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import { toMillilitres } from '@lims/contract/volume.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'

/** A sample that the transaction has locked, with all its columns. */
type WholeSample = Selectable<Tables['sample']> & { batch_name: string }

/** The columns that are shown. The others, such as the searched text, would be half of what a long list reads. */
const shownColumns = [
  'id',
  'number',
  'name',
  'alias',
  'type',
  'status',
  'custody',
  'custody_event_id',
  'thaw_count',
  'volume_nl',
  'notes',
  'batch_id',
  'parent_sample_id',
  'visit_id',
  'subject_id',
  'site_id',
  'collected_at',
  'received_at',
  'qc_at',
  'processed_at',
  'archived_at',
  'bam_doubt',
  'bam_file_uri',
  'bam_path',
  'bam_md5',
  'bam_size',
  'tube_type',
  'metadata',
  'is_stored',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof Tables['sample'])[]

export type SampleRow = Pick<WholeSample, (typeof shownColumns)[number] | 'batch_name'>

/** Selects samples with the name of their batch. */
export const selectSamples = (db: Db) =>
  db
    .selectFrom('sample')
    .innerJoin('batch', 'batch.id', 'sample.batch_id')
    .select(shownColumns.map((column) => `sample.${column}` as const))
    .select('batch.name as batch_name')

/** Returns samples in the order of registration, without unknown ones. */
export const selectSamplesById = (db: Db, ids: readonly string[]): Promise<SampleRow[]> =>
  selectSamples(db)
    .where(sql<boolean>`sample.id = any(${ids.filter(isUuid)}::uuid[])`)
    .orderBy('sample.number')
    .execute()

const selectById = compiledOnce((db, id) => selectSamples(db).where('sample.id', '=', id).compile())

export async function findSample(db: Db, id: string): Promise<SampleRow | undefined> {
  return isUuid(id) ? (await selectById(db, id))[0] : undefined
}

/** Throws `sample-not-found`. */
export const getSample = async (db: Db, id: string): Promise<SampleRow> =>
  foundOrThrow(await findSample(db, id))

function foundOrThrow<Row>(sample: Row | undefined, field?: string): Row {
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound, field)
  return sample
}

/** Lists child samples in the order of creation. */
export const listChildren: (db: Db, parentId: string) => Promise<SampleRow[]> = compiledOnce((db, parentId) =>
  selectSamples(db).where('sample.parent_sample_id', '=', parentId).orderBy('sample.number').compile(),
)

/** Locks a sample, given by id or tube ID, ignoring case, until the transaction ends. */
export const findAndLockSampleByIdentifier = (trx: Transaction, identifier: string) =>
  lockOne(trx, hasIdentifier(identifier))

export async function findIdByIdentifier(db: Db, identifier: string): Promise<string | undefined> {
  const found = db.selectFrom('sample').select('id').where(hasIdentifier(identifier))
  return (await found.executeTakeFirst())?.id
}

/** Locks a sample until the transaction ends. */
export function findAndLockSample(trx: Transaction, id: string): Promise<WholeSample | undefined> {
  return isUuid(id) ? lockOne(trx, sql<boolean>`id = ${id}`) : Promise.resolve(undefined)
}

/** Like `findAndLockSample`, but throws `sample-not-found` for the field of the request. */
export const lockSample = async (trx: Transaction, id: string, field?: string): Promise<WholeSample> =>
  foundOrThrow(await findAndLockSample(trx, id), field)

/**
 * Locks a sample and reads its batch's name, with a subquery: a join returns no row if the sample moves to another
 * batch during the wait.
 */
async function lockOne(trx: Transaction, condition: RawBuilder<boolean>): Promise<WholeSample | undefined> {
  const sample = await trx
    .selectFrom('sample')
    .selectAll()
    .select((eb) =>
      eb.selectFrom('batch').select('name').whereRef('batch.id', '=', 'sample.batch_id').as('batch_name'),
    )
    .where(condition)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!sample) return undefined
  // Null if the batch was created during the wait: the statement does not see it yet.
  const batch = trx.selectFrom('batch').select('name').where('id', '=', sample.batch_id)
  return { ...sample, batch_name: sample.batch_name ?? (await batch.executeTakeFirstOrThrow()).name }
}

/** A sample with this id, which its label holds, comes before one with it as its tube ID. */
const hasIdentifier = (identifier: string) =>
  isUuid(identifier)
    ? sql<boolean>`(id = ${identifier} or ${hasTubeId(identifier)} and not exists (
        select from sample own where own.id = ${identifier}
      ))`
    : hasTubeId(identifier)

const hasTubeId = (identifier: string) => sql<boolean>`upper(alias) = upper(${identifier})`

const selectEvents = compiledOnce((db, sampleId) =>
  db
    .selectFrom('lifecycle_event as event')
    .innerJoin('person', 'person.id', 'event.person_id')
    .leftJoin('lifecycle_event as undo', 'undo.undoes', 'event.id')
    .select([
      'event.id',
      'event.undoes',
      'event.knows_previous',
      'undo.id as undone_by',
      'event.from_status',
      'event.to_status',
      'event.at',
      'event.person_id',
      'event.notes',
      'person.name',
    ])
    .where('event.sample_id', '=', sampleId)
    .orderBy('event.id', 'desc')
    .compile(),
)

/** Lists all status changes of a sample, newest first. */
export async function listLifecycleEvents(db: Db, sampleId: string): Promise<LifecycleEvent[]> {
  const rows = await selectEvents(db, sampleId)
  const holds = rows.find(({ undoes, undone_by }) => undoes === null && undone_by === null)
  return rows.map((row) => ({
    id: row.id,
    sampleId,
    fromStatus: row.from_status,
    status: row.to_status,
    timestamp: row.at.toISOString(),
    userId: row.person_id,
    userName: row.name,
    notes: row.notes,
    undoes: row.undoes,
    isUndone: row.undone_by !== null,
    canUndo: row === holds && row.from_status !== null && row.knows_previous === true,
  }))
}

export const asSample = (row: SampleRow): Sample => ({
  id: row.id,
  name: row.name,
  alias: row.alias,
  type: row.type,
  status: row.status,
  custody: row.custody,
  thawCount: row.thaw_count,
  volume: toMillilitres(row.volume_nl),
  notes: row.notes,
  batchId: row.batch_id,
  batchName: row.batch_name,
  parentSampleId: row.parent_sample_id,
  visitId: row.visit_id,
  subjectId: row.subject_id,
  siteId: row.site_id,
  collectionTimestamp: iso(row.collected_at),
  receivedTimestamp: iso(row.received_at),
  qcTimestamp: iso(row.qc_at),
  processedTimestamp: iso(row.processed_at),
  archivedTimestamp: iso(row.archived_at),
  // While the link is in doubt, the file is reported in metadata only, so that nobody uses it as this sample's data.
  bamFileUri: row.bam_doubt ? null : row.bam_file_uri,
  tubeType: row.tube_type,
  metadata: {
    ...row.metadata,
    ...(row.tube_type ? { tubeType: row.tube_type } : {}),
    ...(row.bam_md5 ? { bamPath: row.bam_path, bamMd5: row.bam_md5, bamSize: bytes(row.bam_size) } : {}),
    ...(row.bam_doubt ? { bamDoubt: row.bam_doubt, bamDoubtedUri: row.bam_file_uri } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  },
  version: row.version,
})

const bytes = (size: number | null) => (size === null ? null : Number(size))

const iso = (instant: Date | null) => instant?.toISOString() ?? null
