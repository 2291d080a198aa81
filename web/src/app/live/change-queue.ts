import { type LiveChange, mergeChanges } from '@lims/contract/live.ts'
import { pause } from '../../api/pause.ts'

/** The changes of one action arrive within this time. */
const collectMs = 50
/** After each refetch there is a pause, in which further changes are collected. */
const minPauseMs = 250
const maxPauseMs = 5000
/** A refetch of up to a second takes at most a sixth of the time: what is slow to load is not loaded constantly. */
const pausePerWork = 5
/** A refetch that has no answer after this time is not waited for: others would not see the next changes. */
const maxWorkMs = 10_000

const isHidden = () => document.visibilityState === 'hidden'

/** Applies changes one after the other, never while the page is hidden. */
export class ChangeQueue {
  readonly #apply: (change: LiveChange) => Promise<unknown>
  #pending: LiveChange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isApplying = false
  #pausedUntil = 0

  constructor(apply: (change: LiveChange) => Promise<unknown>) {
    this.#apply = apply
  }

  readonly add = (change: LiveChange): void => {
    this.#pending = mergeChanges(this.#pending ?? {}, change)
    this.#schedule()
  }

  /** Returns the function that stops it and drops what is pending. */
  start(): () => void {
    const handleVisibility = () => this.#schedule()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#pending = undefined
    }
  }

  #schedule() {
    if (!this.#pending || this.#timer !== undefined || this.#isApplying || isHidden()) return
    const wait = Math.max(collectMs, this.#pausedUntil - performance.now())
    this.#timer = setTimeout(() => void this.#flush(), wait)
  }

  async #flush() {
    this.#timer = undefined
    const change = this.#pending
    if (!change || isHidden()) return
    this.#pending = undefined
    this.#isApplying = true
    const startedAt = performance.now()
    await Promise.race([this.#apply(change), pause(maxWorkMs)])
    this.#isApplying = false
    const now = performance.now()
    const pauseMs = (now - startedAt) * pausePerWork
    this.#pausedUntil = now + Math.min(Math.max(minPauseMs, pauseMs), maxPauseMs)
    this.#schedule()
  }
}
