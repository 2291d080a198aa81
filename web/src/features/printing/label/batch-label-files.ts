import type { Batch } from '@lims/contract/batches.ts'
import { type BatchLabel, labelsPerPage, printRunsApi } from '@lims/contract/print-runs.ts'
import { maxChosenSamples, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { call } from '../../../api/call.ts'
import type { ReceivedFile } from '../../../api/call-for-file.ts'
import type { Sender } from '../../../api/stored-token.ts'
import { loadScript } from '../../../ui/load-script.ts'
import { batchFileName } from './label-file.ts'
import type { BatchLabels } from './label-sheet.ts'

type NamedBatch = Pick<Batch, 'id' | 'name'>
type Reader = Sender & { signal?: AbortSignal }

/**
 * Returns every label of a batch, in the order of printing. Rejects if the batch has changed between two pages: a tube
 * would be left out, or two would get one label. Of more than 20,000 labels only the numbers are compared. Each page
 * leaves an event, in the name of the sender.
 */
async function fetchBatchLabels(batchId: string, reader: Reader): Promise<BatchLabels> {
  const labels = new Map<string, BatchLabel>()
  const totals = new Set<number>()
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { batchId, pageNumber, pageSize: labelsPerPage }
    const page = await call(printRunsApi.batchLabels, { query }, reader)
    for (const label of page.labels) labels.set(label.sampleId, label)
    totals.add(page.totalLabels)
    if (page.labels.length === labelsPerPage) continue
    const hasSameCount = totals.size === 1 && labels.size === page.totalLabels
    const isListed = pageNumber > 0 && page.totalLabels <= maxChosenSamples
    if (!hasSameCount || (isListed && !(await isEachSample(batchId, labels, reader)))) {
      throw new Error('The batch has changed while its labels were read. Please try again.')
    }
    return { labels: [...labels.values()], stock: page.stock }
  }
}

/** One sample may have been deleted, and another added, since a page was read. */
async function isEachSample(
  batchId: string,
  labels: ReadonlyMap<string, BatchLabel>,
  reader: Reader,
): Promise<boolean> {
  const { samples } = await call(sampleBulkApi.matching, { query: { batchId } }, reader)
  return samples.length === labels.size && samples.every(({ id }) => labels.has(id))
}

/** Returns the labels of a batch as commands for a printer. */
export async function makeZplFile({ id, name }: NamedBatch, sender: Sender): Promise<ReceivedFile> {
  const { labels } = await fetchBatchLabels(id, sender)
  const content = new Blob(
    labels.map(({ labelData }) => `${labelData}\n`),
    { type: 'text/plain;charset=utf-8' },
  )
  return { name: batchFileName(name, new Date(), 'zpl'), content }
}

/** Returns the labels of a batch as sheets of paper, or undefined once `signal` is aborted. */
export async function makePdfFile(
  { id, name }: NamedBatch,
  sender: Sender,
  drawing: { signal: AbortSignal; onDrawn: (count: number) => void },
): Promise<ReceivedFile | undefined> {
  const { drawLabelSheet } = await loadScript(() => import('./label-sheet.ts'))
  const { signal } = drawing
  const batch = await fetchBatchLabels(id, { ...sender, signal }).catch((failure: unknown) => {
    if (!signal.aborted) throw failure
    return undefined
  })
  const content = batch && (await drawLabelSheet(batch, drawing))
  return content && { name: batchFileName(name, new Date(), 'pdf'), content }
}
