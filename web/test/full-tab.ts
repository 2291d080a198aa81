import { vi } from 'vitest'

/** From now on the session storage of this tab has no room; local storage has. */
export const fillTabStorage = () => fill(sessionStorage)

/** From now on the local storage of this browser has no room; session storage has. Returns what frees it. */
export const fillBrowserStorage = () => fill(localStorage)

function fill(full: Storage): () => void {
  const setItem = Storage.prototype.setItem
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === full) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  return () => spy.mockRestore()
}
