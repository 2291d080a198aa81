import { afterAll, vi } from 'vitest'

// The next file of this worker evaluates our own modules anew; it shares only the libraries.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
})
