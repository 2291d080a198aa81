import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../errors/error-code.ts'
import { tooManyConnections } from '../errors/sql-states.ts'
import { limits } from '../limits.ts'

/** Others may have closed theirs by then. */
const tryMoreAfterMs = 10_000
/** Doubled with each further refusal: without a pause, the database would get hundreds of requests a second. */
const firstPauseMs = 50

const connectFailures = new WeakSet<object>()

/** Whether an error means that no connection could be obtained: the statement was not sent. */
export const isConnectFailure = (error: unknown): boolean => connectFailures.has(error as object)

/**
 * Returns a function that takes a connection from a pool. Where the database accepts fewer connections than the pool
 * may have, since other servers use the rest or its role may open few, it waits for one of those that are open.
 */
export function connectOrWait(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const { max } = pool.options

  function useWhatIsOpen() {
    if (pool.options.max === max) {
      setTimeout(() => {
        pool.options.max = max
      }, tryMoreAfterMs).unref()
    }
    pool.options.max = Math.min(pool.options.max, pool.totalCount)
  }

  return async () => {
    const deadline = performance.now() + limits.connectMs
    for (let pauseMs = 0; ; pauseMs = Math.max(firstPauseMs, 2 * pauseMs)) {
      try {
        return await pool.connect()
      } catch (error) {
        const isRefused = errorCode(error) === tooManyConnections
        if (!isRefused || pool.totalCount === 0 || performance.now() > deadline) {
          connectFailures.add(error as object)
          throw error
        }
        useWhatIsOpen()
        if (pauseMs > 0) await wait(Math.min(pauseMs, deadline - performance.now()))
      }
    }
  }
}
