import type { Identity } from '../config.ts'
import type { Db } from '../db/database.ts'
import { isAllowed, issuerOf } from './assert-allowed.ts'
import { findSessionEmail, type SessionOwner } from './session-queries.ts'

const cacheMs = 1000
const maxCached = 10_000

type Known = { personId: string; until: number }

/**
 * Which sessions were open when last looked up, so that a burst of calls asks the database once a second.
 * A logout is heard from the database and makes it forget; that second is the most it can be behind when it hears nothing.
 */
export class KnownSessions {
  readonly #identity: Identity
  readonly #issuer: string
  #known = new Map<string, Known>()

  constructor(identity: Identity) {
    this.#identity = identity
    this.#issuer = issuerOf(identity)
  }

  /** Whether the session is open, of this person and of the present provider, and the person still allowed in. */
  async isOpen(db: Db, { id, personId }: Omit<SessionOwner, 'issuer'>, now: Date): Promise<boolean> {
    const known = this.#known
    const found = known.get(id)
    if (found && found.personId === personId && found.until > performance.now()) return true
    const asked = performance.now()
    const email = await findSessionEmail(db, { id, personId, issuer: this.#issuer }, now)
    if (email === undefined || !isAllowed(this.#identity, email)) return false
    // A logout while the database was asked has put another map in the place of this one.
    if (known.size < maxCached) known.set(id, { personId, until: asked + cacheMs })
    else this.forget()
    return true
  }

  forget(): void {
    this.#known = new Map()
  }
}
