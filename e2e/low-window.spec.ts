import { expect, type Page, test } from '@playwright/test'
import { freshName, registerTubes } from './lab-api.ts'
import { scan } from './scan.ts'
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

test.describe('a laptop of 1366 × 768 pixels at a zoom of 125 %', () => {
  test.use({ viewport: { width: 1093, height: 512 } })

  test('why a tube was not received, and Undo, are reached beside a long list of scans', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const { tubes } = await registerTubes(page, freshName('Received low'), 1)
    await page.goto('/receive')
    await expect(page.getByLabel('Scan or enter identifier')).toBeFocused()
    await scan(page, tubes[0].alias)
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toBeVisible()
    for (let number = 1; number <= 24; number += 1) await scan(page, `no-such-tube-${number}`)
    const refusal = page.getByText('Sample not found').first()
    await expect(page.getByText('1 received · 24 refused')).toBeVisible()
    await undo.focus()
    await expect(undo).toBeInViewport({ ratio: 1 })
    await refusal.hover()
    await expect(refusal).toBeInViewport({ ratio: 1 })
  })
})

/** For this page only: other journeys use the same laboratory. */
const turnOnRolesFor = (page: Page) =>
  page.route('**/api/auth/me', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), rolesOn: true, role: 'administrator' } })
  })
