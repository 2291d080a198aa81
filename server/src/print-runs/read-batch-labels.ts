import { hourMs } from '@lims/contract/durations.ts'
import type { BatchLabelsQuery } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import { type AuditEvent, isRecordedSince } from '../audit/audit-queries.ts'
import type { Db } from '../db/database.ts'
import { labelOf, type Printing } from '../labels/generate-label.ts'
import { listSampleRows } from '../samples/sample-list-queries.ts'

/** Returns a page of the labels of a batch in printing order. */
export async function readBatchLabels(
  db: Db,
  { batchId, pageNumber, pageSize }: BatchLabelsQuery,
  printing: Printing,
) {
  const { samples, total } = await listSampleRows(db, { batchId }, { pageNumber, pageSize })
  const labels = samples.map((sample) => ({
    sampleId: sample.id,
    sampleName: sample.name,
    tubeId: sample.alias,
    labelData: labelOf(sample, { errorCorrection: 'Q' }, printing),
  }))
  return { labels, totalLabels: total, stock: printing.stock }
}

const sameFileWithinMs = hourMs

/**
 * Returns the audit event of a file of the labels of a batch, which is read in pages. The first page begins a file. A
 * later page does too unless the same person, with the same API token, has begun one with as many samples within the
 * last hour. Undefined for a page that belongs to a file, and without labels.
 */
export async function eventOfBatchLabels(
  db: Db,
  { batchId, pageNumber }: BatchLabelsQuery,
  { totalLabels, withSubjects }: { totalLabels: number; withSubjects: boolean },
  actor: Actor,
): Promise<AuditEvent | undefined> {
  if (totalLabels === 0) return undefined
  const content = { format: 'labels', withSubjects, numSamples: totalLabels }
  const action = 'batch.export'
  const since = new Date(actor.at.getTime() - sameFileWithinMs)
  const isOfFile =
    pageNumber > 0 && (await isRecordedSince(db, since, { action, entityId: batchId, actor, content }))
  return isOfFile ? undefined : { action, entityId: batchId, after: content }
}
