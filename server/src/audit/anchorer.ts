import { setTimeout as wait } from 'node:timers/promises'
import { hourMs, minuteMs } from '@lims/contract/durations.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { limits } from '../limits.ts'
import { type AnchorFile, type AnchorLine, appendAnchor, readLastAnchor } from './anchor-file.ts'
import {
  findLastSeal,
  findLastTimeStamp,
  findRestoreSeal,
  findSealHash,
  insertTimeStamp,
  type SealHead,
} from './anchor-queries.ts'
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

const asideHint =
  'After a restore, put the file aside or name another one; otherwise run npm run audit:verify.'

const toHex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/**
 * Writes the newest seal where the database cannot reach it: at the start and every minute, while there are new seals,
 * into a file, and every hour to a time-stamp authority. What fails is logged once and tried again; nothing waits for
 * it. A file that was begun by another database, or before a restore, is not continued: otherwise a rehearsal of a
 * restore with the settings of the laboratory would append its own seals to the laboratory's file.
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
    const last = await this.#readLast(anchorFile)
    const seal = await findLastSeal(db)
    if (!seal || !(await this.#isSinceRestore(seal.number))) return
    const hash = toHex(seal.hash)
    if (last?.seal === seal.number && last.hash === hash) return
    await anchorFile.use((file) => appendAnchor(file, { seal: seal.number, hash, at: now().toISOString() }))
  }

  /**
   * Returns the last anchor of the file, read before any seal: each anchor's seal was committed before. Throws if the
   * file must not be continued: its last anchor is not a seal of this database, or is from before the last restore.
   */
  async #readLast(anchorFile: AnchorFile): Promise<AnchorLine | undefined> {
    const { db } = this.#parts
    const last = await anchorFile.use((file) => readLastAnchor(file))
    if (!last) return undefined
    const anchor = `its last anchor, seal ${last.seal} of ${last.at},`
    const hash = await findSealHash(db, last.seal)
    if (!hash || toHex(hash) !== last.hash) throw new Error(`${anchor} is not of this database. ${asideHint}`)
    if (!(await this.#isSinceRestore(last.seal)))
      throw new Error(`${anchor} is from before a backup was restored. ${asideHint}`)
    return last
  }

  /**
   * Whether a seal covers the newest restore, or is later. False while the restore is not sealed: a file that began
   * with an earlier seal could not be continued.
   */
  async #isSinceRestore(seal: number): Promise<boolean> {
    const restoreSeal = await findRestoreSeal(this.#parts.db)
    return restoreSeal === undefined || (restoreSeal !== null && seal >= restoreSeal)
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
    if (!stamp || !(await this.#isSinceRestore(stamp.seal))) return
    await this.#readLast(anchorFile)
    await anchorFile.use(async (file) => {
      const inFile = await readLastAnchor(file, ({ timeStamp }) => timeStamp !== undefined)
      if (inFile?.seal === stamp.seal) return
      await appendAnchor(file, {
        seal: stamp.seal,
        hash: toHex(stamp.hash),
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
