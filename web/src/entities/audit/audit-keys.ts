/** Whatever shows events of the audit trail. */
export const auditKeys = { all: ['audit'] as const }
