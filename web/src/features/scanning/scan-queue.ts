import { type KeptScans, store, stored } from './kept-scans.ts'
import {
  cleared,
  emptySession,
  isOpen,
  nextToSend,
  repeatedScan,
  resumed,
  type Scan,
  type ScanOutcome,
  ScanSession,
  type Sighting,
  withLeft,
  withProgress,
  withScan,
} from './scan-session.ts'
import type { Readings } from './scanned-code.ts'

export type ScanQueueTools = {
  /** Answers with an outcome, whatever happens; it does not throw. */
  send: (scan: Scan) => Promise<ScanOutcome>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Outlives the tab, for the scans without a reply. */
  kept: Pick<KeptScans<Scan>, 'keep' | 'takeOver'>
  storageKey: string
  now: () => number
  newId: () => string
  /** Told of each outcome, for its sound, and whether the queue has run empty. */
  onOutcome: (outcome: ScanOutcome, isIdle: boolean) => void
}

/** Sends scans one after the other, in the order in which they were made, and keeps them until they have a reply. */
export class ScanQueue {
  readonly #tools: ScanQueueTools
  readonly #listeners = new Set<() => void>()
  #session: ScanSession
  #lastSeen: Sighting | undefined
  #isSending = false

  constructor(tools: ScanQueueTools) {
    this.#tools = tools
    this.#session = resumed(readStored(tools))
    tools.kept.keep(this.#session.scans.filter(isOpen))
  }

  /** Sends what a reload, a closed tab or the end of a session has left; does nothing when it is at it already.
   * Returns how many scans closed tabs had left. */
  async start(): Promise<number> {
    this.retryUnsent()
    this.#sendNext()
    const left = await this.#tools.kept.takeOver()
    if (left.length === 0) return 0
    this.#change(withLeft(this.#session, left))
    this.#sendNext()
    return left.length
  }

  readonly hasUnsent = (): boolean => this.#session.scans.some(isOpen)

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly session = (): ScanSession => this.#session

  add(readings: Readings): void {
    const seen = { code: readings.raw, at: this.#tools.now() }
    const repeated = repeatedScan(this.#session, seen, this.#lastSeen)
    this.#lastSeen = seen
    if (repeated) this.retry(repeated.id)
    else this.#begin({ id: this.#tools.newId(), readings, notes: this.#session.notes, scannedAt: seen.at })
  }

  keepNotes(notes: string): void {
    this.#change({ ...this.#session, notes })
  }

  clear(): void {
    this.#change(cleared(this.#session))
  }

  /** Does nothing for a scan that has its answer, or may still get it. */
  retry(id: string): void {
    if (this.#session.scans.find((scan) => scan.id === id)?.progress.state !== 'unsent') return
    this.#change(withProgress(this.#session, id, { state: 'waiting' }))
    this.#sendNext()
  }

  /** The connection is back, or worth another try. */
  retryUnsent(): void {
    for (const { id } of this.#session.scans.toReversed()) this.retry(id)
  }

  #begin(scan: Omit<Scan, 'progress'>) {
    this.#change(withScan(this.#session, { ...scan, progress: { state: 'waiting' } }))
    this.#sendNext()
  }

  async #sendNext(): Promise<void> {
    const scan = this.#isSending ? undefined : nextToSend(this.#session)
    if (!scan) return
    this.#isSending = true
    this.#change(withProgress(this.#session, scan.id, { state: 'sending' }))
    const outcome = await this.#tools.send(scan)
    this.#isSending = false
    this.#change(withProgress(this.#session, scan.id, outcome))
    if (outcome.state !== 'unsent') this.retryUnsent()
    this.#tools.onOutcome(outcome, !nextToSend(this.#session))
    this.#sendNext()
  }

  #change(session: ScanSession) {
    this.#session = session
    store(this.#tools.storage, this.#tools.storageKey, session)
    this.#tools.kept.keep(session.scans.filter(isOpen))
    for (const listener of this.#listeners) listener()
  }
}

function readStored({ storage, storageKey }: ScanQueueTools): ScanSession {
  return ScanSession.safeParse(stored(storage, storageKey)).data ?? emptySession
}
