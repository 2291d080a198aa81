import { expect, test } from '@playwright/test'
import { freshName, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

/** Above a part of a page, and on a card. */
const looks = ['17px 600', '15px 600']

test('headings below the title have the same two looks on all pages', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { tubes, batchId } = await registerTubes(page, freshName('Headings'), 1, 'HEAD')
  const [tube] = tubes
  const addresses = ['/custody', '/freezer-work', '/receive', `/samples/${tube.id}`, `/batches/${batchId}`]
  for (const address of addresses) {
    await page.goto(address)
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.first()).toBeVisible()
    const found = await headings.evaluateAll((elements) =>
      elements.map((element) => {
        const { fontSize, fontWeight } = getComputedStyle(element)
        return { text: element.textContent, look: `${fontSize} ${fontWeight}` }
      }),
    )
    for (const { text, look } of found) expect.soft(looks, `${text} of ${address}`).toContain(look)
  }
})
