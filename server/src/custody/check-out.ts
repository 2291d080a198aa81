import type { CheckedOutTube, CheckOutBody } from '@lims/contract/custody-api.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertNoLaterChange } from '../samples/assert-no-later-change.ts'
import { auditThawedChildren } from '../samples/audit-thawed-children.ts'
import { insertCustodyEvents, listMissingFromQuarantine } from '../samples/custody-queries.ts'
import { findMissing } from '../samples/find-missing.ts'
import type { LockedSample } from '../samples/lock-samples-queries.ts'
import { listSamplePlacesOf } from '../samples/sample-place-queries.ts'
import { madeAt, type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { deleteSamplePlaces, listSamplePlaces, lockStorageCells } from '../storage/placement-queries.ts'
import { assertExpectedReturn } from './assert-expected-return.ts'
import { lockTubes } from './lock-tubes.ts'
import { refuseCustody } from './refuse-custody.ts'
import { insertOverLimit, listFrozen } from './thaw-queries.ts'

type ThawLimits = ReadonlyMap<SampleType, number>

/**
 * Checks tubes out, all or none. A missing tube is found first. Throws `custody-not-possible` if one is not available,
 * was in quarantine when it was reported missing, or was brought back or put into a cell since the scan,
 * `request-invalid` for an expected return that is past, and `thaw-limit-reached` if one would exceed its limit of
 * freeze-thaw cycles and `overLimit` is false.
 */
export async function checkOut(
  trx: Transaction,
  { identifiers, purpose, thawed, expectedReturn, keepPlace, overLimit, ...sent }: CheckOutBody,
  { thawLimits }: { thawLimits: ThawLimits },
  actor: ScanningActor,
): Promise<CheckedOutTube[]> {
  const tubes = await lockTubes(trx, identifiers)
  const nothing = tubes.length > 1 ? 'Nothing was checked out.' : ''
  const blocked = tubes.filter(({ custody }) => custody !== 'AVAILABLE' && custody !== 'MISSING')
  if (blocked.length > 0) {
    await refuseCustody(trx, blocked, nothing)
  }
  const ids = tubes.map(({ id }) => id)
  const quarantined = await listMissingFromQuarantine(trx, tubes)
  if (quarantined.size > 0) {
    await refuseCustody(
      trx,
      tubes.filter(({ id }) => quarantined.has(id)),
      'Nothing was checked out: a tube in quarantine has to be released first.',
    )
  }
  const late = { scannedAt: sent.scannedAt, consequence: nothing, isTaking: true, placed: ids }
  await assertNoLaterChange(trx, ids, late, actor)
  const at = scanTime(sent, actor)
  const made = madeAt(sent, at, actor)
  assertExpectedReturn(expectedReturn, made)
  const frozen = thawed ? await listFrozen(trx, ids, scannedBefore(made, actor)) : new Set<string>()
  const over = tubes.filter(({ id, type, thaw_count }) => {
    const limit = thawLimits.get(type)
    return frozen.has(id) && limit !== undefined && thaw_count >= limit
  })
  if (over.length > 0 && !overLimit) throw limitReached(over, thawLimits)

  await findMissing(trx, tubes, actor, at)
  const freed = keepPlace ? [] : await listSamplePlaces(trx, ids)
  const freedPlaces = new Map(freed.map((place) => [place.sampleId, place]))
  const common = { purpose, expectedReturnAt: dateOf(expectedReturn), madeAt: made }
  const events = await insertCheckOuts(trx, tubes, { ...common, frozen, freedPlaces }, { ...actor, at })
  if (freed.length > 0) {
    await lockStorageCells(
      trx,
      freed.map(({ storageId }) => storageId),
    )
    await deleteSamplePlaces(trx, [...freedPlaces.keys()])
  }
  await insertOverLimit(
    trx,
    over.map(({ id, type, thaw_count }) => ({
      eventId: events.get(id) ?? 0,
      sampleId: id,
      thawCount: thaw_count + 1,
      thawLimit: thawLimits.get(type) ?? 0,
    })),
    actor,
  )
  await saveAuditEvents(
    trx,
    tubes.map(({ id }) => ({
      action: 'custody.check-out',
      entityId: id,
      before: { custody: 'AVAILABLE', ...(freedPlaces.has(id) ? { place: freedPlaces.get(id) } : {}) },
      after: {
        custody: 'CHECKED_OUT',
        eventNotes: purpose,
        ...(expectedReturn ? { expectedReturnAt: expectedReturn } : {}),
        ...(frozen.has(id) ? { thawed: true } : {}),
        ...(freedPlaces.has(id) ? { place: null } : {}),
        ...scannedBefore(at, actor),
      },
    })),
    actor,
  )
  await auditThawedChildren(
    trx,
    [...frozen].flatMap((id) => events.get(id) ?? []),
    actor,
  )
  const places = await listSamplePlacesOf(trx, ids)
  const overIds = new Set(over.map(({ id }) => id))
  return tubes.map(({ id, name, alias, type, thaw_count }) => ({
    id,
    name,
    alias,
    type,
    custody: 'CHECKED_OUT',
    thawCount: thaw_count + (frozen.has(id) ? 1 : 0),
    place: places.get(id) ?? null,
    eventId: events.get(id) ?? 0,
    isThawCounted: frozen.has(id),
    needsConfirmation: overIds.has(id),
  }))
}

type CheckOuts = {
  purpose: string
  expectedReturnAt: Date | undefined
  madeAt: Date
  frozen: ReadonlySet<string>
  /** By sample. */
  freedPlaces: ReadonlyMap<string, unknown>
}

/** Inserts the events, those that are alike in one statement. Returns their ids by sample. */
async function insertCheckOuts(
  trx: Transaction,
  tubes: readonly LockedSample[],
  { frozen, freedPlaces, ...common }: CheckOuts,
  actor: Actor,
): Promise<Map<string, number>> {
  const events = new Map<string, number>()
  for (const thawed of [true, false]) {
    for (const freesCell of [true, false]) {
      const changes = tubes
        .filter(({ id }) => frozen.has(id) === thawed && freedPlaces.has(id) === freesCell)
        .map(({ id }) => ({ sampleId: id, from: 'AVAILABLE' as const, to: 'CHECKED_OUT' as const }))
      if (changes.length === 0) continue
      const details = { via: 'check-out' as const, thawed, freesCell, ...common }
      for (const [id, eventId] of await insertCustodyEvents(trx, changes, details, actor))
        events.set(id, eventId)
    }
  }
  return events
}

const dateOf = (instant: string | null | undefined) => (instant ? new Date(instant) : undefined)

function limitReached(over: readonly LockedSample[], thawLimits: ThawLimits): DomainError {
  const each = over.map(
    ({ name, alias, type, thaw_count }) =>
      `${name} (${alias}) was thawed ${formatCount(thaw_count, 'time')}, and the limit of ${displayName(type)} is ${thawLimits.get(type)}`,
  )
  return new DomainError(
    'thaw-limit-reached',
    `${joinTexts(each, { separator: '; ' })}. Nothing was checked out. To go on, another person has to confirm it.`,
  )
}
