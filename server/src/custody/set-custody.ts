import { isOutOfUse, nextCustodies } from '@lims/contract/custody.ts'
import type { SetCustodyBody } from '@lims/contract/custody-api.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { lockSamples } from '../samples/lock-samples-queries.ts'
import { listSamplePlaces, lockStorageCells } from '../storage/placement-queries.ts'
import { refuseCustody } from './refuse-custody.ts'

/**
 * Changes the custody of samples by hand, all or none. Samples that become depleted or disposed of leave their cells.
 * Returns the ids of the events, one per sample. Throws `custody-not-possible` where `custodySteps.set` does not allow
 * it, where a sample is not one of `expected`, or where another change holds than that of `expectedEventIds`.
 */
export async function setCustody(
  trx: Transaction,
  { sampleIds, custody, reason, expected, expectedEventIds }: SetCustodyBody,
  actor: Actor,
): Promise<number[]> {
  const samples = await lockSamples(trx, [...new Set(sampleIds)], { consequence: 'Nothing was changed.' })
  const eventIds = new Map(sampleIds.map((id, index) => [id, expectedEventIds?.[index]]))
  const changed = samples.filter((sample) => {
    const eventId = eventIds.get(sample.id)
    const isAsExpected = eventId === undefined || eventId === sample.custody_event_id
    return !isAsExpected || (expected && !expected.includes(sample.custody))
  })
  if (changed.length > 0) await refuseCustody(trx, changed, 'Nothing was changed.')
  const blocked = samples.filter((sample) => !nextCustodies(sample.custody).includes(custody))
  if (blocked.length > 0) {
    const others = samples.length > 1 ? 'No sample was changed' : 'It cannot be changed'
    await refuseCustody(trx, blocked, `${others} to ${custody}.`)
  }
  const ids = samples.map(({ id }) => id)
  const places = isOutOfUse(custody) ? await listSamplePlaces(trx, ids) : []
  await lockStorageCells(
    trx,
    places.map(({ storageId }) => storageId),
  )
  const changes = samples.map(({ id, custody: from }) => ({ sampleId: id, from, to: custody }))
  const events = await insertCustodyEvents(trx, changes, { via: 'set', reason }, actor)
  const freed = new Map(places.map((place) => [place.sampleId, place]))
  await saveAuditEvents(
    trx,
    samples.map(({ id, custody: from }) => {
      const place = freed.get(id)
      return {
        action: 'custody.set',
        entityId: id,
        before: { custody: from, ...(place ? { place } : {}) },
        after: { custody, eventNotes: reason, ...(place ? { place: null } : {}) },
      }
    }),
    actor,
  )
  return ids.flatMap((id) => events.get(id) ?? [])
}
