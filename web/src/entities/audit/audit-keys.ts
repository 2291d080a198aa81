/** The keys of all queries for events of the audit trail. */
export const auditKeys = { all: ['audit'] as const }
