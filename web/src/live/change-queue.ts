import { bothChanges, type LiveChange } from '@lims/contract/live.ts'

/** Changes that come within this time are read again together. */
const gatherMs = 250
const longestPauseMs = 5000
/** Reading again takes at most a sixth of the time: a list that is slow to load is not loaded all the time. */
const restPerWork = 5

/** Applies changes one after the other, never while the page is out of sight. */
export class ChangeQueue {
  readonly #apply: (change: LiveChange) => Promise<unknown>
  #pending: LiveChange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isApplying = false

  constructor(apply: (change: LiveChange) => Promise<unknown>) {
    this.#apply = apply
  }

  readonly add = (change: LiveChange): void => {
    this.#pending = bothChanges(this.#pending ?? {}, change)
    this.#plan(gatherMs)
  }

  start(): () => void {
    const look = () => this.#plan(0)
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#pending = undefined
    }
  }

  #plan(ms: number) {
    if (!this.#pending || this.#timer !== undefined || this.#isApplying) return
    if (document.visibilityState === 'hidden') return
    this.#timer = setTimeout(() => void this.#flush(), ms)
  }

  async #flush() {
    this.#timer = undefined
    const change = this.#pending
    if (!change || document.visibilityState === 'hidden') return
    this.#pending = undefined
    this.#isApplying = true
    const startedAt = performance.now()
    await this.#apply(change)
    this.#isApplying = false
    const took = performance.now() - startedAt
    this.#plan(Math.min(Math.max(gatherMs, took * restPerWork), longestPauseMs))
  }
}
