import type { PutAwayBody } from '@lims/contract/custody-api.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertCustodyUnchanged } from '../samples/assert-custody-unchanged.ts'
import { lockExistingSamples, lockSamples } from '../samples/lock-samples-queries.ts'
import {
  byOwnClock,
  clockToleranceMs,
  type ScanningActor,
  scannedBefore,
  scanTime,
} from '../samples/scan-time.ts'
import { getStorage } from '../storage/storage-queries.ts'
import { endPutAway, listPutAway, listReturnedSince, type PutAwayScope } from './put-away-queries.ts'

/**
 * Confirms that returned tubes, or all of a storage, are in their cells again. Returns those that waited for it. Throws
 * `put-away-not-possible` for tubes that have no cell, and `custody-not-possible` for one that was returned anew since
 * the change of custody that was seen.
 */
export async function putAway(
  trx: Transaction,
  { sampleIds, custodyEventIds, storageId, ...sent }: PutAwayBody,
  actor: ScanningActor,
): Promise<string[]> {
  const at = scanTime(sent, actor)
  const scanned = sent.scannedAt === undefined ? actor.at : byOwnClock(sent.scannedAt, actor)
  const before = new Date(scanned.getTime() + clockToleranceMs)
  const confirmed =
    storageId === undefined || storageId === null
      ? await confirmChosen(trx, { sampleIds: sampleIds ?? [], custodyEventIds }, before, actor)
      : await confirmIn(trx, storageId, before, actor)
  await savePutAwayEvents(trx, confirmed, at, actor)
  return confirmed
}

/** Confirms that tubes that were counted in their box are in their cells. Ignores those that do not wait for it. */
export async function putAwayCounted(
  trx: Transaction,
  sampleIds: readonly string[],
  scannedAt: Date,
  actor: Actor,
): Promise<void> {
  if (sampleIds.length === 0) return
  const before = new Date(scannedAt.getTime() + clockToleranceMs)
  const confirmed = await confirmWaiting(trx, { sampleIds }, before, actor)
  if (confirmed.length > 0) await savePutAwayEvents(trx, confirmed, scannedAt, actor)
}

function savePutAwayEvents(trx: Transaction, sampleIds: readonly string[], at: Date, actor: Actor) {
  const { scannedAt } = scannedBefore(at, actor)
  return saveAuditEvents(
    trx,
    sampleIds.map((entityId) => ({
      action: 'custody.put-away',
      entityId,
      ...(scannedAt ? { after: { scannedAt } } : {}),
    })),
    actor,
  )
}

async function confirmChosen(
  trx: Transaction,
  {
    sampleIds,
    custodyEventIds = [],
  }: { sampleIds: readonly string[]; custodyEventIds?: readonly number[] | undefined },
  before: Date,
  actor: Actor,
): Promise<string[]> {
  const samples = await lockSamples(trx, [...new Set(sampleIds)], { consequence: 'Nothing was confirmed.' })
  const seen = custodyEventIds.map((eventId, index) => ({ sampleId: sampleIds[index] ?? '', eventId }))
  const [stale] = seen.length > 0 ? await listReturnedSince(trx, seen) : []
  const changed = samples.find(({ id }) => id === stale?.sampleId)
  if (changed) await assertCustodyUnchanged(trx, changed, stale?.eventId)
  const withoutPlace = samples.filter((sample) => !sample.is_stored)
  if (withoutPlace.length > 0) {
    const names = joinTexts(withoutPlace.map(({ name, alias }) => `${name} (${alias})`))
    const have = withoutPlace.length === 1 ? 'has' : 'have'
    throw new DomainError(
      'put-away-not-possible',
      `${names} ${have} no place in storage. Please place ${withoutPlace.length === 1 ? 'it' : 'them'} in a cell.`,
    )
  }
  const chosen = samples.map(({ id }) => id)
  return endPutAway(trx, await listPutAway(trx, { sampleIds: chosen }, before, actor))
}

async function confirmIn(trx: Transaction, storageId: number, before: Date, actor: Actor): Promise<string[]> {
  await getStorage(trx, storageId)
  return confirmWaiting(trx, { storageId }, before, actor)
}

async function confirmWaiting(
  trx: Transaction,
  scope: PutAwayScope,
  before: Date,
  actor: Actor,
): Promise<string[]> {
  const list = () => listPutAway(trx, scope, before, actor)
  const listed = await list()
  if (listed.length === 0) return []
  await lockExistingSamples(trx, listed)
  // Read again under the locks: another person may have taken tubes out of the storage.
  return endPutAway(trx, await list())
}
