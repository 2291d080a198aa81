import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs } from '@lims/contract/durations.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isReplyLost } from '../errors/is-database-unreachable.ts'
import {
  listErasuresToClean,
  markErasuresCleaned,
  readNextTransaction,
  vacuumErased,
  writeAheadLog,
} from './vacuum-erased-queries.ts'

const defaultFirstPauseMs = 5000
const maxPauseMs = minuteMs
/** A backup of a large database holds its tables for minutes. */
const maxAttempts = 60
/** A run during which the database ends again and again may be why it does. */
const maxLostRuns = 5

type Parts = {
  db: Db
  ownsServer: boolean
  log: Pick<FastifyBaseLogger, 'error'>
  /** How long it waits for transactions that began before the erasure. */
  snapshotWaitMs?: number
  /** How long it waits for a table that others have in use. */
  lockTimeoutMs?: number
  /** How long it waits until PostgreSQL applies a new setting. */
  reloadWaitMs?: number
  /** The pause before such a table is tried again; longer after each attempt. */
  firstPauseMs?: number
}

/**
 * Removes the old versions of erased rows in the background. Tables that others have in use, such as a backup, or whose
 * old versions an older transaction may read, are tried again after a pause, for about an hour, and so is the
 * write-ahead log, if PostgreSQL does not apply a setting in time. Then the log names what is left, as it does at once
 * for tables that take too long. A run that loses the database is repeated once that replies again. What is left when
 * the server stops is cleaned after the next start.
 */
export class ErasedCleaner {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #isRequested = false
  #isRunning = false
  #lostRuns = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Cleans what a server that was stopped has left. */
  async resume(): Promise<void> {
    if ((await listErasuresToClean(this.#parts.db)).length > 0) this.request()
  }

  /** Cleans all tables soon, unless a run that began after the erasure has. One run serves all earlier requests. */
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
      this.#lostRuns = 0
    } catch (error) {
      if (!isReplyLost(error)) this.#logLeft(errorMessage(error))
      else if (await this.#mayRunAgain(errorMessage(error))) this.#isRequested = true
    } finally {
      this.#isRunning = false
      if (this.#isRequested) void this.#run()
    }
  }

  /** Throws when the last attempt fails, or the server stops before. */
  async #cleanAll(): Promise<void> {
    const { db, ownsServer, snapshotWaitMs, lockTimeoutMs, reloadWaitMs } = this.#parts
    let left: string[] = []
    let erasures: string[] = []
    let erasedBefore: string | undefined
    for (let attempt = 1; this.#isRequested || left.length > 0; attempt++) {
      const isWhole = this.#isRequested
      this.#isRequested = false
      if (isWhole) {
        attempt = 1
        erasures = await listErasuresToClean(db)
        // Each table would be locked anew for nothing.
        if (erasures.length === 0) return
        erasedBefore = await readNextTransaction(db)
      }
      const what = { ...(isWhole ? {} : { tables: left }), ...(erasedBefore && { erasedBefore }) }
      const waits = { snapshotWaitMs, lockTimeoutMs, reloadWaitMs }
      const stopping = this.#stopping.signal
      const vacuumed = await vacuumErased(db, { ownsServer, stopping, ...what, ...waits })
      if (vacuumed.failed.length > 0) this.#logLeft(vacuumed.failed.join('; '))
      left = [...vacuumed.left, ...vacuumed.readByOlder]
      if (left.length === 0) {
        await markErasuresCleaned(db, erasures)
        continue
      }
      if (attempt === maxAttempts) throw new Error(describeLeft(vacuumed))
      if (await this.#isStoppedDuring(attempt))
        throw new Error(`${left.join(', ')}: the server stops, and cleans them after its next start`)
    }
  }

  /** Waits until the database replies again. Resolves to false when the server stops, or after too many such runs. */
  async #mayRunAgain(reason: string): Promise<boolean> {
    this.#lostRuns += 1
    const isLast = this.#lostRuns > maxLostRuns
    const then = isLast
      ? 'they are cleaned after the next start'
      : 'they are cleaned once the database replies'
    this.#logLeft(`${reason}; ${then}`)
    if (isLast) return false
    const { db } = this.#parts
    for (let attempt = 1; !(await this.#isStoppedDuring(attempt)); attempt++) {
      const isLost = await listErasuresToClean(db).then(() => false, isReplyLost)
      if (!isLost) return true
    }
    return false
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

function describeLeft({ left, readByOlder }: { left: string[]; readByOlder: string[] }): string {
  const inUse = left.filter((name) => name !== writeAheadLog)
  return [
    inUse.length > 0 ? `${inUse.join(', ')} in use` : '',
    left.length > inUse.length ? `${writeAheadLog}: the database did not apply the setting wal_recycle` : '',
    readByOlder.length > 0
      ? `${readByOlder.join(', ')}: an older transaction may still read them; end it before 'vacuum full'`
      : '',
  ]
    .filter(Boolean)
    .join('; ')
}
