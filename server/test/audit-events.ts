import type { Lab } from './lab.ts'

/** Lists the audit events with this action, oldest first. */
export const auditEventsOf = (lab: Lab, action: string) =>
  lab.db
    .selectFrom('audit_event')
    .select(['at', 'person_id', 'entity_type', 'entity_id', 'before', 'after', 'reason'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
