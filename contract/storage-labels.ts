import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { LabelStock } from './labels.ts'
import { exactlyOne, parameters } from './parameters.ts'
import { StorageId } from './storage.ts'
import { success } from './success.ts'

/** A freezer of the usual size holds about 500 boxes. */
export const maxStorageLabels = 1000

const tooMany = `may be at most ${formatNumber(maxStorageLabels)} storages`

export const PrintStorageLabelsBody = parameters({
  storageIds: z
    .array(StorageId)
    .min(1, 'must be at least one storage')
    .max(maxStorageLabels, tooMany)
    .nullish(),
  /** Instead: all boxes inside this storage, at any depth. */
  boxesInside: StorageId.nullish(),
}).refine(...exactlyOne('storageIds', 'boxesInside'))
export type PrintStorageLabelsBody = z.infer<typeof PrintStorageLabelsBody>

export const StorageLabel = z.object({
  storageId: z.number().int(),
  alias: z.string(),
  /** The content of its QR code, such as STO0000012. */
  code: z.string(),
  /** ZPL. */
  labelData: z.string(),
})
export type StorageLabel = z.infer<typeof StorageLabel>

export const storageLabelsApi = {
  print: endpoint({
    method: 'POST',
    path: '/storage-labels/print',
    permission: 'label.print',
    summary:
      'The labels of storages as ZPL, to be printed: the audit trail records for which storages they were made',
    body: PrintStorageLabelsBody,
    reply: z.object({ success, labels: z.array(StorageLabel), stock: LabelStock }),
  }),
}
