import type { UpdateSampleBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '../db/database.ts'
import { definedColumns } from '../defined-columns.ts'

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

/**
 * Returns the fields that are given and differ, before and after the change. A blank value clears an optional field.
 */
export function changedFields(
  sample: Sample,
  body: UpdateSampleBody,
): { before: SampleChange; after: SampleChange } {
  const given = editableFields.filter((field) => Object.hasOwn(body, field))
  const requested = Object.fromEntries(
    given.map((field) => [field, body[field] ?? emptyValueOf(field)]),
  ) as SampleChange
  const changed = given.filter((field) => requested[field] !== sample[field])
  return { before: pick(sample, changed), after: pick(requested, changed) }
}

/** Converts a change to columns. Omits the status, which a lifecycle event changes. */
export function columnsOf(after: SampleChange): Updateable<Tables['sample']> {
  const { volume, collectionTimestamp: collectedAt } = after
  return definedColumns({
    name: after.name,
    batch_id: after.batchId,
    type: after.type,
    volume_nl: volume === undefined ? undefined : toNanolitres(volume),
    notes: after.notes,
    subject_id: after.subjectId,
    site_id: after.siteId,
    visit_id: after.visitId,
    bam_file_uri: after.bamFileUri,
    collected_at: typeof collectedAt === 'string' ? new Date(collectedAt) : collectedAt,
  })
}

const emptyValues: Partial<SampleChange> = { notes: '', volume: 0 }
const emptyValueOf = (field: (typeof editableFields)[number]) => emptyValues[field] ?? null

const pick = (from: SampleChange, fields: readonly (typeof editableFields)[number][]) =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as SampleChange
