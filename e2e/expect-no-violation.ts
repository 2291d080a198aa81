import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on a page that has come to rest: half-way through a fade everything lacks contrast. */
export async function expectNoViolation(page: Page, place = page.url()) {
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
  await expect.poll(() => page.evaluate(countMoving), { message: `${place} comes to rest` }).toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
  expect.soft(found, place).toEqual([])
}

const countMoving = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    .length
