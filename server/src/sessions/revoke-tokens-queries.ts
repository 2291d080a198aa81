import { type RawBuilder, sql } from 'kysely'
import type { AuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { revokeTokens } from './known-token-queries.ts'

/** The person and the service accounts that they own. */
const accountsOf = (personId: string) =>
  sql`(select id from person where id = ${personId} or owner_id = ${personId})`

/**
 * Revokes the API tokens, but for expired ones, of a person and of the service accounts that they own, those that one
 * of these has created for the service accounts of others, and those that were created with these. Returns an audit
 * event for each.
 */
export const revokeTokensOf = (trx: Transaction, personId: string, at: Date): Promise<AuditEvent[]> =>
  revokeOpen(trx, sql`person_id in ${accountsOf(personId)} or created_by in ${accountsOf(personId)}`, at)

/**
 * Revokes the API tokens, but for expired ones, that a person or a service account of theirs has created for the
 * service accounts of others, and those that were created with these. Returns an audit event for each.
 */
export const revokeTokensForOthers = (trx: Transaction, personId: string, at: Date): Promise<AuditEvent[]> =>
  revokeOpen(trx, sql`created_by in ${accountsOf(personId)} and person_id not in ${accountsOf(personId)}`, at)

async function revokeOpen(trx: Transaction, condition: RawBuilder<unknown>, at: Date): Promise<AuditEvent[]> {
  const tokens = await revokeTokens(trx, sql`expires_at > ${at}::timestamptz and (${condition})`, at)
  return tokens.map(({ id, name }) => ({
    action: 'token.revoke',
    entityId: id,
    before: { name, revokedAt: null },
    after: { name, revokedAt: at.toISOString() },
  }))
}
