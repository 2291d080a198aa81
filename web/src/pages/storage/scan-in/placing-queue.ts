import type { Cell } from '@lims/contract/positions.ts'
import { type KeptScans, store, stored } from '../../../features/scanning/kept-scans.ts'
import type { Readings } from '../../../features/scanning/scanned-code.ts'
import {
  emptyPlacing,
  isJustPlaced,
  isOpen,
  nextToSend,
  type PlacingOutcome,
  type PlacingScan,
  PlacingSession,
  repeatedPlacing,
  resumed,
  withChange,
  withLeft,
  withScan,
} from './placing-session.ts'

export type PlacingTools = {
  /** Answers with an outcome, whatever happens; it does not throw. */
  send: (scan: PlacingScan) => Promise<PlacingOutcome>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Outlives the tab, for the scans without a reply. */
  kept: Pick<KeptScans<PlacingScan>, 'keep' | 'takeOver'>
  storageKey: string
  now: () => number
  newId: () => string
  /** Told of each outcome, for its sound, and whether the queue has run empty. */
  onOutcome: (outcome: PlacingOutcome, isIdle: boolean) => void
}

export type Target = { cell: Cell; label: string }

/** Places scanned tubes one after the other, in the order in which they were scanned, and keeps them until they have a reply. */
export class PlacingQueue {
  readonly #tools: PlacingTools
  readonly #listeners = new Set<() => void>()
  #session: PlacingSession
  #isSending = false

  constructor(tools: PlacingTools) {
    this.#tools = tools
    this.#session = resumed(readStored(tools))
    tools.kept.keep(this.#session.scans.filter(isOpen))
  }

  /** Sends what a reload, a closed tab or the end of a session has left; does nothing when it is at it already.
   * Returns how many scans closed tabs had left. */
  async start(): Promise<number> {
    this.retryUnsent()
    void this.#sendNext()
    const left = await this.#tools.kept.takeOver()
    if (left.length === 0) return 0
    this.#change(withLeft(this.#session, left))
    void this.#sendNext()
    return left.length
  }

  readonly hasUnsent = (): boolean => this.#session.scans.some(isOpen)

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly session = (): PlacingSession => this.#session

  /** Cells that belong to a scan, although the screen may show them free. */
  givenCells = (): Cell[] =>
    this.#session.scans
      .filter((scan) => isOpen(scan) || isJustPlaced(scan, this.#tools.now()))
      .map(({ cell }) => cell)

  /** `target` is undefined when the box is full. */
  add(readings: Readings, target: Target | undefined): void {
    const scannedAt = this.#tools.now()
    const repeated = repeatedPlacing(this.#session, readings.raw, scannedAt)
    if (repeated) {
      this.retry(repeated.id)
      return
    }
    const scan = { id: this.#tools.newId(), readings, scannedAt, ...(target ?? nowhere) }
    this.#change(withScan(this.#session, { ...scan, progress: { state: 'waiting' } }))
    if (target) void this.#sendNext()
    else
      this.#settle(
        { ...scan, progress: { state: 'waiting' } },
        { state: 'refused', reason: 'The box is full.' },
      )
  }

  /** Brings a tube that stands elsewhere into this box. */
  move(scan: PlacingScan, { cell, label }: Target): void {
    const { progress } = scan
    if (progress.state !== 'stored') return
    const moveFrom = { sample: progress.sample, place: progress.place }
    this.#change(
      withChange(this.#session, scan.id, { cell, label, moveFrom, progress: { state: 'waiting' } }),
    )
    void this.#sendNext()
  }

  markUndone(scan: PlacingScan): void {
    if (scan.progress.state !== 'placed') return
    const { sample } = scan.progress
    this.#change(withChange(this.#session, scan.id, { progress: { state: 'undone', sample } }))
  }

  /** Does nothing for a scan that has its answer, or may still get it. */
  retry(id: string): void {
    if (this.#session.scans.find((scan) => scan.id === id)?.progress.state !== 'unsent') return
    this.#change(withChange(this.#session, id, { progress: { state: 'waiting' } }))
    void this.#sendNext()
  }

  /** The connection is back, or worth another try. */
  retryUnsent(): void {
    for (const { id } of this.#session.scans.toReversed()) this.retry(id)
  }

  /** Begins a new list. A scan that has no answer yet stays. */
  clear(): void {
    this.#change({ scans: this.#session.scans.filter(isOpen) })
  }

  async #sendNext(): Promise<void> {
    const scan = this.#isSending ? undefined : nextToSend(this.#session)
    if (!scan) return
    this.#isSending = true
    this.#change(withChange(this.#session, scan.id, { progress: { state: 'sending' } }))
    const outcome = await this.#tools.send(scan)
    this.#isSending = false
    this.#settle(scan, outcome)
    if (outcome.state !== 'unsent') this.retryUnsent()
    void this.#sendNext()
  }

  #settle(scan: PlacingScan, outcome: PlacingOutcome) {
    const settledAt = this.#tools.now()
    this.#change(withChange(this.#session, scan.id, { progress: outcome, settledAt }))
    this.#tools.onOutcome(outcome, !nextToSend(this.#session))
  }

  #change(session: PlacingSession) {
    this.#session = session
    store(this.#tools.storage, this.#tools.storageKey, session)
    this.#tools.kept.keep(session.scans.filter(isOpen))
    for (const listener of this.#listeners) listener()
  }
}

const nowhere: Target = { cell: { row: 0, column: 0 }, label: '' }

function readStored({ storage, storageKey }: PlacingTools): PlacingSession {
  return PlacingSession.safeParse(stored(storage, storageKey)).data ?? emptyPlacing
}
