import { expect, type Page, test } from '@playwright/test'
import { freshName, getAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

const count = async (page: Page, batchId: string) =>
  (await getAs(page, '/samples/list', { batchId })).totalSamples as number

test('a sample and its batch are deleted and brought back by the keyboard alone, however fast', async ({
  page,
}) => {
  const name = freshName('Deleted by keyboard')
  await openAs(page, 'Ada Lindqvist')
  const { batchId, tubes } = await registerTubes(page, name, 3)
  const [tube] = tubes

  await page.goto(`/samples/${tube.id}`)
  await page.getByLabel(`Delete ${tube.name}`).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `${tube.name} deleted` })).toBeVisible()
  await expect(page).toHaveURL('/samples')
  expect(await count(page, batchId)).toBe(2)
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${tube.name} is back`)).toBeVisible()

  await page.goto(`/batches/${batchId}`)
  const button = page.getByRole('button', { name: `Delete ${name}`, exact: true })
  await button.press('Enter')
  const typed = page.getByLabel('Type delete to confirm')
  await expect(typed).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(typed).toBeFocused()
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `${name} deleted with 3 samples` })).toBeVisible()
  await expect(page).toHaveURL('/batches')
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${name} is back`)).toBeVisible()
  expect(await count(page, batchId)).toBe(3)
})
