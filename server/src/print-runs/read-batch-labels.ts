import type { BatchLabelsQuery } from '@lims/contract/print-runs.ts'
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
