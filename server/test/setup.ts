import { afterAll, vi } from 'vitest'

// The next file of the worker shares the libraries, and evaluates our own modules again.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
})
