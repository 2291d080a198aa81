import './production-libraries.ts'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { abortOpenRequests, trackRequests } from './open-requests.ts'
import { finishNavigations } from './open-routers.ts'
import { server } from './server.ts'
import { keepAnimationFrames, trackUnloadListeners } from './shared-window.ts'
import { addStaticStyles } from './static-styles.ts'
import { resetWidth, stubMatchMedia } from './width.ts'

stubMatchMedia()
addStaticStyles()
// A screen's own chunk is compiled when a test first opens it.
configure({ asyncUtilTimeout: 15_000, getElementError: elementError })

/**
 * Returns the error of a query, with the page unless `waitFor` tries it, which adds the page itself once the time is
 * up: for each attempt, printing took five times as long as the query.
 */
function elementError(message: string | null, container: Element): Error {
  // Without a message, it lists one of several elements that were found.
  const isPrinted = message === null || !isPolling()
  const page = isPrinted && `Ignored nodes: comments, script, style\n${prettyDOM(container)}`
  const error = new Error([message, page].filter(Boolean).join('\n\n'))
  // `waitFor` looks at it.
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, elementError)
  return error
}

const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics

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

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  trackRequests()
})

afterEach(async () => {
  try {
    await finishNavigations()
  } finally {
    cleanup()
    await abortOpenRequests()
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
