import { chromium, type Page } from '@playwright/test'
import { findBrowser, findHeadlessShell } from '../test/find-browser.ts'
import type { Server } from './http-caller.ts'
import { timeArrowKeys, timeGrid, timeScrolling } from './page-timing.ts'
import type { Stock } from './stock.ts'
import { percentileOf } from './timing.ts'

/** One thing that a person waits for. `slowdown`: 4 is a processor that is slowed to a quarter. All times in ms. */
export type BrowserMeasured = { what: string; slowdown: number; p50: number; p95: number }

const slowdowns = [1, 4]
const rounds = 5
const side = 50
const twelveColumns = [
  ...['tubeId', 'type', 'status', 'volume', 'place', 'batch', 'subject', 'site', 'visit', 'tubeType'],
  ...['created', 'received'],
]
const columnsKey = 'lims.sample-columns.bench'

/**
 * What a person at a desk waits for, in a Chromium without windows, on the machine as it is and slowed to a quarter.
 */
export async function measureBrowser(
  { port, token }: Server,
  { fullBox }: Pick<Stock, 'fullBox'>,
): Promise<BrowserMeasured[]> {
  const executablePath = (await findHeadlessShell()) ?? (await findBrowser())
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args })
  const measured: BrowserMeasured[] = []
  for (const slowdown of slowdowns) {
    const context = await browser.newContext({
      baseURL: `http://localhost:${port}`,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addInitScript((kept) => localStorage.setItem('lims.token', kept), token)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (const [what, times] of await timesOf(page, fullBox)) {
      measured.push({ what, slowdown, p50: percentileOf(times, 0.5), p95: percentileOf(times, 0.95) })
    }
    await context.close()
  }
  await browser.close()
  return measured
}

async function timesOf(page: Page, fullBox: string): Promise<[string, number[]][]> {
  // The first load fills the cache of the browser.
  await timeFirstRows(page)
  const firstRows: number[] = []
  while (firstRows.length < rounds) firstRows.push(await timeFirstRows(page))
  const usual = await timeScrolling(page, listOf(page))
  const hits = await timeHits(page)
  await page.evaluate(([key, columns]) => localStorage.setItem(key, columns), [
    columnsKey,
    JSON.stringify(twelveColumns),
  ] as const)
  await timeFirstRows(page)
  const wide = await timeScrolling(page, listOf(page))
  const paints: number[] = []
  while (paints.length < rounds) {
    await page.goto('/storage')
    await page.getByRole('heading', { level: 1 }).waitFor()
    paints.push(await timeGrid(page, `/storage/${fullBox}/enhanced`, side * side))
  }
  const arrows = await timeArrowKeys(page, page.getByRole('gridcell', { name: /^A1,/ }))
  return [
    ['tree of samples: page load to first rows', firstRows],
    ['tree of samples: between frames of scrolling', usual],
    ['tree of samples with 12 columns: between frames of scrolling', wide],
    ['search: key to hits', hits],
    [`box of ${side} x ${side}: data to cells`, paints],
    [`box of ${side} x ${side}: arrow key to focus`, arrows],
  ]
}

const listOf = (page: Page) => page.locator('.ant-table-tbody-virtual-holder')

async function timeFirstRows(page: Page): Promise<number> {
  const from = performance.now()
  await page.goto('/samples')
  await listOf(page).getByRole('link').first().waitFor()
  return performance.now() - from
}

/** Types the last digit of the number of a patient, of another patient each time. */
async function timeHits(page: Page): Promise<number[]> {
  const times: number[] = []
  const field = page.getByRole('combobox', { name: 'Scan or search' })
  for (let patient = 0; patient < 20; patient++) {
    const begun = `bench-p00${String(patient).padStart(2, '0')}`.slice(0, -1)
    const digit = String((patient % 8) + 1)
    await field.click()
    await field.selectText()
    await page.keyboard.type(begun, { delay: 60 })
    await page
      .getByRole('option')
      .filter({ hasText: /BENCH-P/i })
      .first()
      .waitFor()
    // Hits of a shorter text may still come.
    await page.waitForTimeout(1000)
    await page.evaluate(watchForHit, begun + digit)
    await page.keyboard.press(digit)
    times.push(await page.evaluate(() => (window as unknown as { hit: Promise<number> }).hit))
  }
  return times
}

/** Sets `hit` of the window: how many ms after the next key the first hit has this name. Rejects after 30 s. */
function watchForHit(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  setTimeout(() => reject(new Error(`No hit for ${name}`)), 30_000)
  Object.assign(window, { hit: promise })
  const watch = ({ timeStamp }: KeyboardEvent) => {
    const observer = new MutationObserver(() => {
      const hit = document.querySelector('[role=option]')?.textContent?.toLowerCase() ?? ''
      if (!hit.includes(name)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }
  document.addEventListener('keydown', watch, { capture: true, once: true })
}
