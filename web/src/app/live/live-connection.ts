import { everythingChanged, type LiveChange } from '@lims/contract/live.ts'
import { backoff } from '../../api/query-client.ts'

export type LiveState = 'starting' | 'live' | 'reconnecting'
export type LiveTold = { onOpen: () => void; onChange: (change: LiveChange) => void }

export type LiveTools = {
  /** Reads the stream until it ends; fails when it breaks or cannot be opened. */
  read: (told: LiveTold, signal: AbortSignal) => Promise<void>
  onChange: (change: LiveChange) => void
}

/** What was read this shortly before the first opening is taken for fresh. */
const firstGapMs = 1000
/** A break that is mended within this time is not shown. */
const unseenBreakMs = 1500
/** A page out of sight gives its connection back: a browser has only six for all pages of one server. */
const hiddenForMs = 20_000

const isHidden = () => document.visibilityState === 'hidden'

/** Keeps one stream open while the page is in sight, and says what state it is in. */
export class LiveConnection {
  readonly #tools: LiveTools
  readonly #listeners = new Set<() => void>()
  #state: LiveState = 'starting'
  #isOpen = false
  #mayHaveMissed = false
  #failures = 0
  #wake = () => {}
  #leave = () => {}
  #brokenTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  constructor(tools: LiveTools) {
    this.#tools = tools
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly state = (): LiveState => this.#state

  /** Answers the function that ends it. */
  start(): () => void {
    const life = new AbortController()
    document.addEventListener('visibilitychange', this.#look)
    window.addEventListener('online', this.#tryNow)
    const late = setTimeout(() => {
      this.#mayHaveMissed = true
    }, firstGapMs)
    this.#close()
    void this.#run(life.signal)
    return () => {
      document.removeEventListener('visibilitychange', this.#look)
      window.removeEventListener('online', this.#tryNow)
      for (const timer of [late, this.#brokenTimer, this.#hiddenTimer]) clearTimeout(timer)
      life.abort()
      this.#wake()
    }
  }

  async #run(life: AbortSignal) {
    while (!life.aborted) {
      if (isHidden()) {
        await this.#sleep()
        continue
      }
      await this.#readOnce(life)
      if (life.aborted || isHidden()) continue
      await this.#sleep(backoff(this.#failures++) * (0.75 + Math.random() / 2))
    }
  }

  async #readOnce(life: AbortSignal) {
    const leaving = new AbortController()
    this.#leave = () => leaving.abort()
    const told = { onOpen: () => this.#open(), onChange: this.#tools.onChange }
    // Whatever broke it, the answer is the same: to try again.
    await this.#tools.read(told, AbortSignal.any([life, leaving.signal])).catch(() => {})
    if (this.#isOpen) this.#mayHaveMissed = true
    if (!life.aborted) this.#close()
  }

  #open() {
    this.#isOpen = true
    this.#failures = 0
    clearTimeout(this.#brokenTimer)
    if (this.#mayHaveMissed) this.#tools.onChange(everythingChanged)
    this.#mayHaveMissed = false
    this.#show('live')
  }

  #close() {
    this.#isOpen = false
    clearTimeout(this.#brokenTimer)
    this.#brokenTimer = setTimeout(() => this.#show('reconnecting'), unseenBreakMs)
  }

  /** Until it is woken, or for so long. */
  #sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #tryNow = () => {
    this.#failures = 0
    this.#wake()
  }

  readonly #look = () => {
    clearTimeout(this.#hiddenTimer)
    if (isHidden()) this.#hiddenTimer = setTimeout(() => this.#leave(), hiddenForMs)
    else this.#tryNow()
  }

  #show(state: LiveState) {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
