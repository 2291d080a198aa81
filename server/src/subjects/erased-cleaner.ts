import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { vacuumErased } from './vacuum-erased.ts'

const defaultFirstPauseMs = 5000
const maxPauseMs = 60_000
/** A backup of a large database holds its tables for minutes. */
const maxAttempts = 60

type Parts = {
  db: Db
  ownsServer: boolean
  log: Pick<FastifyBaseLogger, 'error'>
  /** How long it waits for a table that others have in use. */
  lockTimeoutMs?: number
  /** The pause before such a table is tried again; longer after each attempt. */
  firstPauseMs?: number
}

/**
 * Removes the old versions of erased rows in the background. Tables that others have in use, such as a backup, are tried
 * again after a pause, for about an hour; then the log names them, as it does at once for tables that take too long.
 */
export class ErasedCleaner {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #isRequested = false
  #isRunning = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Cleans all tables soon. One run serves all requests that were made before it began. */
  readonly request = (): void => {
    this.#isRequested = true
    if (!this.#isRunning) void this.#run()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      await this.#cleanAll()
    } catch (error) {
      this.#logLeft(errorMessage(error))
    } finally {
      this.#isRunning = false
      if (this.#isRequested) void this.#run()
    }
  }

  /** Throws when the last attempt fails, or the server stops before. */
  async #cleanAll(): Promise<void> {
    const { db, ownsServer, lockTimeoutMs } = this.#parts
    let inUse: string[] = []
    for (let attempt = 1; this.#isRequested || inUse.length > 0; attempt++) {
      if (this.#isRequested) attempt = 1
      const tables = this.#isRequested ? {} : { tables: inUse }
      this.#isRequested = false
      const vacuumed = await vacuumErased(db, { ownsServer, lockTimeoutMs, ...tables })
      if (vacuumed.failed.length > 0) this.#logLeft(vacuumed.failed.join('; '))
      inUse = vacuumed.inUse
      if (inUse.length === 0) continue
      if (attempt === maxAttempts || (await this.#isStoppedDuring(attempt)))
        throw new Error(`${inUse.join(', ')} in use`)
    }
  }

  #logLeft(reason: string): void {
    this.#parts.log.error(`old row versions of an erased subject were not removed from the files: ${reason}`)
  }

  #isStoppedDuring(attempt: number): Promise<boolean> {
    const { firstPauseMs = defaultFirstPauseMs } = this.#parts
    const pauseMs = Math.min(firstPauseMs * attempt, maxPauseMs)
    return wait(pauseMs, false, { signal: this.#stopping.signal, ref: false }).catch(() => true)
  }
}
