import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Access, accessOf, limitAccess } from './access.ts'
import { hashApiToken } from './api-token.ts'
import { isAllowed, issuerOf } from './assert-allowed.ts'
import { findTokenHolder, type TokenKey } from './known-token-queries.ts'
import { SecondCache } from './second-cache.ts'
import { TokenUses } from './token-uses.ts'

export type KnownToken = {
  id: string
  personId: string
  access: Access
  expiresAt: Date
  /** The address of the last use that is saved, or about to be. */
  lastUsedFrom: string | null
}

/** Caches valid API tokens for a second by their hash, as `KnownSessions` does sessions. */
export class KnownTokens {
  readonly #identity: Config['identity']
  readonly #access: Config['access']
  readonly #issuer: string
  readonly #known = new SecondCache<KnownToken>()
  readonly uses = new TokenUses()

  constructor({ identity, access }: Pick<Config, 'identity' | 'access'>) {
    this.#identity = identity
    this.#access = access
    this.#issuer = issuerOf(identity)
  }

  /**
   * Returns the token and what it may do: what its owner may do, cut by its own list. Undefined for any other
   * text, after the same hash and query as for a token that has ended, so that the time reveals nothing.
   */
  async find(db: Db, bearer: string, now: Date): Promise<KnownToken | undefined> {
    const hash = hashApiToken(bearer)
    const isOpen = ({ expiresAt }: KnownToken) => expiresAt > now
    return this.#known.find(hash, isOpen, () => this.#lookUp(db, { hash }, now))
  }

  /** Looks up in the database, without the cache, what the token may do; undefined if it has ended. */
  async findPresentAccess(db: Db, id: string, now: Date): Promise<Access | undefined> {
    const token = await this.#lookUp(db, { id }, now)
    return token?.access
  }

  async #lookUp(db: Db, key: TokenKey, now: Date): Promise<KnownToken | undefined> {
    const holder = await findTokenHolder(db, { ...key, issuer: this.#issuer }, now)
    if (!holder || !isAllowed(this.#identity, holder.email)) return undefined
    const { id, personId, expiresAt, lastUsedFrom, permissions } = holder
    const access = limitAccess(accessOf(this.#access, holder), permissions)
    return { id, personId, access, expiresAt, lastUsedFrom }
  }

  forget(): void {
    this.#known.clear()
  }
}
