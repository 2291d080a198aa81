import { afterAll, vi } from 'vitest'

// The next file of the worker shares all modules: none of ours keeps what would change another test.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
