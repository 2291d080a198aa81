import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Access, accessOf } from './access.ts'
import { isAllowed, issuerOf } from './assert-allowed.ts'
import { KnownTokens } from './known-tokens.ts'
import { listAdministrators } from './person-queries.ts'
import { SecondCache } from './second-cache.ts'
import { findSessionPerson, type SessionOwner } from './session-queries.ts'

export type KnownSession = { personId: string; access: Access; startedAt: Date }

type Caller = { userId: string; at: Date } & (
  | { sessionId: string; tokenId?: undefined }
  | { tokenId: string; sessionId?: undefined }
)

/**
 * Caches open sessions for a second. A logout or a change of roles on any server clears the cache through a
 * notification of the database; if that is lost, a token still works for at most a second.
 */
export class KnownSessions {
  readonly #identity: Config['identity']
  readonly #access: Config['access']
  readonly #issuer: string
  readonly tokens: KnownTokens
  readonly #known = new SecondCache<KnownSession>()

  constructor({ identity, access }: Pick<Config, 'identity' | 'access'>) {
    this.tokens = new KnownTokens({ identity, access })
    this.#identity = identity
    this.#access = access
    this.#issuer = issuerOf(identity)
  }

  /**
   * Returns what the person of a session may do, and when it began; undefined unless the session is open, of this
   * person and provider, and the person allowed.
   */
  find(db: Db, { id, personId }: Omit<SessionOwner, 'issuer'>, now: Date): Promise<KnownSession | undefined> {
    const isOfPerson = (known: KnownSession) => known.personId === personId
    return this.#known.find(id, isOfPerson, () => this.#lookUp(db, { id, personId }, now))
  }

  /** Like `find`, but undefined unless the session is cached. */
  peek({ id, personId }: Omit<SessionOwner, 'issuer'>): KnownSession | undefined {
    return this.#known.peek(id, (known) => known.personId === personId)
  }

  /**
   * Looks up in the database, without the cache, what a caller may do. Returns undefined if their session or API token
   * has ended since the request arrived.
   */
  async findPresentAccess(db: Db, { userId, sessionId, tokenId, at }: Caller): Promise<Access | undefined> {
    if (tokenId !== undefined) return this.tokens.findPresentAccess(db, tokenId, at)
    const session = await this.#lookUp(db, { id: sessionId, personId: userId }, at)
    return session?.access
  }

  async #lookUp(
    db: Db,
    { id, personId }: Omit<SessionOwner, 'issuer'>,
    now: Date,
  ): Promise<KnownSession | undefined> {
    const person = await findSessionPerson(db, { id, personId, issuer: this.#issuer }, now)
    if (!person || !isAllowed(this.#identity, person.email)) return undefined
    return { personId, access: accessOf(this.#access, person), startedAt: person.startedAt }
  }

  /** Returns the names of up to three administrators, to name them in a refusal. */
  listAdministrators(db: Db): Promise<string[]> {
    return listAdministrators(db, this.#access)
  }

  /** Forgets all sessions and API tokens, so that each is looked up again. */
  forget(): void {
    this.tokens.forget()
    this.#known.clear()
  }
}
