import { setTimeout as wait } from 'node:timers/promises'
import { errorMessage } from '../errors/error-message.ts'
import type { PostgresProcess } from './start-postgres.ts'

const minPauseMs = 250
const maxPauseMs = 10_000
const spacePollMs = 500

type KeptRunning = {
  isRunning: () => boolean
  /** Stops it for good. */
  stop: () => Promise<void>
}

/**
 * Starts the database again at once whenever it ends by itself, with growing pauses after starts that fail, also
 * because its folder cannot be examined, and waits for space where the disk is full. Everything that happens is one
 * line for the log.
 */
export function keepRunning(
  first: PostgresProcess,
  start: () => Promise<PostgresProcess>,
  hasSpace: () => Promise<boolean>,
  log: (line: string) => void,
): KeptRunning {
  const stopping = new AbortController()
  let current: PostgresProcess | undefined = first

  async function restart(): Promise<PostgresProcess | undefined> {
    let lastReason = ''
    for (let pause = minPauseMs; !stopping.signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        await untilThereIsSpace()
        if (stopping.signal.aborted) return undefined
        return await start()
      } catch (error) {
        const reason = errorMessage(error)
        if (reason !== lastReason) log(`The database does not start: ${reason}. Trying again.`)
        lastReason = reason
      }
      await pauseFor(pause)
    }
    return undefined
  }

  async function untilThereIsSpace() {
    for (let isLogged = false; !stopping.signal.aborted && !(await hasSpace()); ) {
      if (!isLogged) log('The disk is full: the database waits for space.')
      isLogged = true
      await pauseFor(spacePollMs)
    }
  }

  const pauseFor = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function watch(): Promise<void> {
    while (current) {
      const how = await current.ended
      current = undefined
      if (stopping.signal.aborted) return
      log(`The database has ended by itself with ${how}. Starting it again.`)
      current = await restart()
      if (stopping.signal.aborted) return current?.stop()
      log('The database runs again.')
    }
  }
  const watched = watch()

  return {
    isRunning: () => current !== undefined,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await watched
    },
  }
}
