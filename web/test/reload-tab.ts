import { cleanup } from '@testing-library/react'

/** Reloads the tab: what its page kept stays, which a dialog that is closed removes. */
export function reloadTab(): void {
  const kept = Object.entries(sessionStorage)
  cleanup()
  for (const [key, value] of kept) sessionStorage.setItem(key, value)
}
