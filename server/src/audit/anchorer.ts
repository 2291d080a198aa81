import { setTimeout as wait } from 'node:timers/promises'
import { hourMs, minuteMs } from '@lims/contract/durations.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { limits } from '../limits.ts'
import { type AnchorFile, appendAnchor, readLastAnchor } from './anchor-file.ts'
import { findLastSeal, findLastTimeStamp, insertTimeStamp, type SealHead } from './anchor-queries.ts'
import { requestTimeStamp } from './time-stamp.ts'

const intervalMs = minuteMs
const betweenTimeStampsMs = hourMs

type Parts = {
  db: Db
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  anchorFile?: AnchorFile | undefined
  tsaUrl?: string | undefined
}

/**
 * Writes the newest seal where the database cannot reach it: at the start and every minute, while there are new seals,
 * into a file, and every hour to a time-stamp authority. What fails is logged once and tried again; nothing waits for
 * it.
 */
export class Anchorer {
  readonly #parts: Parts
  readonly #failing = new Set<string>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const { anchorFile, tsaUrl } = this.#parts
    if (!anchorFile && !tsaUrl) return
    const run = () => {
      this.#running = this.#running.then(() => this.anchor())
    }
    run()
    this.#timer = setInterval(run, intervalMs).unref()
  }

  /** Stops within some seconds, also if the anchor file does not reply. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.race([this.#running, wait(limits.stopAnchorMs, undefined, { ref: false })])
  }

  /** Anchors the newest seal wherever that is due. Never fails. */
  async anchor(): Promise<void> {
    await this.#attempt('the audit trail cannot be anchored in AUDIT_ANCHOR_FILE', () => this.#anchorInFile())
    await this.#attempt('no time stamp could be had from AUDIT_TSA_URL', () => this.#stamp())
    await this.#attempt('the time stamp cannot be anchored in AUDIT_ANCHOR_FILE', () => this.#stampInFile())
  }

  async #anchorInFile() {
    const { db, now, anchorFile } = this.#parts
    if (!anchorFile) return
    const seal = await findLastSeal(db)
    if (!seal) return
    const hash = Buffer.from(seal.hash).toString('hex')
    await anchorFile.use(async (file) => {
      const last = await readLastAnchor(file)
      if (last?.seal === seal.number && last.hash === hash) return
      await appendAnchor(file, { seal: seal.number, hash, at: now().toISOString() })
    })
  }

  async #stamp() {
    const { db, now, tsaUrl } = this.#parts
    if (!tsaUrl) return
    const [seal, last] = await Promise.all([findLastSeal(db), findLastTimeStamp(db)])
    if (!seal || last?.seal === seal.number) return
    // A time stamp in the future is from a clock that was ahead.
    if (last && Math.abs(now().getTime() - last.stamped_at.getTime()) < betweenTimeStampsMs) return
    const head: SealHead = { number: seal.number, hash: Buffer.from(seal.hash) }
    const response = await requestTimeStamp(tsaUrl, head.hash, this.#stopping.signal)
    await insertTimeStamp(db, head, response, now())
  }

  /** Also a time stamp that could not be written when the authority replied. */
  async #stampInFile() {
    const { db, anchorFile, tsaUrl } = this.#parts
    if (!anchorFile || !tsaUrl) return
    const stamp = await findLastTimeStamp(db)
    if (!stamp) return
    await anchorFile.use(async (file) => {
      const inFile = await readLastAnchor(file, ({ timeStamp }) => timeStamp !== undefined)
      if (inFile?.seal === stamp.seal) return
      await appendAnchor(file, {
        seal: stamp.seal,
        hash: Buffer.from(stamp.hash).toString('hex'),
        at: stamp.stamped_at.toISOString(),
        timeStamp: Buffer.from(stamp.response).toString('base64'),
      })
    })
  }

  /** Logs the first of several failures in a row. */
  async #attempt(failure: string, work: () => Promise<void>) {
    try {
      await work()
      this.#failing.delete(failure)
    } catch (error) {
      if (!this.#failing.has(failure) && !this.#stopping.signal.aborted)
        this.#parts.log.error(`${failure}: ${errorMessage(error)}`)
      this.#failing.add(failure)
    }
  }
}
