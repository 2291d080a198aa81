import { errorTexts } from '@lims/contract/errors.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { LabelStock } from '@lims/contract/labels.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import {
  maxStorageLabels,
  type PrintStorageLabelsBody,
  type StorageLabel,
} from '@lims/contract/storage-labels.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { findStorageName, lockExistingStorages } from '../storage/storage-queries.ts'
import { layOutLabel } from './label-layout.ts'
import { listBoxIdsInside } from './storage-label-queries.ts'

/**
 * Returns the labels of storages, and records that they were made. Throws `storage-not-found`, `nothing-to-print` if
 * there is no box inside, and `request-invalid` if there are too many.
 */
export async function printStorageLabels(
  trx: Transaction,
  { storageIds, boxesInside }: PrintStorageLabelsBody,
  { stock, actor }: { stock: LabelStock; actor: Actor },
): Promise<StorageLabel[]> {
  const ids = [...new Set(storageIds ?? (await listBoxIds(trx, boxesInside ?? 0)))]
  // A deletion either waits for the event of the label, or is seen.
  await lockExistingStorages(trx, ids)
  const paths = await listNamesAbove(trx, ids)
  if (paths.size < ids.length) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  const labels = ids.map((id) => asLabel(id, paths.get(id) ?? [], stock))
  const events = labels.map(({ storageId, code }) => ({
    action: 'storage.print-label' as const,
    entityId: String(storageId),
    after: { code },
  }))
  await saveAuditEvents(trx, events, actor)
  return labels
}

async function listBoxIds(trx: Transaction, storageId: number): Promise<number[]> {
  const name = await findStorageName(trx, storageId)
  if (name === undefined) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  const boxes = await listBoxIdsInside(trx, storageId, maxStorageLabels + 1)
  if (boxes.length === 0) throw new DomainError('nothing-to-print', `There is no box inside ${name}.`)
  if (boxes.length <= maxStorageLabels) return boxes
  throw new DomainError(
    'request-invalid',
    `More than ${formatNumber(maxStorageLabels)} boxes are inside ${name}. Print the labels of a part of it.`,
  )
}

/** `path`: the names of the storages around it and its own, outermost first. */
function asLabel(id: number, path: readonly string[], stock: LabelStock): StorageLabel {
  const [code, alias = ''] = [storageCode(id), path.at(-1)]
  const lines = [alias, path.slice(0, -1).join(' / '), code].filter(Boolean)
  return {
    storageId: id,
    alias,
    code,
    labelData: layOutLabel({ id: code, lines, errorCorrection: 'Q' }, stock),
  }
}
