import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsSameVisit } from './use-undo-notice.tsx'

/**
 * Returns a function that runs `go`, which leads to another page, and does nothing once this page or the person has
 * left.
 */
export function useLeavePage(): (go: () => Promise<void>) => Promise<void> {
  const router = useRouter()
  const isSameVisit = useIsSameVisit()
  const [page] = useState(() => router.state.location.pathname)
  return async (go) => {
    if (isSameVisit() && router.state.location.pathname === page) await go()
  }
}
