import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { defaultAdditionalInfo, type LabelStock, labelsApi } from '@lims/contract/labels.ts'
import { type BatchLabel, labelsPerPage, printRunsApi } from '@lims/contract/print-runs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Label } from './draw-label.ts'

export const generateLabel = (sampleId: string): Promise<Label> =>
  call(labelsApi.generate, {
    body: {
      uuid: sampleId,
      entityType: 'sample',
      barcodeSpec: { type: 'QR', encoding: 'UTF-8', errorCorrection: 2 },
      labelFormat: 'ZPL',
      additionalInfo: defaultAdditionalInfo(sampleId),
    },
  })

/** Twice the time that an agent may take for a label. A window that is still sending after that is gone. */
const maxSendingMs = 60_000
const sendingPollMs = 3_000

/** Whether a window may still be sending the label. `now` is in milliseconds. */
export const isBeingSent = ({ state, at }: LabelPrint, now: number): boolean =>
  state === 'sending' && now - Date.parse(at) < maxSendingMs

/** How often, when and by whom the label was printed. Never cached, because other people print too. */
export const labelPrintsQuery = (sampleId: string) =>
  queryOptions({
    queryKey: ['label-prints', sampleId],
    queryFn: () => call(printRunsApi.ofSample, { query: { sampleId } }),
    staleTime: 0,
    // Live updates do not say that a label was printed.
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      data?.prints.some((print) => isBeingSent(print, dataUpdatedAt)) ? sendingPollMs : false,
  })

export type LabelPrint = ReplyOf<typeof printRunsApi.ofSample>['prints'][number]

export type BatchLabels = { labels: BatchLabel[]; stock: LabelStock }

/**
 * Returns every label of a batch, in the order of printing. Rejects if the batch has changed between two pages: a tube
 * would be left out, or two would get one label.
 */
export async function fetchBatchLabels(batchId: string): Promise<BatchLabels> {
  const labels = new Map<string, BatchLabel>()
  const totals = new Set<number>()
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { batchId, pageNumber, pageSize: labelsPerPage }
    const page = await call(printRunsApi.batchLabels, { query })
    for (const label of page.labels) labels.set(label.sampleId, label)
    totals.add(page.totalLabels)
    if (page.labels.length === labelsPerPage) continue
    if (totals.size > 1 || labels.size < page.totalLabels) {
      throw new Error('The batch has changed while its labels were read. Please try again.')
    }
    return { labels: [...labels.values()], stock: page.stock }
  }
}
