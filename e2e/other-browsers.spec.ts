import { expect, test } from '@playwright/test'

test('a browser that is too old says which are new enough', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(Map, { groupBy: undefined })
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('This browser is too old for LIMS')
  await expect(page.getByRole('alert')).toContainText('Firefox 125')
})

test('a browser that blocks cookies and site data says what to allow', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Allow cookies and site data for this address')
})
