import { Readable } from 'node:stream'
import { fileTypes } from '@lims/contract/exports.ts'
import { pickItemTexts } from '@lims/contract/picks.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { csvHeader, csvText } from '../exports/csv-text.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { readPickList } from './read-pick-list.ts'

const columns = [
  'number',
  'name',
  'tubeId',
  'outcome',
  'reason',
  'place',
  'changedBy',
  'changedAt',
  'sampleId',
]

/** Returns the outcome of a pick list as CSV, in the order of the walk. */
export async function exportPickList(db: Db, id: string, userId: string): Promise<Download> {
  const { pickList, items, boxes } = await readPickList(db, id, userId)
  const pathOf = new Map(boxes.map(({ storageId, path }) => [storageId, path]))
  const rows = items.map((item) => [
    item.place,
    item.name,
    item.tubeId,
    pickItemTexts[item.state],
    item.reason,
    joinPath([...(pathOf.get(item.storageId ?? 0) ?? []), item.position]),
    item.changedByName,
    item.changedAt,
    item.sampleId,
  ])
  return {
    name: fileName(pickList.name, 'csv'),
    type: fileTypes.csv,
    event: {
      action: 'pick-list.export',
      entityId: pickList.id,
      after: { format: 'csv', numSamples: items.length },
    },
    content: () => Readable.from([csvHeader(columns), csvText(rows)]),
  }
}
