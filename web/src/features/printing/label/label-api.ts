import { minuteMs } from '@lims/contract/durations.ts'
import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { defaultAdditionalInfo, labelsApi } from '@lims/contract/labels.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
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
const maxSendingMs = minuteMs
const sendingPollMs = 3_000

/** Whether a window may still be sending the label. `now` is that of the server. */
export const isBeingSent = ({ state, at }: LabelPrint, now: string): boolean =>
  state === 'sending' && Date.parse(now) - Date.parse(at) < maxSendingMs

/** How often and when the label was printed. Never cached, because other people print too. */
export const labelPrintsQuery = (sampleId: string) =>
  queryOptions({
    queryKey: ['label-prints', sampleId],
    queryFn: () => call(printRunsApi.ofSample, { query: { sampleId } }),
    staleTime: 0,
    // Live updates do not say that a label was printed.
    refetchInterval: ({ state: { data } }) =>
      data?.prints.some((print) => isBeingSent(print, data.now)) ? sendingPollMs : false,
  })

export type LabelPrint = ReplyOf<typeof printRunsApi.ofSample>['prints'][number]
