import type { Custody } from '@lims/contract/custody.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from './custody-queries.ts'

type Tube = { id: string; custody: Custody }

/** Records that missing tubes were scanned, after which they are available. Call it with the samples locked. */
export const findMissing = (trx: Transaction, samples: readonly Tube[], actor: Actor) =>
  makeAvailable(trx, samples, { via: 'find', from: 'MISSING' }, actor)

/**
 * Records that a person has put tubes into cells: missing ones are found, checked-out ones have returned. Call it with
 * the samples locked, before they are placed.
 */
export async function recordPlaced(trx: Transaction, samples: readonly Tube[], actor: Actor): Promise<void> {
  await findMissing(trx, samples, actor)
  await makeAvailable(trx, samples, { via: 'return', from: 'CHECKED_OUT' }, actor)
}

async function makeAvailable(
  trx: Transaction,
  samples: readonly Tube[],
  { via, from }: { via: 'find' | 'return'; from: Custody },
  actor: Actor,
): Promise<void> {
  const ids = samples.flatMap(({ id, custody }) => (custody === from ? [id] : []))
  if (ids.length === 0) return
  const changes = ids.map((sampleId) => ({ sampleId, from, to: 'AVAILABLE' as const }))
  await insertCustodyEvents(trx, changes, { via }, actor)
  await saveAuditEvents(
    trx,
    ids.map((entityId) => ({
      action: `custody.${via}` as const,
      entityType: 'sample' as const,
      entityId,
      before: { custody: from },
      after: { custody: 'AVAILABLE' },
    })),
    actor,
  )
}
