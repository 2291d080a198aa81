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

/** The time between two keys of a scanner, in seconds. */
const keyGap = 0.004

/**
 * Queues all keys before the page has taken the first, as a keyboard does, each with the time at which it was pressed.
 * Playwright waits for the page between two keys, and without times a busy machine takes them as slowly as a person
 * types.
 */
async function typeAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const begin = Date.now() / 1000
  const send = (type: 'keyDown' | 'keyUp', key: string, place: number) => {
    const isEnter = key === 'Enter'
    const press = { type, key, windowsVirtualKeyCode: isEnter ? 13 : key.toUpperCase().charCodeAt(0) }
    return devTools.send('Input.dispatchKeyEvent', {
      ...press,
      timestamp: begin + place * keyGap,
      ...(isEnter && { code: 'Enter' }),
      ...(type === 'keyDown' && { text: isEnter ? '\r' : key }),
    })
  }
  await Promise.all(keys.flatMap((key, place) => [send('keyDown', key, place), send('keyUp', key, place)]))
  await devTools.detach()
}
