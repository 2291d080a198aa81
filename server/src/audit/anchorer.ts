import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { limits } from '../limits.ts'
import { appendAnchor, readLastAnchor } from './anchor-file.ts'
import { findLastSeal, findLastTimeStamp, insertTimeStamp, type SealHead } from './anchor-queries.ts'
import { requestTimeStamp } from './time-stamp.ts'

const intervalMs = 60_000
const betweenTimeStampsMs = 60 * 60_000

type Parts = {
  db: Db
  now: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  settings: Config['audit']
  /** How long the anchor file may take. */
  fileTimeoutMs?: number
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
  #isFilePending = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const { anchorFile, tsaUrl } = this.#parts.settings
    if (!anchorFile && !tsaUrl) return
    const run = () => {
      this.#running = this.#running.then(() => this.anchor())
    }
    run()
    this.#timer = setInterval(run, intervalMs).unref()
  }

  /**
   * Stops within some seconds. With `isFilePending`, a call to the anchor file, which may be on a machine that is down,
   * has not returned: Node.js waits for it, so the process cannot exit by itself.
   */
  async stop(): Promise<{ isFilePending: boolean }> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.race([this.#running, wait(limits.stopAnchorMs, undefined, { ref: false })])
    return { isFilePending: this.#isFilePending }
  }

  /** Anchors the newest seal wherever that is due. Never fails. */
  async anchor(): Promise<void> {
    await this.#attempt('the audit trail cannot be anchored in AUDIT_ANCHOR_FILE', () => this.#anchorInFile())
    await this.#attempt('no time stamp could be had from AUDIT_TSA_URL', () => this.#stamp())
    await this.#attempt('the time stamp cannot be anchored in AUDIT_ANCHOR_FILE', () => this.#stampInFile())
  }

  async #anchorInFile() {
    const { db, now, settings } = this.#parts
    if (!settings.anchorFile) return
    const seal = await findLastSeal(db)
    if (!seal) return
    const hash = Buffer.from(seal.hash).toString('hex')
    await this.#withFile(settings.anchorFile, async (file) => {
      const last = await readLastAnchor(file)
      if (last?.seal === seal.number && last.hash === hash) return
      await appendAnchor(file, { seal: seal.number, hash, at: now().toISOString() })
    })
  }

  async #stamp() {
    const { db, now, settings } = this.#parts
    if (!settings.tsaUrl) return
    const [seal, last] = await Promise.all([findLastSeal(db), findLastTimeStamp(db)])
    if (!seal || last?.seal === seal.number) return
    // A time stamp in the future is from a clock that was ahead.
    if (last && Math.abs(now().getTime() - last.stamped_at.getTime()) < betweenTimeStampsMs) return
    const head: SealHead = { number: seal.number, hash: Buffer.from(seal.hash) }
    const response = await requestTimeStamp(settings.tsaUrl, head.hash, this.#stopping.signal)
    await insertTimeStamp(db, head, response, now())
  }

  /** Also a time stamp that could not be written when the authority replied. */
  async #stampInFile() {
    const { db, settings } = this.#parts
    if (!settings.anchorFile || !settings.tsaUrl) return
    const stamp = await findLastTimeStamp(db)
    if (!stamp) return
    await this.#withFile(settings.anchorFile, async (file) => {
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

  /** Runs `work` on the anchor file. Throws if it takes too long, or an earlier call is still pending. */
  async #withFile(file: string, work: (file: string) => Promise<void>) {
    const { fileTimeoutMs = limits.anchorFileMs } = this.#parts
    const failure = new Error(`it has not replied for ${fileTimeoutMs / 1000} s or longer`)
    if (this.#isFilePending) throw failure
    this.#isFilePending = true
    const done = work(file).finally(() => {
      this.#isFilePending = false
    })
    const late = new AbortController()
    const tooLate = wait(fileTimeoutMs, undefined, { ref: false, signal: late.signal }).then(() => {
      throw failure
    })
    await Promise.race([done, tooLate]).finally(() => late.abort())
  }

  /** Logs the first of several failures in a row. */
  async #attempt(failure: string, work: () => Promise<void>) {
    try {
      await work()
      this.#failing.delete(failure)
    } catch (error) {
      if (!this.#failing.has(failure) && !this.#stopping.signal.aborted)
        this.#parts.log.warn(`${failure}: ${errorMessage(error)}`)
      this.#failing.add(failure)
    }
  }
}
