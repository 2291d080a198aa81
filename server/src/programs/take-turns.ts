import { DomainError } from '../errors/domain-error.ts'

type Limits = {
  atOnce: number
  /** Who comes when so many wait is refused at once. */
  maxWaiting: number
  maxWaitMs: number
}
type Work<T> = () => Promise<T>

/**
 * Lets so many pieces of work run at once; the others wait in their order, and no longer than they may. Who gives up
 * waiting (`signal`) leaves the line. Throws `too-many-requests` if the wait is over or the line is full.
 */
export function takeTurns({ atOnce, maxWaiting, maxWaitMs }: Limits) {
  let running = 0
  const waiting = new Set<() => void>()

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((begin, refuse) => {
      const settle = (end: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        waiting.delete(start)
        end()
      }
      const start = () => settle(begin)
      const leave = () => settle(() => refuse(signal?.reason))
      const timer = setTimeout(() => settle(() => refuse(tooBusy())), maxWaitMs)
      signal?.addEventListener('abort', leave)
      waiting.add(start)
    })

  return async <T>(work: Work<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    if (running >= atOnce) {
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
