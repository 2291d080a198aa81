import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { untilPainted } from './until-painted.ts'

// The main file of the package is twice as long, and sent to each page.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects that axe finds nothing on a page at rest. The rules about colours run in light and in dark colours, the
 * others once. Afterwards the page has the colours that it did not begin with.
 */
export async function expectNoViolation(page: Page, place = page.url(), options: RunOptions = {}) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await setColours(page, place, first)
  const behind = await behindDialog(page)
  expectNone(await violationsOf(page, { runOnly: coloursOnly }, behind), `${place} in ${first} colours`)
  await setColours(page, place, second)
  if (behind.length === 0) {
    const found = await violationsOf(page, { ...options, rules: { ...options.rules, ...colours(true) } })
    return expectNone(found, `${place} in ${second} colours`)
  }
  expectNone(await violationsOf(page, { runOnly: coloursOnly }, behind), `${place} in ${second} colours`)
  const others = { ...options, rules: { ...options.rules, ...colours(false) } }
  expectNone(await violationsOf(page, others), place)
}

async function setColours(page: Page, place: string, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // 'light dark' on the page of the print agent simulator.
  await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme))
  await expectAtRest(page, place)
}

const expectNone = (found: Violation[], where: string) => expect.soft(found, where).toEqual([])

type Violation = { id: string; help: string; where: string[] }

/**
 * Returns what axe finds on the page as it is, except in the elements of a selector. The library is loaded once for
 * each load of the page, and only violations are described.
 */
export async function violationsOf(
  page: Page,
  options: RunOptions = {},
  except: string[] = [],
): Promise<Violation[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([given, exclude]) => {
      const { violations } = await window.axe.run({ exclude }, { ...given, resultTypes: ['violations'] })
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
    },
    [options, except] as const,
  )
}

/** Returns the selector of the page behind an open dialog: its colours are inspected where no dialog dims them. */
async function behindDialog(page: Page): Promise<string[]> {
  const dialogs = page.locator('[aria-modal="true"]').filter({ visible: true })
  return (await dialogs.count()) > 0 ? ['#root'] : []
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const coloursOnly = ['color-contrast', 'link-in-text-block']
const colours = (enabled: boolean) => Object.fromEntries(coloursOnly.map((rule) => [rule, { enabled }]))

/** Half-way through a fade everything lacks contrast. */
async function expectAtRest(page: Page, place: string) {
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
  // By then the page has rendered in other colours, and their transitions have begun.
  await untilPainted(page)
  await expect.poll(() => page.evaluate(countMoving), { message: `${place} comes to rest` }).toBe(0)
}

const countMoving = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    .length
