import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Returns a function that runs `go`, which leads to another page, and does nothing once this page has been left. */
export function useLeavePage(): (go: () => Promise<void>) => Promise<void> {
  const router = useRouter()
  const [page] = useState(() => router.state.location.pathname)
  return async (go) => {
    if (router.state.location.pathname === page) await go()
  }
}
