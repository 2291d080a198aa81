import { positionLabel } from '@lims/contract/positions.ts'
import type { StockTakeScan, StockTakeScanBody } from '@lims/contract/stock-takes.ts'
import { parseStorageCode, storageLabelScanned } from '@lims/contract/storage-code.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { putAwayCounted } from '../custody/put-away.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { madeAt, type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { resolveCell } from '../storage/resolve-cell.ts'
import { type Judged, judgeTubes, type ReadCode } from './judge-tubes.ts'
import { lockOpenBox, type OpenBox } from './open-box.ts'
import { markCounted } from './stock-take-queries.ts'
import {
  deleteFoundMissing,
  deleteUnknownCodes,
  type EarlierScan,
  lockEarlierScans,
  saveTubes,
} from './tube-queries.ts'

/** Counts one tube in a box. Throws `request-invalid` for the label of a storage. */
export async function scanTube(
  trx: Transaction,
  { stockTakeId, storageId, code, row, column, ...sent }: StockTakeScanBody,
  actor: ScanningActor,
): Promise<StockTakeScan> {
  if (parseStorageCode(code) !== undefined) {
    throw new DomainError('request-invalid', storageLabelScanned(code), 'code')
  }
  const box = await lockOpenBox(trx, stockTakeId, storageId)
  if (row) resolveCell({ rowCoordinate: row, columnCoordinate: column }, box.storage)
  const at = timeOfScan(sent, box, actor)
  const read = [{ code, row: row ?? null, column: column ?? null }]
  const [scan] = await countCodes(trx, box, { read, scannedAt: at }, actor)
  if (!scan) throw new Error('One code gives one scan')
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.scan',
      entityId: stockTakeId,
      after: {
        box: box.place,
        storageId,
        code: scan.code,
        result: scan.result,
        ...scannedBefore(at, actor),
      },
    },
    actor,
  )
  return scan
}

/**
 * Returns the time of a scan, and not one before the stock-take. One from before the sign-in, which `nowIfRefused`
 * allows, keeps its time too: what happened since must not pass for known. Throws what `scanTime` throws.
 */
export function timeOfScan(
  sent: Parameters<typeof scanTime>[0],
  { stockTake: { started_at } }: OpenBox,
  actor: ScanningActor,
): Date {
  const accepted = scanTime(sent, actor)
  return new Date(Math.max(started_at.getTime(), madeAt(sent, accepted, actor).getTime()))
}

/** Judges codes that were read in a box, and saves the results. */
export async function countCodes(
  trx: Transaction,
  { row, storage }: OpenBox,
  { read, scannedAt }: { read: readonly ReadCode[]; scannedAt: Date },
  actor: Actor,
): Promise<StockTakeScan[]> {
  const stockTakeId = row.stock_take_id
  const judged = await judgeTubes(trx, storage.id, read, scannedAt)
  const keys = judged.map(({ tubeKey }) => tubeKey)
  const earlier = await lockEarlierScans(trx, stockTakeId, keys)
  const earlierOf = new Map(earlier.map((scan) => [scan.tubeKey, scan]))
  const pathOf = await readPaths(
    trx,
    earlier.filter(({ boxId }) => boxId !== storage.id),
  )
  await deleteReplaced(trx, stockTakeId, judged)
  const saved = await saveTubes(trx, judged, {
    stockTakeId,
    boxId: storage.id,
    at: scannedAt,
    userId: actor.userId,
  })
  await markCounted(trx, row, scannedAt, actor)
  const inPlace = judged.flatMap(({ tubeKey, sampleId, result }) =>
    sampleId !== null && result === 'in-place' && saved.has(tubeKey) ? [sampleId] : [],
  )
  await putAwayCounted(trx, inPlace, scannedAt, actor)
  return judged.map((tube) => {
    const before = earlierOf.get(tube.tubeKey)
    const elsewhere = before && before.boxId !== storage.id ? (pathOf.get(before.boxId) ?? null) : null
    return {
      ...asScan(tube, storage.id),
      isRepeat: before !== undefined && elsewhere === null,
      countedBefore: saved.has(tube.tubeKey) ? elsewhere : null,
      countedLater: saved.has(tube.tubeKey) ? null : elsewhere,
    }
  })
}

/** Returns the paths of boxes, as each rack has a Box 1; of a deleted one, its name at the start. */
async function readPaths(trx: Transaction, scans: readonly EarlierScan[]): Promise<Map<number, string>> {
  const names = await listNamesAbove(
    trx,
    scans.map(({ boxId }) => boxId),
  )
  return new Map(scans.map(({ boxId, alias }) => [boxId, joinPath(names.get(boxId) ?? [alias])]))
}

/** A sample that was deleted, registered or restored between two scans has one result all the same. */
async function deleteReplaced(trx: Transaction, stockTakeId: string, judged: readonly Judged[]) {
  const known = judged.flatMap(({ code, sampleId }) => (sampleId === null ? [] : [code, sampleId]))
  await deleteUnknownCodes(trx, stockTakeId, known)
  const unknown = judged.flatMap(({ tubeKey, sampleId }) => (sampleId === null ? [tubeKey] : []))
  await deleteFoundMissing(trx, stockTakeId, unknown)
}

function asScan({ code, result, tube, recorded, custody }: Judged, boxId: number) {
  const place = tube?.place
  return {
    code,
    result,
    sample: tube && custody ? { id: tube.sampleId, name: tube.name, alias: tube.alias, custody } : null,
    recordedPlace: recorded?.place ?? null,
    position: place?.storageId === boxId ? positionLabel(place, place) : null,
  }
}
