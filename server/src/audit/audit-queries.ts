import type { Transaction } from '../db/database.ts'

export type AuditEvent = {
  action: string
  entityType: 'sample' | 'batch' | 'storage' | 'session'
  entityId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Every write leaves one, in its own transaction: who, when, what, before, after. The table refuses to forget. */
export function saveAuditEvent(trx: Transaction, event: AuditEvent, by: { userId: string; at: Date }) {
  return trx
    .insertInto('audit_event')
    .values({
      at: by.at,
      person_id: by.userId,
      action: event.action,
      entity_type: event.entityType,
      entity_id: event.entityId,
      before: event.before ? JSON.stringify(event.before) : null,
      after: event.after ? JSON.stringify(event.after) : null,
    })
    .execute()
}
