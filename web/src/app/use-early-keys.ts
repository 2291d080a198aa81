import { useEffect } from 'react'
import { currentSession } from '../entities/session/session.ts'
import { forgetEarlyKeys, keepEarlyKey } from '../features/scanning/early-keys.ts'
import { isBesideFields, isStray, keysOfThePage } from '../features/scanning/use-stray-keys.ts'
import type { createAppRouter } from './routes.tsx'

declare global {
  interface Window {
    /** Of `before-app.js`: returns the keys that were pressed before the application was there, and keeps no more. */
    takeEarlyKeys?: () => KeyboardEvent[]
  }
}

/**
 * Keeps the keys of a scanner that begins while the page with the scan field is still loading, also with the whole
 * application, as after a reload. Without its first characters, a code could be another code.
 */
export function useEarlyKeys(router: ReturnType<typeof createAppRouter>): void {
  // Synchronises with the keyboard of the whole page.
  useEffect(() => {
    let isSpaceStopped = false

    function stop(event: KeyboardEvent) {
      event.preventDefault()
      event.stopPropagation()
    }

    function handleKeyDown(event: KeyboardEvent) {
      if (!currentSession()) return
      // It would press the button that was clicked last.
      if (isStray(event) && keepEarlyKey(event)) event.preventDefault()
    }

    /** Before the page acts on it: '/' would move the focus to the search. */
    function handleKeyOfThePage(event: KeyboardEvent) {
      if (event.key === ' ') isSpaceStopped = false
      if (!currentSession()) return
      if (!keysOfThePage.includes(event.key) || !isBesideFields(event) || !keepEarlyKey(event)) return
      isSpaceStopped ||= event.key === ' '
      stop(event)
    }

    /** Some browsers press a button when Space is released, whatever became of the key before. */
    function handleKeyUp(event: KeyboardEvent) {
      if (event.key === ' ' && isSpaceStopped) stop(event)
    }

    for (const event of window.takeEarlyKeys?.() ?? []) {
      if (currentSession() && isBesideFields(event)) keepEarlyKey(event)
    }
    // Capturing on <html>: after the capture listeners of the document, which catch scans, and before all others.
    const page = document.documentElement
    document.addEventListener('keydown', handleKeyDown)
    document.addEventListener('pointerdown', forgetEarlyKeys, true)
    page.addEventListener('keydown', handleKeyOfThePage, true)
    page.addEventListener('keyup', handleKeyUp, true)
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) forgetEarlyKeys()
    })
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
      document.removeEventListener('pointerdown', forgetEarlyKeys, true)
      page.removeEventListener('keydown', handleKeyOfThePage, true)
      page.removeEventListener('keyup', handleKeyUp, true)
      unsubscribe()
    }
  }, [router])
}
