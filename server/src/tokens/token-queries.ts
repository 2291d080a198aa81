import type { Permission } from '@lims/contract/permissions.ts'
import type { ApiToken } from '@lims/contract/tokens.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { revokeTokens } from '../sessions/known-token-queries.ts'

type NewToken = {
  name: string
  personId: string
  /** In base64. */
  hash: string
  permissions: Permission[]
  createdBy: string
  /** The token with which it is created; null in a browser. */
  createdWith: string | null
  createdAt: Date
  expiresAt: Date
}

/** Saves a token by its hash. Returns its id. */
export async function insertToken(trx: Transaction, token: NewToken): Promise<string> {
  const { id } = await trx
    .insertInto('api_token')
    .values({
      name: token.name,
      person_id: token.personId,
      hash: Buffer.from(token.hash, 'base64'),
      permissions: token.permissions,
      created_by: token.createdBy,
      created_with: token.createdWith,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type TokenPerson = { ownerId: string | null; isDeactivated: boolean }

/** Locks a person, so that two new tokens are counted one after the other. */
export async function findAndLockTokenHolder(trx: Transaction, id: string): Promise<TokenPerson | undefined> {
  return trx
    .selectFrom('person')
    .select(['owner_id as ownerId', sql<boolean>`deactivated_at is not null`.as('isDeactivated')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the owner of a service account. Keeps them from being deactivated until the transaction ends. */
export async function shareOwner(trx: Transaction, id: string) {
  return trx
    .selectFrom('person')
    .select(['name', sql<boolean>`deactivated_at is not null`.as('isDeactivated')])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
}

/**
 * Returns the person behind a caller: the caller, or the owner of the service account. Keeps that person from being
 * deactivated, and from getting another role, until the transaction ends.
 */
export async function shareResponsible(trx: Transaction, userId: string) {
  return trx
    .selectFrom('person as responsible')
    .innerJoin('person as caller', (join) =>
      join.on('responsible.id', '=', sql<string>`coalesce(caller.owner_id, caller.id)`),
    )
    .select(['responsible.email', 'responsible.role'])
    .select(sql<boolean>`responsible.deactivated_at is not null`.as('isDeactivated'))
    .select((eb) => eb.exists(eb.selectFrom('roles_state').select('id')).as('areRolesOn'))
    .$narrowType<{ areRolesOn: boolean }>()
    .where('caller.id', '=', userId)
    .forShare('responsible')
    .executeTakeFirstOrThrow()
}

export async function countOpenTokens(trx: Transaction, personId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('api_token')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type LockedToken = { personId: string; ownerId: string | null }

export async function findAndLockToken(trx: Transaction, id: string): Promise<LockedToken | undefined> {
  return trx
    .selectFrom('api_token as token')
    .innerJoin('person', 'person.id', 'token.person_id')
    .select(['person.id as personId', 'person.owner_id as ownerId'])
    .where('token.id', '=', id)
    .forUpdate('token')
    .executeTakeFirst()
}

/** Keeps a token from being revoked until the transaction ends. Returns false if it is revoked already. */
export async function shareOpenToken(trx: Transaction, id: string): Promise<boolean> {
  const token = await trx
    .selectFrom('api_token')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return token !== undefined
}

/** Revokes a token and those that were created with it. Returns the ids of those that were not revoked yet. */
export async function revokeWithThoseCreated(trx: Transaction, id: string, at: Date): Promise<string[]> {
  const revoked = await revokeTokens(trx, sql<boolean>`id = ${id}::uuid`, at)
  return revoked.map((token) => token.id)
}

const maxListed = 5000

/**
 * Returns the newest tokens, those in use before those that have ended; of a person with the service accounts they own,
 * or of everybody.
 */
export async function listTokens(
  db: Db,
  { personId }: { personId: string | undefined },
  now: Date,
): Promise<ApiToken[]> {
  const own = sql`where person.id = ${personId ?? ''}::text or person.owner_id = ${personId ?? ''}::text`
  const { rows } = await sql<TokenRow>`
    select token.id, token.name, person.id as "personId", person.name as "personName", token.permissions,
      token.created_at as "createdAt", token.expires_at as "expiresAt", token.revoked_at as "revokedAt",
      token.last_used_at as "lastUsedAt", token.last_used_from as "lastUsedFrom",
      maker.id as "makerId", maker.name as "makerName"
    from api_token token join person on person.id = token.person_id
    left join api_token maker on maker.id = token.created_with
    ${personId === undefined ? sql`` : own}
    order by token.revoked_at is null and token.expires_at > ${now}::timestamptz desc, token.created_at desc, token.id
    limit ${maxListed}
  `.execute(db)
  return rows.map(asApiToken)
}

type TokenRow = Omit<NewToken, 'hash' | 'createdBy' | 'createdWith'> & {
  id: string
  personName: string
  revokedAt: Date | null
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  makerId: string | null
  makerName: string | null
}

const asApiToken = ({
  personId,
  personName,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
  makerId,
  makerName,
  ...token
}: TokenRow): ApiToken => ({
  ...token,
  person: { id: personId, name: personName },
  createdWith: makerId === null ? null : { id: makerId, name: makerName ?? '' },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
