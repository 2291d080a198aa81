import type { LabelStock } from '@lims/contract/labels.ts'
import { type BatchLabel, labelsPerPage, printRunsApi } from '@lims/contract/print-runs.ts'
import { call } from '../../../api/call.ts'

export type BatchLabels = { labels: BatchLabel[]; stock: LabelStock }

/** Every label of a batch, in the order of printing. */
export async function readBatchLabels(batchId: string): Promise<BatchLabels> {
  const labels: BatchLabel[] = []
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { batchId, pageNumber, pageSize: labelsPerPage }
    const page = await call(printRunsApi.batchLabels, { query })
    labels.push(...page.labels)
    if (page.labels.length < labelsPerPage) return { labels, stock: page.stock }
  }
}

/** 'Nordic study 4' as a file name that no system refuses. */
export const batchFileName = (batchName: string, at: Date, extension: 'zpl' | 'pdf'): string => {
  const safeName = batchName
    .replace(/[\\/:*?"<>|\p{C}]/gu, '-')
    .slice(0, 100)
    .trim()
  return `${safeName}-labels-${at.toISOString().replaceAll(':', '-')}.${extension}`
}
