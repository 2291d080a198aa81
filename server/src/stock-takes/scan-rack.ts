import type { StockTakeCounts, StockTakeRackBody } from '@lims/contract/stock-takes.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { previewRack } from '../racks/preview-rack.ts'
import { type ScanningActor, scannedBefore } from '../samples/scan-time.ts'
import { isMissing, saveMissing } from './finish-box.ts'
import { lockOpenBox } from './open-box.ts'
import { countCodes, timeOfScan } from './scan-tube.ts'
import { findAndLockBox } from './stock-take-queries.ts'
import { listRecordedTubes } from './tube-queries.ts'

type RackCount = { counts: StockTakeCounts; unreadable: number; isFinished: boolean }

/**
 * Counts all tubes of a rack file. The box is finished if the file settles every tube that is recorded in it: none was
 * unreadable, and each recorded cell is in the file.
 */
export async function scanRack(
  trx: Transaction,
  { stockTakeId, scannedAt, ...file }: StockTakeRackBody,
  actor: ScanningActor,
): Promise<RackCount> {
  const box = await lockOpenBox(trx, stockTakeId, file.storageId)
  const preview = await previewRack(trx, file)
  const read = preview.entries
    .filter(({ code }) => code !== '')
    .map(({ code, rowCoordinate, columnCoordinate }) => ({
      code,
      row: rowCoordinate,
      column: columnCoordinate,
    }))
  const readAt = timeOfScan({ scannedAt }, box, actor)
  const scans = await countCodes(trx, box, { read, scannedAt: readAt }, actor)
  const unreadable = preview.entries.filter(({ state }) => state === 'unreadable').length

  const row = (await findAndLockBox(trx, stockTakeId, file.storageId)) ?? box.row
  const recorded = await listRecordedTubes(trx, stockTakeId, file.storageId, readAt)
  const settled = new Set(preview.missing.map(({ sampleId }) => sampleId))
  const isFinished =
    unreadable === 0 && recorded.filter(isMissing).every(({ sampleId }) => settled.has(sampleId))
  const missing = isFinished
    ? await saveMissing(trx, { ...box, row }, { recorded, isEmpty: false }, actor)
    : 0
  const count = (wanted: string) => scans.filter(({ result }) => result === wanted).length
  const counts = {
    'in-place': count('in-place'),
    'other-place': count('other-place'),
    missing,
    'not-recorded': count('not-recorded'),
    'unknown-code': count('unknown-code'),
  }
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.scan-rack',
      entityId: stockTakeId,
      after: {
        box: box.place,
        storageId: file.storageId,
        fileName: file.fileName ?? '',
        unreadable,
        isFinished,
        counts,
        codes: read.map(({ code }) => code),
        ...scannedBefore(readAt, actor),
      },
    },
    actor,
  )
  return { counts, unreadable, isFinished }
}
