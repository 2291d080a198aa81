import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { vacuumErased } from './vacuum-erased.ts'

const firstPauseMs = 5000
const maxPauseMs = 60_000
/** A backup of a large database holds its tables for minutes. */
const maxAttempts = 60

type Parts = { db: Db; ownsServer: boolean; log: Pick<FastifyBaseLogger, 'error'> }

/**
 * Removes the old versions of erased rows in the background, for one erasure after the other. What others have in use,
 * such as a backup, is tried again after a pause, for about an hour; then the log names the tables.
 */
export class ErasedCleaner {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  readonly clean = (): void => {
    this.#running = this.#running.then(() => this.#clean())
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #clean(): Promise<void> {
    const { db, ownsServer, log } = this.#parts
    const report = (why: string) =>
      log.error(`old row versions of an erased subject were not removed from the files: ${why}`)
    try {
      let inUse = await vacuumErased(db, { ownsServer })
      for (let attempt = 1; inUse.length > 0; attempt++) {
        if (attempt === maxAttempts || (await this.#isStoppedDuring(attempt)))
          return report(`${inUse.join(', ')} in use`)
        inUse = await vacuumErased(db, { ownsServer, tables: inUse })
      }
    } catch (error) {
      report(errorMessage(error))
    }
  }

  #isStoppedDuring(attempt: number): Promise<boolean> {
    const pauseMs = Math.min(firstPauseMs * attempt, maxPauseMs)
    return wait(pauseMs, false, { signal: this.#stopping.signal, ref: false }).catch(() => true)
  }
}
