import { expect, test } from '@playwright/test'
import { freshName, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ colorScheme: 'dark' })

test('what is printed of a box is its map alone, black on white', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const size = { numberRows: 9, numberColumns: 9 }
  const { storage } = await postAs(page, '/storage/add', {
    alias: freshName('On the lid'),
    type: 'BOX',
    ...size,
  })
  await page.goto(`/storage/${storage.id}/enhanced`)
  await expect(page.getByRole('gridcell', { name: /^I9,/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan in' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('gridcell', { name: /^I9,/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: storage.alias })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  for (const name of ['Scan in', 'Edit']) await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Receive' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})
