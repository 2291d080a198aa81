import { expect, type Page, test } from '@playwright/test'
import { openAs } from './sign-in.ts'

/** A phone that is held across, or a small laptop at a zoom of 175 %. */
test.use({ viewport: { width: 844, height: 340 } })

test('the last entry of the menu of a person is reached', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/samples')
  await page.getByRole('button', { name: 'Account of Bo Chen' }).click()
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await logout.hover()
  await expect(logout).toBeInViewport({ ratio: 1 })
})

test('the last entry of the side panel is reached, and nothing lies over another', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await turnOnRolesFor(page)
  await page.goto('/samples')
  const panel = page.getByRole('navigation', { name: 'Main' })
  // Without its word, the link in it has no width.
  const audit = panel.getByRole('menuitem', { name: 'Audit' })
  await audit.hover()
  await expect(audit).toBeInViewport({ ratio: 1 })
  const fold = page.getByRole('button', { name: 'Expand the menu' })
  await expect(fold).toBeInViewport({ ratio: 1 })
  await panel.getByRole('menuitem', { name: 'Dashboard' }).hover()
  const [entries, button] = [await panel.boundingBox(), await fold.boundingBox()]
  expect((entries?.y ?? 0) + (entries?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

/** For this page only: other journeys use the same laboratory. */
const turnOnRolesFor = (page: Page) =>
  page.route('**/api/auth/me', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), rolesOn: true, role: 'administrator' } })
  })
