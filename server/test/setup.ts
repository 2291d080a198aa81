import { afterAll, vi } from 'vitest'

// For runs with `--no-isolate`: the next file shares the libraries, and evaluates our own modules again.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
})
