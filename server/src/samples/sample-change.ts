import type { UpdateSampleBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '../db/database.ts'

const editableFields = [
  'name',
  'batchId',
  'type',
  'status',
  'volume',
  'notes',
  'subjectId',
  'siteId',
  'visitId',
  'bamFileUri',
  'collectionTimestamp',
] as const
export type SampleChange = Partial<Pick<Sample, (typeof editableFields)[number]>>

/** The fields that are given and differ, as they were and as they shall be. Given blank, an optional field is emptied. */
export function changedFields(
  sample: Sample,
  body: UpdateSampleBody,
): { before: SampleChange; after: SampleChange } {
  const given = editableFields.filter((field) => Object.hasOwn(body, field))
  const wanted = Object.fromEntries(
    given.map((field) => [field, body[field] ?? emptyValueOf(field)]),
  ) as SampleChange
  if (wanted.collectionTimestamp)
    wanted.collectionTimestamp = new Date(wanted.collectionTimestamp).toISOString()
  const changed = given.filter((field) => wanted[field] !== sample[field])
  return { before: pick(sample, changed), after: pick(wanted, changed) }
}

/** What a change means for the table; the status is not among it, an event moves that. */
export function columnsOf(after: SampleChange): Updateable<Tables['sample']> {
  return {
    ...(after.name !== undefined ? { name: after.name } : {}),
    ...(after.batchId !== undefined ? { batch_id: after.batchId } : {}),
    ...(after.type !== undefined ? { type: after.type } : {}),
    ...(after.volume !== undefined ? { volume_nl: toNanolitres(after.volume) } : {}),
    ...(after.notes !== undefined ? { notes: after.notes } : {}),
    ...(after.subjectId !== undefined ? { subject_id: after.subjectId } : {}),
    ...(after.siteId !== undefined ? { site_id: after.siteId } : {}),
    ...(after.visitId !== undefined ? { visit_id: after.visitId } : {}),
    ...(after.bamFileUri !== undefined ? { bam_file_uri: after.bamFileUri } : {}),
    ...(after.collectionTimestamp !== undefined
      ? { collected_at: after.collectionTimestamp ? new Date(after.collectionTimestamp) : null }
      : {}),
  }
}

const emptyValues: Partial<SampleChange> = { notes: '', volume: 0 }
const emptyValueOf = (field: (typeof editableFields)[number]) => emptyValues[field] ?? null

const pick = (from: SampleChange, fields: readonly (typeof editableFields)[number][]) =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as SampleChange
