import { DomainError } from '../errors/domain-error.ts'

type Limits = {
  maxRunning: number
  /** With this many waiting, further work is refused at once. */
  maxWaiting: number
  maxWaitMs: number
}
type Work<T> = () => Promise<T>

/**
 * Returns a function that runs at most `maxRunning` pieces of work at a time; the others wait in order, for at most
 * `maxWaitMs`. An aborted `signal` removes its work from the queue. Throws `too-many-requests` if the wait is too long
 * or the queue is full.
 */
export function limitConcurrency({ maxRunning, maxWaiting, maxWaitMs }: Limits) {
  let running = 0
  const waiting = new Set<() => void>()

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        waiting.delete(start)
        end()
      }
      const start = () => settle(resolve)
      const abort = () => settle(() => reject(signal?.reason))
      const timer = setTimeout(() => settle(() => reject(tooBusy())), maxWaitMs)
      signal?.addEventListener('abort', abort)
      waiting.add(start)
    })

  return async <T>(work: Work<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    if (running >= maxRunning) {
      if (waiting.size >= maxWaiting) throw tooBusy()
      await turn(signal)
    } else running++
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running--
    }
  }
}

const tooBusy = () =>
  new DomainError(
    'too-many-requests',
    'The server is busy with the files of others. Nothing was changed; please try again in a moment.',
  )
