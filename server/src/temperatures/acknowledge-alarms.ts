import type { BodyOf } from '@lims/contract/endpoint.ts'
import type { temperaturesApi } from '@lims/contract/temperatures.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockExistingStorages } from '../storage/storage-queries.ts'
import { updateAcknowledged } from './alarm-queries.ts'
import { lockMonitors } from './monitor-queries.ts'

/**
 * Acknowledges alarms; those that another person has acknowledged are left as they are. Returns how many were. Throws
 * `temperature-alarm-not-found` if none was left.
 */
export async function acknowledgeAlarms(
  trx: Transaction,
  { alarms, note }: BodyOf<typeof temperaturesApi.acknowledge>,
  actor: Actor,
): Promise<number> {
  const storages = await lockExistingStorages(
    trx,
    alarms.map(({ storageId }) => storageId),
  )
  await lockMonitors(trx, [...storages])
  const ofStorages = alarms.filter(({ storageId }) => storages.has(storageId))
  const acknowledged = await updateAcknowledged(trx, ofStorages, { note, actor })
  if (acknowledged.length === 0) {
    throw new DomainError(
      'temperature-alarm-not-found',
      alarms.length === 1
        ? 'This alarm no longer exists, or another person has acknowledged it.'
        : 'These alarms no longer exist, or another person has acknowledged them.',
    )
  }
  const events = acknowledged.map(({ storageId, kind, beganAt }) => ({
    action: 'temperature.acknowledge' as const,
    entityId: String(storageId),
    after: { kind, beganAt: beganAt.toISOString(), note },
  }))
  await saveAuditEvents(trx, events, actor)
  return acknowledged.length
}
