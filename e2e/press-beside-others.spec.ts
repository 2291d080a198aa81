import { expect, type Page, test } from '@playwright/test'
import { postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'
import { untilFonts, untilPainted } from './until-painted.ts'

test('a click opens what was pressed although somebody else adds a row above it', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { batch } = await addBatch(page, 'Pressed')
  // Other journeys add batches too.
  await page.goto('/batches?query=Pressed')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: 'Pressed', exact: true })
  await expect(link).toBeVisible()
  await untilFonts(page)
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  const refetched = page.waitForResponse((reply) => reply.url().includes('/api/batches/search'))
  await addBatch(page, 'Pressed later')
  await (await refetched).finished()
  await untilPainted(page)
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`/batches/${batch.id}$`))

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Pressed later', exact: true })).toBeVisible()
})

const addBatch = (page: Page, name: string) =>
  postAs(page, '/batches/add', { name, description: 'Blood', numSamples: 1, tubeType: 'EDTA' })
