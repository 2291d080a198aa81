import { anyChange, type LiveChange } from '@lims/contract/live.ts'
import { createStore } from '../../api/create-store.ts'
import { backoff } from '../../api/query-client.ts'

export type LiveState = 'starting' | 'live' | 'reconnecting'
export type LiveHandlers = { onOpen: () => void; onChange: (change: LiveChange) => void }

export type LiveTools = {
  /** Reads the stream until it ends; rejects when it breaks or cannot be opened. */
  read: (handlers: LiveHandlers, signal: AbortSignal) => Promise<void>
  onChange: (change: LiveChange) => void
}

/** Data loaded this shortly before the first stream opens counts as fresh. */
const freshForMs = 1000
/** A shorter interruption is not shown. */
const reconnectingShownAfterMs = 1500
/** A hidden page gives up its connection: a browser allows only six for all its pages of one server. */
const disconnectHiddenAfterMs = 20_000

const isHidden = () => document.visibilityState === 'hidden'

/** Keeps one stream open while the page is visible. */
export class LiveConnection {
  readonly #tools: LiveTools
  readonly #state = createStore<LiveState>('starting')
  readonly state = { get: this.#state.get, subscribe: this.#state.subscribe }
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

  /** Connects. Returns the function that disconnects. */
  start(): () => void {
    const life = new AbortController()
    document.addEventListener('visibilitychange', this.#look)
    window.addEventListener('online', this.#tryNow)
    const late = setTimeout(() => {
      this.#mayHaveMissed = true
    }, freshForMs)
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
    const handlers = { onOpen: () => this.#open(), onChange: this.#tools.onChange }
    // Whatever broke it, it is opened again.
    await this.#tools.read(handlers, AbortSignal.any([life, leaving.signal])).catch(() => {})
    if (this.#isOpen) this.#mayHaveMissed = true
    if (!life.aborted) this.#close()
  }

  #open() {
    this.#isOpen = true
    this.#failures = 0
    clearTimeout(this.#brokenTimer)
    if (this.#mayHaveMissed) this.#tools.onChange(anyChange)
    this.#mayHaveMissed = false
    this.#show('live')
  }

  #close() {
    this.#isOpen = false
    clearTimeout(this.#brokenTimer)
    this.#brokenTimer = setTimeout(() => this.#show('reconnecting'), reconnectingShownAfterMs)
  }

  /** Waits until it is woken, or for so long. */
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
    if (isHidden()) this.#hiddenTimer = setTimeout(() => this.#leave(), disconnectHiddenAfterMs)
    else this.#tryNow()
  }

  #show(state: LiveState) {
    if (state !== this.#state.get()) this.#state.set(state)
  }
}
