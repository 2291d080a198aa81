import './production-libraries.ts'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { finishNavigations } from './open-routers.ts'
import { server } from './server.ts'
import { keepAnimationFrames, trackUnloadListeners } from './shared-window.ts'
import { addStaticStyles } from './static-styles.ts'
import { resetWidth, stubMatchMedia } from './width.ts'

stubMatchMedia()
addStaticStyles()
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

const stopAnimationFrames = keepAnimationFrames()
const removeUnloadListeners = trackUnloadListeners()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))

afterEach(async () => {
  try {
    await finishNavigations()
  } finally {
    cleanup()
    server.resetHandlers()
    localStorage.clear()
    sessionStorage.clear()
    resetWidth()
  }
})

const ownAddress = window.location.href

// The next file shares the libraries and the window, and evaluates our own modules again.
afterAll(() => {
  stopAnimationFrames()
  removeUnloadListeners()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // After what a test put over `fetch`.
  server.close()
  vi.resetModules()
  Reflect.deleteProperty(navigator, 'mediaDevices')
  Reflect.deleteProperty(navigator, 'onLine')
  Reflect.deleteProperty(document, 'elementFromPoint')
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
  document.body.replaceChildren()
  document.title = ''
  window.history.replaceState(null, '', ownAddress)
})
