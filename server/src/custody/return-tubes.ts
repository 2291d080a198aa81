import { isAway } from '@lims/contract/custody.ts'
import type { ReturnBody, ReturnedTube } from '@lims/contract/custody-api.ts'
import { receivableStatuses } from '@lims/contract/sample-status.ts'
import type { Transaction } from '../db/database.ts'
import { assertNoLaterChange } from '../samples/assert-no-later-change.ts'
import { listMissingFromQuarantine } from '../samples/custody-queries.ts'
import { findMissing, makeAvailable } from '../samples/find-missing.ts'
import type { LockedSample } from '../samples/lock-samples-queries.ts'
import { listSamplePlacesOf } from '../samples/sample-place-queries.ts'
import { type ScanningActor, scanTime } from '../samples/scan-time.ts'
import { listReturnCells } from './free-cell-queries.ts'
import { findIdsByIdentifiers } from './identifier-queries.ts'
import { lockTubes } from './lock-tubes.ts'
import { insertPutAway } from './put-away-queries.ts'
import { refuseCustody } from './refuse-custody.ts'

/**
 * Returns tubes, all or none; a missing one is found, and is in quarantine if it was until then. Each other one waits
 * to be put into its cell. Throws `custody-not-possible` for tubes that are neither checked out nor missing, that were
 * checked out, returned or found since the scan, or whose custody has changed since it was seen.
 */
export async function returnTubes(
  trx: Transaction,
  { identifiers, custodyEventIds, ...sent }: ReturnBody,
  actor: ScanningActor,
): Promise<ReturnedTube[]> {
  const tubes = await lockTubes(trx, identifiers)
  const others = tubes.filter(({ custody }) => !isAway(custody))
  if (others.length > 0) {
    const consequence =
      tubes.length > 1 ? 'Nothing was returned.' : 'Only tubes that are checked out can be returned.'
    const advice = tubes.length === 1 && others.some(isToReceive) ? notReceived : ''
    await refuseCustody(trx, others, `${consequence} ${advice}`)
  }
  if (custodyEventIds) await assertAsSeen(trx, tubes, { identifiers, custodyEventIds })
  const nothing = tubes.length > 1 ? 'Nothing was returned.' : ''
  const ids = tubes.map(({ id }) => id)
  await assertNoLaterChange(trx, ids, { scannedAt: sent.scannedAt, consequence: nothing }, actor)
  const at = scanTime(sent, actor)
  const quarantined = await listMissingFromQuarantine(trx, tubes)
  const returned = await makeAvailable(trx, tubes, { via: 'return', from: 'CHECKED_OUT', at }, actor)
  const found = await findMissing(trx, tubes, actor, at)
  const waiting = [...found.keys()].filter((id) => !quarantined.has(id))
  if (waiting.length > 0) await insertPutAway(trx, waiting, { ...actor, at })
  const places = await listSamplePlacesOf(trx, ids)
  const freeCells = await listReturnCells(
    trx,
    ids.filter((id) => !places.has(id)),
  )
  return tubes.map(({ id, name, alias, type, custody, thaw_count }) => ({
    id,
    name,
    alias,
    type,
    custody: quarantined.has(id) ? 'QUARANTINED' : 'AVAILABLE',
    thawCount: thaw_count,
    place: places.get(id) ?? null,
    eventId: returned.get(id) ?? found.get(id) ?? 0,
    wasMissing: custody === 'MISSING',
    freeCell: freeCells.get(id) ?? null,
  }))
}

/** A tube that comes from outside, perhaps in the same parcel as returned ones. */
const isToReceive = ({ status, custody, parent_sample_id }: LockedSample): boolean =>
  receivableStatuses.includes(status) && custody === 'AVAILABLE' && parent_sample_id === null

const notReceived = 'It has not been received yet: scan it on the page Receive.'

async function assertAsSeen(
  trx: Transaction,
  tubes: readonly LockedSample[],
  { identifiers, custodyEventIds }: { identifiers: readonly string[]; custodyEventIds: readonly number[] },
) {
  const holding = new Map(tubes.map(({ id, custody_event_id }) => [id, custody_event_id]))
  const ids = await findIdsByIdentifiers(trx, identifiers)
  const stale = new Set(ids.filter((id, index) => id && holding.get(id) !== custodyEventIds[index]))
  if (stale.size === 0) return
  await refuseCustody(
    trx,
    tubes.filter(({ id }) => stale.has(id)),
    'Nothing was returned.',
  )
}
