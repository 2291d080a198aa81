import { errorTexts } from '@lims/contract/errors.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import { millilitres } from '@lims/contract/volume.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'

export type SampleRow = Selectable<Tables['sample']> & { batch_name: string }

/** Samples with the name of their batch. */
export const selectSamples = (db: Db) =>
  db
    .selectFrom('sample')
    .innerJoin('batch', 'batch.id', 'sample.batch_id')
    .selectAll('sample')
    .select('batch.name as batch_name')

const selectById = compiledOnce((db, id) => selectSamples(db).where('sample.id', '=', id))

export async function findSample(db: Db, id: string): Promise<SampleRow | undefined> {
  return isUuid(id) ? (await selectById(db, id))[0] : undefined
}

export async function getSample(db: Db, id: string): Promise<SampleRow> {
  const sample = await findSample(db, id)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)
  return sample
}

/** The samples derived from a sample, in the order they were made. */
export const listChildren: (db: Db, parentId: string) => Promise<SampleRow[]> = compiledOnce((db, parentId) =>
  selectSamples(db).where('sample.parent_sample_id', '=', parentId).orderBy('sample.number'),
)

/** Finds by id or by tube id (alias), in any case, and holds the row until the transaction ends. */
export const lockSampleByIdentifier = (trx: Transaction, identifier: string) =>
  lockOne(trx, isCalled(identifier))

export async function findIdByIdentifier(db: Db, identifier: string): Promise<string | undefined> {
  const found = db.selectFrom('sample').select('id').where(isCalled(identifier))
  return (await found.executeTakeFirst())?.id
}

export function lockSample(trx: Transaction, id: string): Promise<SampleRow | undefined> {
  return isUuid(id) ? lockOne(trx, sql<boolean>`id = ${id}`) : Promise.resolve(undefined)
}

/** The batch is read afterwards: joined, PostgreSQL loses a sample that moves to another while the lock is waited for. */
async function lockOne(trx: Transaction, condition: RawBuilder<boolean>): Promise<SampleRow | undefined> {
  const sample = await trx.selectFrom('sample').selectAll().where(condition).forUpdate().executeTakeFirst()
  if (!sample) return undefined
  const batch = trx.selectFrom('batch').select('name').where('id', '=', sample.batch_id)
  return { ...sample, batch_name: (await batch.executeTakeFirstOrThrow()).name }
}

const isCalled = (identifier: string) =>
  isUuid(identifier) ? sql<boolean>`id = ${identifier} or ${isTubeId(identifier)}` : isTubeId(identifier)

const isTubeId = (identifier: string) => sql<boolean>`upper(alias) = upper(${identifier})`

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
    .orderBy('event.id', 'desc'),
)

/** Every status change of a sample, newest first. */
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
  volume: millilitres(row.volume_nl),
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
  // A file that may be another sample's is named beside the doubt only: nobody shall take it for this one's.
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
