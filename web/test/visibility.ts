import { vi } from 'vitest'

/** Puts the page out of sight or back, as changing to another tab does. */
export function setVisible(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}
