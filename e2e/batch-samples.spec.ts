import { expect, type Page, test } from '@playwright/test'
import { freshName, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

async function openBatch(page: Page, name: string, samplePrefix?: string): Promise<string> {
  await openAs(page, 'Ada Lindqvist')
  // Longer than the window.
  const { batchId } = await registerTubes(page, freshName(name), 60, samplePrefix)
  await page.goto(`/batches/${batchId}`)
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  return batchId
}

const rows = (page: Page) => page.locator('.ant-table-tbody-virtual-holder')

const pageIsAtEnd = (page: Page) =>
  page.evaluate(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.documentElement
    return scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - 1
  })

const firstRowMoved = (page: Page) => rows(page).evaluate((holder) => holder.scrollTop)

test('E4 the wheel first brings the whole table of a batch into sight, then its rows, then the head again', async ({
  page,
}) => {
  await openBatch(page, 'Scrolled')
  await rows(page).hover({ position: { x: 200, y: 20 } })
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100)
  expect(await firstRowMoved(page)).toBe(0)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => pageIsAtEnd(page)).toBe(true)
  expect(await firstRowMoved(page)).toBe(0)

  await page.mouse.wheel(0, 300)
  await expect.poll(() => firstRowMoved(page)).toBeGreaterThan(0)
  await page.mouse.wheel(0, -2000)
  await expect.poll(() => firstRowMoved(page)).toBe(0)
  // The list of the library keeps a turn of the wheel that comes as soon as its first row is in sight.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -500)
      return page.evaluate(() => scrollY)
    })
    .toBe(0)
})

test('E4 the columns chosen for the list are those of a batch', async ({ page }) => {
  const batchId = await openBatch(page, 'Sorted')
  await page.goto('/samples')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Created' }).click()
  await page.goto(`/batches/${batchId}`)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Sample Hierarchy' }).click()
  await expect(page).toHaveURL(`/batches/${batchId}?sort=name`)
  await page.getByRole('columnheader', { name: 'Sample', exact: true }).click()
  await expect(page).toHaveURL(`/batches/${batchId}?sort=-name`)
  await expect(rows(page).getByRole('link').first()).toHaveText(/-60$|60$/)
})

test('E4 in the list, closing a large batch shows those before it', async ({ page }) => {
  // Other journeys register batches at the same time.
  const samplePrefix = `LARGE${Date.now()}`
  await openBatch(page, 'Before a large one', samplePrefix)
  const name = freshName('Larger than a page')
  await registerTubes(page, name, 420, samplePrefix)
  await page.goto(`/samples?query=${samplePrefix}`)
  const large = rows(page).locator('.ant-table-row', { hasText: name })
  await large.getByRole('button', { name: 'Collapse row' }).click()
  await expect(rows(page).getByText(freshName('Before a large one'), { exact: true })).toBeVisible()
})
