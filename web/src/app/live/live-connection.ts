import { everythingChanged, type LiveChange } from '@lims/contract/live.ts'
import { createStore } from '../../api/create-store.ts'
import { backoff } from '../../api/query-client.ts'

export type LiveState = 'starting' | 'live' | 'reconnecting'
export type LiveHandlers = { onOpen: () => void; onChange: (change: LiveChange) => void }

type LiveTools = {
  /** Reads the stream until it ends; rejects when it breaks or cannot be opened. */
  read: (handlers: LiveHandlers, signal: AbortSignal) => Promise<void>
  onChange: (change: LiveChange) => void
  /** Called when a stream opens after one that has ended. */
  onReopen: () => void
}

/** Data loaded this shortly before the first stream opens counts as fresh. */
const freshForMs = 1000
/** A shorter interruption is not shown. */
const reconnectingShownAfterMs = 1500
/**
 * A hidden page gives up its connection: a browser allows only six for all its pages of one server, and makes a seventh
 * wait.
 */
const disconnectHiddenAfterMs = 5000

const isHidden = () => document.visibilityState === 'hidden'

/** Keeps one stream open while the page is visible. */
export class LiveConnection {
  readonly #tools: LiveTools
  readonly #state = createStore<LiveState>('starting')
  readonly state = { get: this.#state.get, subscribe: this.#state.subscribe }
  #isOpen = false
  #mayHaveMissed = false
  #isReopening = false
  #failures = 0
  #wake = () => {}
  #disconnect = () => {}
  #reconnectingTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  constructor(tools: LiveTools) {
    this.#tools = tools
  }

  /** Connects. Returns the function that disconnects. */
  start(): () => void {
    const lifetime = new AbortController()
    document.addEventListener('visibilitychange', this.#handleVisibility)
    window.addEventListener('online', this.#reconnectNow)
    window.addEventListener('offline', this.#handleOffline)
    const freshTimer = setTimeout(() => {
      this.#mayHaveMissed = true
    }, freshForMs)
    this.#close()
    void this.#run(lifetime.signal)
    return () => {
      document.removeEventListener('visibilitychange', this.#handleVisibility)
      window.removeEventListener('online', this.#reconnectNow)
      window.removeEventListener('offline', this.#handleOffline)
      for (const timer of [freshTimer, this.#reconnectingTimer, this.#hiddenTimer]) clearTimeout(timer)
      lifetime.abort()
      this.#wake()
    }
  }

  async #run(lifetime: AbortSignal) {
    while (!lifetime.aborted) {
      if (isHidden()) {
        await this.#sleep()
        continue
      }
      await this.#readStream(lifetime)
      if (lifetime.aborted || isHidden()) continue
      await this.#sleep(backoff(this.#failures++) * (0.75 + Math.random() / 2))
    }
  }

  async #readStream(lifetime: AbortSignal) {
    const disconnecting = new AbortController()
    this.#disconnect = () => disconnecting.abort()
    const handlers = { onOpen: () => this.#open(), onChange: this.#tools.onChange }
    // Whatever broke it, it is opened again.
    await this.#tools.read(handlers, AbortSignal.any([lifetime, disconnecting.signal])).catch(() => {})
    if (this.#isOpen) {
      this.#mayHaveMissed = true
      this.#isReopening = true
    }
    if (!lifetime.aborted) this.#close()
  }

  #open() {
    this.#isOpen = true
    this.#failures = 0
    clearTimeout(this.#reconnectingTimer)
    if (this.#mayHaveMissed) this.#tools.onChange(everythingChanged)
    this.#mayHaveMissed = false
    if (this.#isReopening) this.#tools.onReopen()
    this.#isReopening = false
    this.#setState('live')
  }

  #close() {
    this.#isOpen = false
    clearTimeout(this.#reconnectingTimer)
    this.#reconnectingTimer = setTimeout(() => this.#setState('reconnecting'), reconnectingShownAfterMs)
  }

  /** Waits until it is woken, or for at most this time. */
  #sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #reconnectNow = () => {
    this.#failures = 0
    this.#wake()
  }

  /** A stream without a network stays silent, which would be noticed much later. */
  readonly #handleOffline = () => this.#disconnect()

  readonly #handleVisibility = () => {
    clearTimeout(this.#hiddenTimer)
    if (isHidden()) this.#hiddenTimer = setTimeout(() => this.#disconnect(), disconnectHiddenAfterMs)
    else this.#reconnectNow()
  }

  #setState(state: LiveState) {
    if (state !== this.#state.get()) this.#state.set(state)
  }
}
