import { expect, type Page, test } from '@playwright/test'
import { freshName, getAs, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('names and descriptions as long as they may be, without a space, fit a phone', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { batch } = await postAs(page, '/batches/add-patient', {
    name: freshName('W'.repeat(190)),
    description: 'D'.repeat(600),
    samplePrefix: 'P'.repeat(60),
    numPatients: 1,
    tubeTypes: [{ tubeType: 'EDTA', count: 1 }],
  })
  const { samples } = await getAs(page, '/samples/search', { batchId: batch.id })

  for (const address of [`/batches/${batch.id}`, `/samples/${samples[0].id}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => widthOf(page), address).toBe(360)
  }

  await page.goto('/batches')
  await expect(page.getByRole('link', { name: batch.name }).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sample Count' })).toBeInViewport({ ratio: 1 })
})

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
