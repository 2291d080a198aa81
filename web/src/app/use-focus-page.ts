import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Gives a page that was opened from a link the focus, unless a field of it has taken it: the link is gone, a screen
 * reader would say nothing, and Tab would begin above the menu.
 */
export function useFocusPage(): void {
  const router = useRouter()

  // Synchronises with the address.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const { activeElement, body } = document
        const isLost = !activeElement || activeElement === body
        if (fromLocation && pathChanged && isLost) {
          document.querySelector('main')?.focus({ preventScroll: true })
        }
      }),
    [router],
  )
}
