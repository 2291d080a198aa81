import { type LiveChange, mergeChanges } from '@lims/contract/live.ts'

/** What one step of work changes arrives together. */
const gatherMs = 50
/** Reading again is followed by a rest, in which further changes are gathered. */
const shortestRestMs = 250
const longestRestMs = 5000
/** Reading again takes at most a sixth of the time: a list that is slow to load is not loaded all the time. */
const restPerWork = 5

const isHidden = () => document.visibilityState === 'hidden'

/** Applies changes one after the other, never while the page is out of sight. */
export class ChangeQueue {
  readonly #apply: (change: LiveChange) => Promise<unknown>
  #pending: LiveChange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isApplying = false
  #restsUntil = 0

  constructor(apply: (change: LiveChange) => Promise<unknown>) {
    this.#apply = apply
  }

  readonly add = (change: LiveChange): void => {
    this.#pending = mergeChanges(this.#pending ?? {}, change)
    this.#plan()
  }

  start(): () => void {
    const look = () => this.#plan()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#pending = undefined
    }
  }

  #plan() {
    if (!this.#pending || this.#timer !== undefined || this.#isApplying || isHidden()) return
    const wait = Math.max(gatherMs, this.#restsUntil - performance.now())
    this.#timer = setTimeout(() => void this.#flush(), wait)
  }

  async #flush() {
    this.#timer = undefined
    const change = this.#pending
    if (!change || isHidden()) return
    this.#pending = undefined
    this.#isApplying = true
    const startedAt = performance.now()
    await this.#apply(change)
    this.#isApplying = false
    const now = performance.now()
    const rest = (now - startedAt) * restPerWork
    this.#restsUntil = now + Math.min(Math.max(shortestRestMs, rest), longestRestMs)
    this.#plan()
  }
}
