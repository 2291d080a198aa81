import type { AuditEvent } from '@lims/contract/audit-api.ts'

/**
 * Returns an event as callers see it who may not see subjects: without the reason for which a subject was revealed,
 * since people often write which one it is.
 */
export const withoutRevealReason = (event: AuditEvent): AuditEvent =>
  event.action === 'subject.reveal' && event.reason !== null
    ? { ...event, reason: null, masked: true }
    : event
