import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { errorCode } from '../errors/error-code.ts'
import { readOnlyTransaction } from '../errors/sql-states.ts'
import { type Columns, NamedQuery } from './named-query.ts'

/** Maximum number of statements that are prepared per connection; further ones are sent unprepared. */
const maxNames = 500

/**
 * Whether a prepared statement returns other columns than when it was prepared: a newer version of the server has added
 * one to a table. PostgreSQL then refuses the name on that connection for good.
 */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Fields of a pg client that its types leave out. */
type Internals = {
  connection: { stream: Socket }
  processID: number | null
  getTransactionStatus: () => string | null
}

/**
 * A pg client that sends every statement with values as a named prepared statement, sends `begin` together with the
 * statement after it, and knows for how long it has waited for a reply. Needs the option `pipeline`.
 */
export class NamingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  /** The columns of the statements that were executed, by name. */
  readonly #columns = new Map<string, Columns>()
  /** Part of all names, so that statements are prepared again when the tables have changed. */
  #generation = 0
  #unanswered = 0
  #waitingSince = 0
  #hasRefusedChange = false

  /** Milliseconds for which the server has not replied to a statement that was sent; 0 while there is none. */
  silentMs(): number {
    return this.#unanswered === 0 ? 0 : performance.now() - this.#waitingSince
  }

  /** The number of the server process that serves this connection. */
  backend(): number {
    return (this as unknown as Internals).processID ?? 0
  }

  /** Whether the database, such as a former primary that is a standby now, has refused a change on this connection. */
  hasRefusedChange(): boolean {
    return this.#hasRefusedChange
  }

  /** Ends the connection without waiting for the server; its statement under way fails. */
  destroy(why = 'the database went silent'): void {
    const { connection } = this as unknown as Internals
    connection.stream.destroy(new Error(`Connection terminated: ${why}`))
  }

  /**
   * Buffers what is sent until the end of this turn of the event loop, so that the statements of requests that arrived
   * together are one write, which wakes the database once.
   */
  sendTogether(): void {
    const { stream } = (this as unknown as Internals).connection
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => stream.uncork())
  }

  // @ts-expect-error pg states a dozen overloads; the two forms that Kysely uses are text with and without values.
  override query(text: unknown, values?: unknown[], done?: unknown) {
    if (typeof text !== 'string' || typeof values === 'function' || done) {
      return super.query(text as string, values as unknown[], done as never)
    }
    if (text === 'begin') return this.#begin()
    const name = values && values.length > 0 ? this.#nameOf(text) : undefined
    return this.#send({ ...(name ? { name } : {}), text, ...(values ? { values } : {}) })
  }

  /** Returns one name for one text, so that PostgreSQL plans a frequent statement once per connection. */
  #nameOf(text: string): string | undefined {
    let name = this.#names.get(text)
    if (!name) {
      if (this.#names.size >= maxNames) return undefined
      name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
      this.#names.set(text, name)
    }
    return this.#generation > 0 ? `${name}.${this.#generation}` : name
  }

  /**
   * Sends `begin` and does not wait for its reply, which saves each write a round trip. PostgreSQL executes statements
   * in the order in which they were sent. If this one fails, which takes a cancelled request or a server without
   * memory, the connection ends, the request fails, and the statement that was sent after it may have been saved alone:
   * not one that changes what the laboratory keeps, since that needs an audit event in its transaction.
   */
  #begin(): Promise<object> {
    this.#send({ text: 'begin' }).catch(() => this.destroy())
    return Promise.resolve({ command: 'BEGIN', rows: [], rowCount: 0 })
  }

  /**
   * Sends a statement with a callback. With a promise, pg keeps each result longer than its request, and garbage
   * collection of whole pages of rows then stopped every call for 5 ms, twelve times a second.
   */
  async #send(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#unanswered === 0) this.#waitingSince = performance.now()
    this.#unanswered += 1
    const { name = '' } = config
    const known = this.#columns.get(name)
    const query = name ? new NamedQuery(config, known) : config
    try {
      const result = await new Promise<pg.QueryResult>((resolve, reject) => {
        super.query(query as pg.QueryConfig, (error: Error | null, result) =>
          error ? reject(error) : resolve(result),
        )
      })
      const columns = known || !(query instanceof NamedQuery) ? undefined : query.columns()
      if (columns) this.#columns.set(name, columns)
      return result
    } catch (error) {
      this.#columns.delete(name)
      if (isPlanOutdated(error)) return await this.#sendAgain(config, error)
      if (errorCode(error) === readOnlyTransaction) this.#hasRefusedChange = true
      // Its own trace ends in the socket.
      Error.captureStackTrace(error as Error)
      throw error
    } finally {
      this.#unanswered -= 1
      this.#waitingSince = performance.now()
    }
  }

  /** Sends a statement whose plan is outdated by a new name. In a transaction, `inTransaction` begins again instead. */
  #sendAgain(config: pg.QueryConfig, error: unknown): Promise<pg.QueryResult> {
    // Others under way fail too, by the same generation of names.
    if (config.name === this.#nameOf(config.text)) {
      this.#generation += 1
      this.#columns.clear()
    }
    const name = this.#nameOf(config.text)
    if (name === undefined || (this as unknown as Internals).getTransactionStatus() !== 'I') throw error
    return this.#send({ ...config, name })
  }
}
