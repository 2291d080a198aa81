import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { server } from './server.ts'
import { resetWidth, stubMatchMedia } from './width.ts'

stubMatchMedia()
// A screen's own chunk is compiled when a test first opens it.
configure({ asyncUtilTimeout: 15_000 })

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResizeObserver
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))

afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  resetWidth()
})

// The files of a worker share one window and the libraries, which take seconds to load; all else begins anew.
afterAll(() => {
  server.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
  document.body.replaceChildren()
  document.title = ''
  window.history.replaceState(null, '', '/')
})
