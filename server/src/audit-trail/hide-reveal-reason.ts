import type { AuditEvent } from '@lims/contract/audit-api.ts'

/**
 * Returns an event as callers who may not see subjects get it: without the reason for which a subject was revealed,
 * since people often write there who it is.
 */
export const hideRevealReason = (event: AuditEvent): AuditEvent =>
  event.action === 'subject.reveal' && event.reason !== null
    ? { ...event, reason: null, masked: true }
    : event
