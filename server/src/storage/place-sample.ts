import type { AssociateSampleBody, ExpectedCell, SampleLocation } from '@lims/contract/sample-location.ts'
import { type AuditEvent, saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertCustodyUnchanged } from '../samples/assert-custody-unchanged.ts'
import { recordPlaced } from '../samples/find-missing.ts'
import { lockSample } from '../samples/sample-queries.ts'
import { type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { assertAsSeen } from './assert-in-place.ts'
import { assertInUse, cellTaken } from './place-samples.ts'
import {
  deleteSamplePlaces,
  findSamplePlace,
  insertPlacement,
  lockStorageCells,
} from './placement-queries.ts'
import { resolveCell } from './resolve-cell.ts'
import { formatPlace, locationIn } from './sample-location.ts'
import { getStoragePath } from './storage-queries.ts'
import { translateDatabaseError } from './translate-database-error.ts'

/**
 * Places a sample in a cell, at the time of a scan that was sent later. If it is stored already, moves it if `mayMove`,
 * else throws `already-stored`. Throws `moved-meanwhile` if it is not in the cell that is `expected`,
 * `custody-not-possible` if another change of custody holds than the one that is expected, and `sample-out-of-use`.
 * Returns its location, and the changes of custody that placing it has made.
 */
export async function placeSample(
  trx: Transaction,
  { sampleId, storageId, scannedAt, custodyEventId, ...target }: AssociateSampleBody,
  { mayMove, expected }: { mayMove: boolean; expected?: ExpectedCell | undefined },
  actor: ScanningActor,
): Promise<SampleLocation & { custodyEventIds: number[] }> {
  const sample = await lockSample(trx, sampleId)
  await assertCustodyUnchanged(trx, sample, custodyEventId)
  assertInUse([sample])
  const path = await getStoragePath(trx, storageId)
  const place = { storageId, ...resolveCell(target, path.grid) }

  const present = await findSamplePlace(trx, sample.id)
  if (expected) await assertAsSeen(trx, sample, present, expected)
  const pathOf = (id: number) => (id === storageId ? path : getStoragePath(trx, id))
  const before = present && formatPlace(present, await pathOf(present.storageId))
  if (present && !mayMove) {
    throw new DomainError('already-stored', `${sample.name} is already in storage: ${before}.`)
  }
  if (present) {
    await lockStorageCells(trx, [present.storageId, storageId])
    await deleteSamplePlaces(trx, [sample.id])
  }
  const at = scanTime({ scannedAt, nowIfRefused: true }, actor)
  const custodyEventIds = await recordPlaced(trx, [sample], actor, { at, scannedAt })
  if (!(await translateDatabaseError(insertPlacement(trx, { sampleId: sample.id }, place, actor, at)))) {
    throw await cellTaken(trx, place, (cell, content) => `${cell} holds ${content}.`)
  }
  const entityId = sample.id
  const after = { location: formatPlace(place, path), ...scannedBefore(at, actor) }
  const event: AuditEvent = before
    ? { action: 'sample.move', entityId, before: { location: before }, after }
    : { action: 'sample.place', entityId, after }
  await saveAuditEvent(trx, event, actor)
  return { ...locationIn(sample.id, place, path), custodyEventIds }
}
