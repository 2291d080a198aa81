import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetEarlyKeys, keepEarlyKey } from '../features/scanning/early-keys.ts'
import { isBesideFields, isStray } from '../features/scanning/use-stray-keys.ts'

/** Keeps the keys of a scanner that begins while the page with the scan field is still loading. */
export function useEarlyKeys(): void {
  const router = useRouter()

  // Synchronises with the keyboard of the whole page.
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const isOfCode = isStray(event) || (event.key === ' ' && isBesideFields(event))
      // It would press the button that was clicked last.
      if (isOfCode && keepEarlyKey(event)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKeyDown)
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) forgetEarlyKeys()
    })
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
      unsubscribe()
    }
  }, [router])
}
