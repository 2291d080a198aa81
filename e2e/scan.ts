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
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  times.set(code, Date.now())
}
