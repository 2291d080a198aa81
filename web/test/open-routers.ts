import type { AnyRouter } from '@tanstack/react-router'
import { vi } from 'vitest'

const openRouters = new Set<AnyRouter>()

/** Remembers the router of this test for `finishNavigations`. */
export function rememberRouter<R extends AnyRouter>(router: R): R {
  openRouters.add(router)
  return router
}

/**
 * Waits for the navigation that a test started last. Else its screen would be loaded and rendered after the window is
 * gone.
 */
export async function finishNavigations(): Promise<void> {
  const routers = [...openRouters]
  openRouters.clear()
  for (const router of routers) {
    await vi.waitUntil(() => router.state.status === 'idle', { timeout: 10_000 })
  }
}
