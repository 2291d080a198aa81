import type { ExpectedCell, SampleLocation } from '@lims/contract/sample-location.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { lockSample } from '../samples/sample-queries.ts'
import { assertAsSeen } from './assert-in-place.ts'
import { deleteSamplePlaces, findSamplePlace } from './placement-queries.ts'
import { formatPlace, noLocation } from './sample-location.ts'
import { getStoragePath } from './storage-queries.ts'

/**
 * Takes a sample out of storage. Does nothing if it is not stored. Throws `moved-meanwhile` if it is not in the cell
 * that is `expected`, and `custody-not-possible` if its custody has changed.
 */
export async function takeOutSample(
  trx: Transaction,
  sampleId: string,
  actor: Actor,
  expected?: ExpectedCell,
): Promise<SampleLocation> {
  const sample = await lockSample(trx, sampleId)
  const present = await findSamplePlace(trx, sample.id)
  if (expected) await assertAsSeen(trx, sample, present, expected)
  if (present) {
    const before = { location: formatPlace(present, await getStoragePath(trx, present.storageId)) }
    await deleteSamplePlaces(trx, [sample.id])
    await saveAuditEvent(
      trx,
      { action: 'sample.take-out', entityId: sample.id, before, after: { location: null } },
      actor,
    )
  }
  return noLocation(sample.id)
}
