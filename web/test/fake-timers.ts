import { vi } from 'vitest'

/**
 * Fake timers for a test that renders: they go on by themselves, and a test can move them ahead.
 *
 * `performance.now` stays real. React remembers with it when it last showed a fallback, across all files of a worker;
 * after a time that a test moved ahead, it would hold back every lazy dialog until the real clock is there too.
 */
export function useFakeTimersWithReact() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toNotFake: ['performance'] })
}
