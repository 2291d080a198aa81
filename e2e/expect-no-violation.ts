import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * Axe finds nothing on a page that has come to rest, in light and in dark colours. Dark colours change nothing but
 * colours, so only the rules about colours run again.
 */
export async function expectNoViolation(page: Page, place = page.url(), options: RunOptions = {}) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // 'light dark' on the page of the print agent simulator.
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme))
    await expectAtRest(page, place)
    const found = await violationsOf(page, colorScheme === 'dark' ? { runOnly: coloursOnly } : options)
    expect.soft(found, `${place} in ${colorScheme} colours`).toEqual([])
  }
}

/**
 * Returns what axe finds on the page as it is. The library is loaded once for each load of the page, and only
 * violations are described.
 */
export async function violationsOf(page: Page, options: RunOptions = {}) {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, { ...given, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
  }, options)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const coloursOnly = ['color-contrast', 'link-in-text-block']

/** Half-way through a fade everything lacks contrast. */
async function expectAtRest(page: Page, place: string) {
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
  await page.evaluate(twoFrames)
  await expect.poll(() => page.evaluate(countMoving), { message: `${place} comes to rest` }).toBe(0)
}

/** By then the page has rendered in other colours, and their transitions have begun. */
/** Resolves when what was rendered is painted. */
export const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const countMoving = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    .length
