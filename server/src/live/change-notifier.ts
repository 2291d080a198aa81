import { type LiveChange, mergeChanges } from '@lims/contract/live.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { sendNotification } from './live-queries.ts'

/** Changes within this time are sent as one notification. */
const batchMs = 5
const retryMs = 500

/**
 * Notifies all servers of changes that a trigger leaves to this server, after their commit. PostgreSQL lets only one
 * transaction with a NOTIFY commit at a time: a hundred receipts a second waited for each other, and each for its own
 * fsync. A notification that fails is sent again; one that is lost when this process is killed is made up for by the
 * other servers, see `follow-changes.ts`.
 */
export class ChangeNotifier {
  readonly #db: Db
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #pending: LiveChange | undefined
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isClosed = false

  constructor(db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /** Call it after the commit. */
  notify(change: LiveChange): void {
    this.#pending = mergeChanges(this.#pending ?? {}, change)
    this.#schedule(batchMs)
  }

  /** Sends what is pending, and tries it once. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#sending
    await this.#send()
  }

  #schedule(delayMs: number) {
    if (this.#timer || this.#sending || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sending = this.#send().then((isSent) => {
        this.#sending = undefined
        if (this.#pending) this.#schedule(isSent ? batchMs : retryMs)
      })
    }, delayMs)
  }

  async #send(): Promise<boolean> {
    const change = this.#pending
    if (!change) return true
    this.#pending = undefined
    try {
      await sendNotification(this.#db, change)
      return true
    } catch (error) {
      this.#log.warn(`a live notification is sent again: ${errorMessage(error)}`)
      this.#pending = mergeChanges(change, this.#pending ?? {})
      return false
    }
  }
}
