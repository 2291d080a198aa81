import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetEarlyKeys, keepEarlyKey } from '../features/scanning/early-keys.ts'
import { isBesideFields, isStray, keysOfThePage } from '../features/scanning/use-stray-keys.ts'

/** Keeps the keys of a scanner that begins while the page with the scan field is still loading. */
export function useEarlyKeys(): void {
  const router = useRouter()

  // Synchronises with the keyboard of the whole page.
  useEffect(() => {
    let isSpaceStopped = false

    function stop(event: KeyboardEvent) {
      event.preventDefault()
      event.stopPropagation()
    }

    function handleKeyDown(event: KeyboardEvent) {
      // It would press the button that was clicked last.
      if (isStray(event) && keepEarlyKey(event)) event.preventDefault()
    }

    /** Before the page acts on it: '/' would move the focus to the search. */
    function handleKeyOfThePage(event: KeyboardEvent) {
      if (event.key === ' ') isSpaceStopped = false
      if (!keysOfThePage.includes(event.key) || !isBesideFields(event) || !keepEarlyKey(event)) return
      isSpaceStopped ||= event.key === ' '
      stop(event)
    }

    /** Some browsers press a button when Space is released, whatever became of the key before. */
    function handleKeyUp(event: KeyboardEvent) {
      if (event.key === ' ' && isSpaceStopped) stop(event)
    }

    // Capturing on <html>: after the capture listeners of the document, which catch scans, and before all others.
    const page = document.documentElement
    document.addEventListener('keydown', handleKeyDown)
    page.addEventListener('keydown', handleKeyOfThePage, true)
    page.addEventListener('keyup', handleKeyUp, true)
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) forgetEarlyKeys()
    })
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
      page.removeEventListener('keydown', handleKeyOfThePage, true)
      page.removeEventListener('keyup', handleKeyUp, true)
      unsubscribe()
    }
  }, [router])
}
