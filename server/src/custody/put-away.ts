import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listFirst } from '../list-first.ts'
import { lockSamples } from './lock-tubes.ts'
import { deletePutAway } from './put-away-queries.ts'

/**
 * Confirms that returned tubes are in their cells again. Returns how many of them waited for it. Throws
 * `put-away-not-possible` for tubes that have no cell.
 */
export async function putAway(trx: Transaction, sampleIds: readonly string[], actor: Actor): Promise<number> {
  const samples = await lockSamples(trx, [...new Set(sampleIds)], 'Nothing was confirmed.')
  const homeless = samples.filter((sample) => !sample.is_stored)
  if (homeless.length > 0) {
    const names = listFirst(homeless.map(({ name, alias }) => `${name} (${alias})`))
    const have = homeless.length === 1 ? 'has' : 'have'
    throw new DomainError(
      'put-away-not-possible',
      `${names} ${have} no place in storage. Please place ${homeless.length === 1 ? 'it' : 'them'} in a cell.`,
    )
  }
  const confirmed = await deletePutAway(
    trx,
    samples.map(({ id }) => id),
  )
  await saveAuditEvents(
    trx,
    confirmed.map((entityId) => ({ action: 'custody.put-away', entityType: 'sample' as const, entityId })),
    actor,
  )
  return confirmed.length
}
