import type { Db } from '../db/database.ts'
import { isSessionOpen } from './session-queries.ts'

const trustedMs = 1000
const mostKnown = 10_000

/**
 * Which sessions were open when last looked up, so that a burst of calls asks the database once a second.
 * A logout is heard from the database and makes it forget; that second is the most it can be behind when it hears nothing.
 */
export class KnownSessions {
  #openUntil = new Map<string, number>()

  async isOpen(db: Db, id: string, now: Date): Promise<boolean> {
    const known = this.#openUntil
    if ((known.get(id) ?? 0) > performance.now()) return true
    const asked = performance.now()
    const isOpen = await isSessionOpen(db, id, now)
    // A logout while the database was asked has put another map in the place of this one.
    if (isOpen && known.size < mostKnown) known.set(id, asked + trustedMs)
    else if (isOpen) this.forget()
    return isOpen
  }

  forget(): void {
    this.#openUntil = new Map()
  }
}
