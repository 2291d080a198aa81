import { expect, test, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** A database that runs until it is stopped or ends by itself. */
function aDatabase() {
  const end = Promise.withResolvers<string>()
  return { pid: 1, ended: end.promise, end: end.resolve, stop: async () => end.resolve('code 0') }
}

test('a data folder that cannot be examined when its database has ended is examined again', async () => {
  const lines: string[] = []
  const errors = [new Error('ESTALE: stale file handle, statfs')]
  const hasSpace = async () => {
    const error = errors.pop()
    if (error) throw error
    return true
  }
  const first = aDatabase()
  const kept = keepRunning(
    first,
    async () => aDatabase(),
    hasSpace,
    (line) => lines.push(line),
  )
  first.end('signal SIGBUS')
  await vi.waitFor(() => expect(kept.isRunning()).toBe(false), { timeout: 20_000 })
  await vi.waitFor(() => expect(kept.isRunning()).toBe(true), { timeout: 20_000 })
  await kept.stop()
  expect(lines).toEqual([
    'The database has ended by itself with signal SIGBUS. Starting it again.',
    'The database does not start: ESTALE: stale file handle, statfs. Trying again.',
    'The database runs again.',
  ])
})
