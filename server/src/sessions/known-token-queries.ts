import type { Permission, Role } from '@lims/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

type TokenHolder = {
  id: string
  personId: string
  permissions: Permission[]
  expiresAt: Date
  lastUsedFrom: string | null
  /** E-mail address of the owner of the token: a person, or the owner of the service account. */
  email: string
  role: Role | null
  areRolesOn: boolean
}

/** The id of a token, or its hash in base64. */
export type TokenKey = { id: string } | { hash: string }

/**
 * Returns the token with this id or hash and its owner; undefined if the token is revoked or expired, if its account
 * or its owner is deactivated, or if the owner has never signed in with this provider.
 */
export async function findTokenHolder(
  db: Db,
  { issuer, ...key }: TokenKey & { issuer: string },
  now: Date,
): Promise<TokenHolder | undefined> {
  return db
    .selectFrom('api_token as token')
    .innerJoin('person as holder', 'holder.id', 'token.person_id')
    .innerJoin('person as responsible', (join) =>
      join.on('responsible.id', '=', sql<string>`coalesce(holder.owner_id, holder.id)`),
    )
    .select([
      'token.id',
      'token.person_id as personId',
      'token.permissions',
      'token.expires_at as expiresAt',
      'token.last_used_from as lastUsedFrom',
      'responsible.email',
      'responsible.role',
    ])
    .select((eb) => eb.exists(eb.selectFrom('roles_state').select('id')).as('areRolesOn'))
    .$narrowType<{ areRolesOn: boolean }>()
    .where((eb) =>
      'id' in key ? eb('token.id', '=', key.id) : eb('token.hash', '=', Buffer.from(key.hash, 'base64')),
    )
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', now)
    .where('holder.deactivated_at', 'is', null)
    .where('responsible.deactivated_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .whereRef('session.person_id', '=', 'responsible.id')
          .where('session.issuer', '=', issuer),
      ),
    )
    .executeTakeFirst()
}

/**
 * Saves when and from where a token was used, unless that minute is saved already with that address, or a later one.
 */
export function updateTokenUse(
  db: Db,
  { id, minute, address }: { id: string; minute: Date; address: string },
): Promise<unknown> {
  return db
    .updateTable('api_token')
    .set({ last_used_at: minute, last_used_from: address })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', minute),
        eb('last_used_at', '=', minute).and('last_used_from', 'is distinct from', address),
      ]),
    )
    .execute()
}

/**
 * Revokes the API tokens for which `condition` holds, and the tokens that were created with them, whoever owns these.
 * Returns the tokens that were not revoked before.
 */
export async function revokeTokens(
  trx: Transaction,
  condition: RawBuilder<boolean>,
  at: Date,
): Promise<{ id: string; name: string }[]> {
  const revoked: { id: string; name: string }[] = []
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      with recursive ended as (
        select id from api_token where ${condition}
        union
        select made.id from api_token made join ended on made.created_with = ended.id
        where made.expires_at > ${at}::timestamptz
      )
      update api_token set revoked_at = ${at}::timestamptz
      where id in (select id from ended) and revoked_at is null
      returning id, name
    `.execute(trx)
    // One of them may have waited for the creation of another, which only a later statement sees.
    if (rows.length === 0) return revoked
    revoked.push(...rows)
  }
}

/** Revokes every API token that has not expired. Returns their ids. */
export async function updateAllRevokedAt(trx: Transaction, revokedAt: Date): Promise<string[]> {
  const revoked = await trx
    .updateTable('api_token')
    .set({ revoked_at: revokedAt })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', revokedAt)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}
