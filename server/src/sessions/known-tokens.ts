import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Access, accessOf, limitAccess } from './access.ts'
import { hashApiToken } from './api-token.ts'
import { isAllowed, issuerOf } from './assert-allowed.ts'
import { findTokenHolder } from './known-token-queries.ts'
import { SecondCache } from './second-cache.ts'

export type KnownToken = {
  id: string
  personId: string
  access: Access
  expiresAt: Date
  /** The minute of the last use that is saved, or about to be. */
  lastUsedAt: Date | null
}

/** Caches valid API tokens for a second by their hash, as `KnownSessions` does sessions. */
export class KnownTokens {
  readonly #identity: Config['identity']
  readonly #access: Config['access']
  readonly #issuer: string
  readonly #known = new SecondCache<KnownToken>()

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
    return this.#known.find(hash, isOpen, async () => {
      const holder = await findTokenHolder(db, { hash, issuer: this.#issuer }, now)
      if (!holder || !isAllowed(this.#identity, holder.email)) return undefined
      const { id, personId, expiresAt, lastUsedAt, permissions } = holder
      const access = limitAccess(accessOf(this.#access, holder), permissions)
      return { id, personId, access, expiresAt, lastUsedAt }
    })
  }

  forget(): void {
    this.#known.clear()
  }
}
