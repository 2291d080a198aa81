import type { Page } from '@playwright/test'

/** The app takes the same code within this time, in ms, for the same sighting of a tube. */
const sameSightingMs = 1000

const scannedAt = new WeakMap<Page, Map<string, number>>()

/** Types a code as a scanner does. A code that was just scanned here is scanned again only as a person can: later. */
export async function scan(page: Page, code: string): Promise<void> {
  const times = scannedAt.get(page) ?? new Map<string, number>()
  scannedAt.set(page, times)
  const wait = (times.get(code) ?? 0) + sameSightingMs - Date.now()
  if (wait > 0) await page.waitForTimeout(wait)
  await typeAtOnce(page, [...code, 'Enter'])
  times.set(code, Date.now())
}

/**
 * Queues all keys before the page has taken the first, as a keyboard does. Playwright waits for the page between two
 * keys, so that on a busy machine a code can come as slowly as a person types.
 */
async function typeAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const send = (type: 'keyDown' | 'keyUp', key: string) => {
    const isEnter = key === 'Enter'
    const press = { type, key, windowsVirtualKeyCode: isEnter ? 13 : key.toUpperCase().charCodeAt(0) }
    return devTools.send('Input.dispatchKeyEvent', {
      ...press,
      ...(isEnter && { code: 'Enter' }),
      ...(type === 'keyDown' && { text: isEnter ? '\r' : key }),
    })
  }
  await Promise.all(keys.flatMap((key) => [send('keyDown', key), send('keyUp', key)]))
  await devTools.detach()
}
