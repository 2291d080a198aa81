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

  // The page holds back for a second what it has fetched: only the reply comes during the press.
  const release = await holdReplies(page, '**/api/batches/search?*')
  const requested = page.waitForRequest('**/api/batches/search?*')
  await addBatch(page, 'Pressed later')
  const refetched = (await requested).response()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  release()
  await (await refetched)?.finished()
  await untilPainted(page)
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`/batches/${batch.id}$`))

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Pressed later', exact: true })).toBeVisible()
})

const addBatch = (page: Page, name: string) =>
  postAs(page, '/batches/add', { name, description: 'Blood', numSamples: 1, tubeType: 'EDTA' })

/** Lets the server reply to these requests, and the page wait for the replies until the returned function is called. */
async function holdReplies(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  return release
}
