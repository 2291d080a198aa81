import type { Locator, Page } from '@playwright/test'

/** Goes to a grid of at least `cells` cells inside the page. Returns how many ms after its data it was painted. */
export const timeGrid = (page: Page, address: string, cells: number): Promise<number> =>
  page.evaluate(timeGridInPage, [address, cells] as const)

async function timeGridInPage([address, cells]: readonly [string, number]): Promise<number> {
  history.pushState({}, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
  const { promise: painted, resolve } = Promise.withResolvers<number>()
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll('[role=gridcell]').length < cells) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
  const at = await painted
  const isOccupancy = ({ name }: PerformanceEntry) => new URL(name).pathname === '/api/storage/occupancy'
  const [data] = performance.getEntriesByType('resource').filter(isOccupancy)
  return at - (data as PerformanceResourceTiming).responseEnd
}

/** Moves through the grid by arrow keys, 20 to the right and 20 down. Returns how many ms each took to be painted. */
export async function timeArrowKeys(page: Page, firstCell: Locator): Promise<number[]> {
  await page.evaluate(() => {
    const keys: number[] = []
    Object.assign(window, { keys })
    const time = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)))
    document.addEventListener('keydown', time, { capture: true })
  })
  await firstCell.focus()
  for (const key of ['ArrowRight', 'ArrowDown']) {
    for (let step = 0; step < 20; step++) await page.keyboard.press(key)
  }
  return page.evaluate(() => (window as unknown as { keys: number[] }).keys)
}

/** Turns the wheel over a list for 4 s. Returns the ms between its frames. */
export async function timeScrolling(page: Page, list: Locator): Promise<number[]> {
  await list.hover()
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let last = performance.now()
        const end = last + 4000
        const next = (now: number) => {
          times.push(now - last)
          last = now
          if (now < end) requestAnimationFrame(next)
          else resolve(times)
        }
        requestAnimationFrame(next)
      }),
  )
  // A slow processor takes fewer turns of the wheel.
  const end = performance.now() + 3500
  for (let turn = 0; turn < 120 && performance.now() < end; turn++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  return frames
}
