import { type Custody, stillQuarantined } from '@lims/contract/custody.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { assertNoLaterChange } from './assert-no-later-change.ts'
import {
  insertCustodyEvents,
  insertCustodyUndoEvents,
  listMissingFromQuarantine,
  type RecordedChange,
} from './custody-queries.ts'
import { type ScanningActor, scannedBefore } from './scan-time.ts'

type Tube = { id: string; custody: Custody }

/**
 * Records that missing tubes were scanned, after which they are available, or in quarantine if they were until they
 * were reported missing. `at` is the time of the scan. Call it with the samples locked. Returns the ids of the custody
 * events by sample.
 */
export async function findMissing(
  trx: Transaction,
  samples: readonly Tube[],
  actor: Actor,
  at: Date = actor.at,
): Promise<Map<string, number>> {
  const missing = samples.filter(({ custody }) => custody === 'MISSING')
  if (missing.length === 0) return new Map()
  const quarantined = await listMissingFromQuarantine(trx, missing)
  const others = missing.filter(({ id }) => !quarantined.has(id))
  const found = await makeAvailable(trx, others, { via: 'find', from: 'MISSING', at }, actor)
  return new Map([...found, ...(await quarantineAgain(trx, [...quarantined], at, actor))])
}

async function quarantineAgain(
  trx: Transaction,
  ids: readonly string[],
  at: Date,
  actor: Actor,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const change = { from: 'MISSING', to: 'QUARANTINED' } as const
  const events = await insertCustodyEvents(
    trx,
    ids.map((sampleId) => ({ sampleId, ...change })),
    { via: 'set', reason: stillQuarantined },
    { ...actor, at },
  )
  await saveAuditEvents(
    trx,
    ids.map((entityId) => ({
      action: 'custody.find',
      entityId,
      before: { custody: change.from },
      after: { custody: change.to, ...scannedBefore(at, actor) },
    })),
    actor,
  )
  return events
}

/**
 * Records that a person has put tubes into cells: missing ones are found, checked-out ones have returned. `at` is the
 * time of the scan, `scannedAt` that time as it was sent, `seen` the tubes whose place the person knew. Call it with
 * the samples locked, before they are placed. Returns the ids of the custody events. Throws `custody-not-possible` for
 * tubes that were checked out, returned or found since they were scanned, or whose place was changed without being
 * seen.
 */
export async function recordPlaced(
  trx: Transaction,
  samples: readonly Tube[],
  actor: ScanningActor,
  { at, scannedAt, seen }: { at: Date; scannedAt?: string | undefined; seen?: ReadonlySet<string> },
): Promise<number[]> {
  const ids = samples.map(({ id }) => id)
  const unseen = ids.filter((id) => !seen?.has(id))
  await assertNoLaterChange(trx, ids, { scannedAt, placed: unseen, takenOut: unseen }, actor)
  const found = await findMissing(trx, samples, actor, at)
  const returned = await makeAvailable(trx, samples, { via: 'return', from: 'CHECKED_OUT', at }, actor)
  return [...found.values(), ...returned.values()]
}

/**
 * Undoes what `findMissing` and `recordPlaced` have recorded, as part of the undo of the request that called them. Call
 * it with the samples locked. Throws `custody-changed-since` for a change that is not the last one of its sample.
 */
export async function undoRecorded(
  trx: Transaction,
  recorded: readonly RecordedChange[],
  actor: Actor,
): Promise<void> {
  if (recorded.length === 0) return
  await insertCustodyUndoEvents(trx, recorded, actor)
  await saveAuditEvents(
    trx,
    recorded.map(({ sampleId, eventId, from, to }) => ({
      action: 'custody.undo',
      entityId: sampleId,
      before: { custody: to },
      after: { custody: from, undoneEventId: eventId },
    })),
    actor,
  )
}

/**
 * Makes those of the samples available that have the custody `from`. `at` is the time of the scan. Call it with the
 * samples locked. Returns the ids of the custody events by sample.
 */
export async function makeAvailable(
  trx: Transaction,
  samples: readonly Tube[],
  { via, from, at }: { via: 'find' | 'return'; from: Custody; at: Date },
  actor: Actor,
): Promise<Map<string, number>> {
  const ids = samples.flatMap(({ id, custody }) => (custody === from ? [id] : []))
  if (ids.length === 0) return new Map()
  const changes = ids.map((sampleId) => ({ sampleId, from, to: 'AVAILABLE' as const }))
  const events = await insertCustodyEvents(trx, changes, { via }, { ...actor, at })
  await saveAuditEvents(
    trx,
    ids.map((entityId) => ({
      action: `custody.${via}`,
      entityId,
      before: { custody: from },
      after: { custody: 'AVAILABLE', ...scannedBefore(at, actor) },
    })),
    actor,
  )
  return events
}
