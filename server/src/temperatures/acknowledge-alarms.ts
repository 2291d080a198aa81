import type { BodyOf } from '@lims/contract/endpoint.ts'
import type { temperaturesApi } from '@lims/contract/temperatures.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { acknowledgeAlarm } from './alarm-queries.ts'
import { lockMonitor } from './monitor-queries.ts'

/**
 * Acknowledges alarms; those that another person has acknowledged are left as they are. Returns how many were. Throws
 * `temperature-alarm-not-found` if none was left.
 */
export async function acknowledgeAlarms(
  trx: Transaction,
  { alarms, note }: BodyOf<typeof temperaturesApi.acknowledge>,
  actor: Actor,
): Promise<number> {
  const acknowledged: typeof alarms = []
  const inOrder = alarms.toSorted((one, other) => one.storageId - other.storageId)
  let locked: number | undefined
  for (const alarm of inOrder) {
    if (alarm.storageId !== locked) await lockMonitor(trx, alarm.storageId)
    locked = alarm.storageId
    if (await acknowledgeAlarm(trx, alarm, { note, actor })) acknowledged.push(alarm)
  }
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
    entityType: 'storage' as const,
    entityId: String(storageId),
    after: { kind, beganAt, note },
  }))
  await saveAuditEvents(trx, events, actor)
  return acknowledged.length
}
