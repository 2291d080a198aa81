import type { Identity } from '../config.ts'
import type { Db } from '../db/database.ts'
import { isAllowed, issuerOf } from './assert-allowed.ts'
import { findSessionEmail, type SessionOwner } from './session-queries.ts'

const sessionCacheMs = 1000
const maxCached = 10_000

type CachedSession = { personId: string; until: number }

/**
 * Caches open sessions for a second, so that a burst of calls queries the database once. A logout on any server clears
 * the cache through a notification of the database; if that is lost, a token still works for at most a second.
 */
export class KnownSessions {
  readonly #identity: Identity
  readonly #issuer: string
  #known = new Map<string, CachedSession>()

  constructor(identity: Identity) {
    this.#identity = identity
    this.#issuer = issuerOf(identity)
  }

  /** Whether the session is open, belongs to this person and the current provider, and the person is still allowed. */
  async isOpen(db: Db, { id, personId }: Omit<SessionOwner, 'issuer'>, now: Date): Promise<boolean> {
    const known = this.#known
    const found = known.get(id)
    if (found && found.personId === personId && found.until > performance.now()) return true
    const lookedUpAt = performance.now()
    const email = await findSessionEmail(db, { id, personId, issuer: this.#issuer }, now)
    if (email === undefined || !isAllowed(this.#identity, email)) return false
    // A logout during the query has replaced the map; this one is then no longer used.
    if (known.size < maxCached) known.set(id, { personId, until: lookedUpAt + sessionCacheMs })
    else this.forget()
    return true
  }

  forget(): void {
    this.#known = new Map()
  }
}
