import { vi } from 'vitest'

/** From now on the session storage of this tab has no room; local storage has. */
export function fillTabStorage(): void {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
}
