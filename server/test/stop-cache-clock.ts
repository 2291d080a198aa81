import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock by which caches expire, until the test ends: on a busy machine its lines may take longer than the
 * second for which a session is cached. What is refused then, is so because of a notification.
 */
export function stopCacheClock() {
  let now = performance.now()
  const stopped = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => stopped.mockRestore())
  return {
    advance: (ms: number) => {
      now += ms
    },
  }
}
