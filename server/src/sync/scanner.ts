import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs } from '@lims/contract/durations.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isReplyLost } from '../errors/is-database-unreachable.ts'
import { ScanFailed, type ScanFiles } from './read-changes.ts'
import { runScan } from './run-scan.ts'
import {
  abortRun,
  beginDueRun,
  heartbeatMs,
  ScanLost,
  type SyncRun,
  saveHeartbeat,
} from './sync-run-queries.ts'

const maxCheckIntervalMs = 30_000
/** How long the end of a scan may wait for the database, such as for a restart. */
const endWithinMs = minuteMs
const endPauseMs = 1000

type Parts = {
  db: Db
  now: () => Date
  log: FastifyBaseLogger
  folder: string | undefined
  everyMinutes: number
  isDiskFull: () => boolean
  scanFiles: ScanFiles
}

/** Repeats `work`, except while it is under way: behind a lock it holds one connection. */
function repeat(work: () => Promise<void>, everyMs: number): NodeJS.Timeout {
  let isUnderWay = false
  return setInterval(async () => {
    if (isUnderWay) return
    isUnderWay = true
    await work()
    isUnderWay = false
  }, everyMs)
}

/** Runs the scans that begin on this server. The database allows one at a time over all servers. */
export class Scanner {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #clock: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  begin(run: SyncRun): void {
    const scan = this.#run(run)
    this.#running.add(scan)
    scan.finally(() => this.#running.delete(scan))
  }

  /** Starts scheduled scans. Checks more often than their interval, since another server may have scanned last. */
  startSchedule(): void {
    const { everyMinutes, log, folder } = this.#parts
    if (!folder || everyMinutes === 0) return
    this.#clock = repeat(
      () =>
        this.#beginIfDue().catch((error: Error) => log.warn(`no scan could begin: ${errorMessage(error)}`)),
      Math.min(everyMinutes * minuteMs, maxCheckIntervalMs),
    )
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock)
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #beginIfDue() {
    const { db, now, everyMinutes, isDiskFull } = this.#parts
    if (isDiskFull()) return
    const run = await beginDueRun(db, now(), everyMinutes * minuteMs)
    if (run) this.begin(run)
  }

  async #run(run: SyncRun): Promise<void> {
    const { db, now, log, folder, scanFiles } = this.#parts
    const progress = { dvcFiles: 0 }
    const heartbeat = repeat(
      () =>
        saveHeartbeat(db, run.id, progress.dvcFiles).catch((error: Error) =>
          log.warn(`the heartbeat of a scan cannot be saved: ${errorMessage(error)}`),
        ),
      heartbeatMs,
    )
    const tools = { db, folder: folder ?? '', now, signal: this.#stopping.signal, progress, scanFiles }
    await runScan(run, tools)
      .catch((error: Error) => this.#abort(run, error, progress.dvcFiles))
      .catch((error: Error) => log.error(`the end of a scan could not be saved: ${errorMessage(error)}`))
    clearInterval(heartbeat)
  }

  async #abort(run: SyncRun, error: Error, filesProcessed: number): Promise<void> {
    const { db, now, log } = this.#parts
    if (error instanceof ScanLost) return
    const isStopping = this.#stopping.signal.aborted
    if (!isStopping && (!(error instanceof ScanFailed) || error.cause)) log.error(error)
    const message = isStopping
      ? 'A scan broke off: its server was stopped.'
      : error instanceof ScanFailed
        ? error.message
        : isReplyLost(error)
          ? 'A scan broke off: the database did not respond.'
          : 'A scan broke off: something went wrong on the server.'
    const outcome = isStopping ? 'stopped' : 'failed'
    const end = { runId: run.id, outcome, at: now(), filesProcessed, message } as const
    await this.#onceReachable(() => abortRun(db, end))
  }

  /**
   * Repeats `save` while the database is away, unless the server stops. A run that has ended since is left as it is.
   */
  async #onceReachable(save: () => Promise<void>): Promise<void> {
    const deadline = performance.now() + endWithinMs
    for (;;) {
      try {
        return await save()
      } catch (error) {
        if (error instanceof ScanLost) return
        if (!isReplyLost(error) || performance.now() > deadline) throw error
        if (await wait(endPauseMs, false, { signal: this.#stopping.signal }).catch(() => true)) throw error
      }
    }
  }
}
