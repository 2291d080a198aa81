import { formatCount } from '@lims/contract/format-count.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { BoxBody } from '@lims/contract/stock-takes.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockOpenBox, type OpenBox } from './open-box.ts'
import { markFinished } from './stock-take-queries.ts'
import {
  countScanned,
  deleteMissing,
  listRecordedTubes,
  type RecordedTube,
  saveTubes,
} from './tube-queries.ts'

/**
 * Finishes a box; it may be finished again. A tube that is recorded there and was scanned nowhere is missing, unless
 * its place or custody changed after the counting of the box began; a change that was undone after the tube was judged
 * as missing does not count. Returns the number of missing tubes, and of those that were not judged. With `isEmpty` the
 * person saw no tube: throws `stock-take-box-not-empty` if one was scanned there.
 */
export async function finishBox(
  trx: Transaction,
  { stockTakeId, storageId, isEmpty }: BoxBody & { isEmpty: boolean },
  actor: Actor,
): Promise<{ missing: number; notJudged: number }> {
  const box = await lockOpenBox(trx, stockTakeId, storageId)
  if (isEmpty) await assertNothingScanned(trx, box)
  const begunAt = isEmpty ? actor.at : (box.row.begun_at ?? actor.at)
  const recorded = await listRecordedTubes(trx, stockTakeId, storageId, begunAt)
  const missing = await saveMissing(trx, box, { recorded, isEmpty }, actor)
  const notJudged = recorded.filter((tube) => !tube.isScanned && tube.isChanged).length
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.finish-box',
      entityId: stockTakeId,
      after: { box: box.place, storageId, isEmpty, missing, ...(notJudged > 0 ? { notJudged } : {}) },
    },
    actor,
  )
  return { missing, notJudged }
}

async function assertNothingScanned(trx: Transaction, { row, storage }: OpenBox) {
  const scanned = await countScanned(trx, row.stock_take_id, row.storage_id)
  if (scanned === 0) return
  throw new DomainError(
    'stock-take-box-not-empty',
    `${formatCount(scanned, 'tube was', 'tubes were')} counted in ${storage.alias}, so it is not empty. Finish the box instead.`,
  )
}

/**
 * Judges which of the recorded tubes are missing, and marks the box as finished. Returns their number. A tube that was
 * missing from another box is missing from this one now; one that somebody scans elsewhere at this moment is not.
 */
export async function saveMissing(
  trx: Transaction,
  { row, storage, place }: OpenBox,
  { recorded, isEmpty }: { recorded: readonly RecordedTube[]; isEmpty: boolean },
  actor: Actor,
): Promise<number> {
  const missing = recorded.filter(isMissing)
  const axes = { rowPrefix: storage.row_prefix, columnPrefix: storage.column_prefix }
  // One that is still missing keeps its row, by whose id a person may have chosen it.
  await deleteMissing(
    trx,
    row,
    missing.map(({ sampleId }) => sampleId),
  )
  const saved = await saveTubes(
    trx,
    missing.map((tube) => ({
      tubeKey: tube.sampleId,
      sampleId: tube.sampleId,
      code: tube.alias,
      result: 'missing' as const,
      row: null,
      column: null,
      recorded: {
        storageId: storage.id,
        row: tube.row,
        column: tube.column,
        place: joinPath([place, positionLabel(tube, axes)]),
      },
      custody: tube.custody,
      custodyEventId: tube.custodyEventId,
      isChangedSince: false,
    })),
    { stockTakeId: row.stock_take_id, boxId: storage.id, at: actor.at, userId: actor.userId },
    { keepScans: true },
  )
  const expected = recorded.filter((tube) => tube.isScanned).length + missing.length
  await markFinished(trx, row, { expected, isEmpty }, actor)
  return saved.size
}

export const isMissing = ({ isScanned, isChanged }: RecordedTube): boolean => !isScanned && !isChanged
