import { expect, type Page, test } from '@playwright/test'
import { getAs, postAs } from './lab-api.ts'
import { patience } from './patience.ts'
import { openAs } from './sign-in.ts'

test('a label is drawn soon after the click, and what draws it is loaded at the first click', async ({
  page,
}) => {
  await openAs(page, 'Ada Lindqvist')
  const { batch } = await postAs(page, '/batches/add', {
    name: `Previews ${Date.now()}`,
    description: 'To be looked at',
    numSamples: 6,
    tubeType: 'EDTA',
  })
  const { samples } = await getAs(page, '/samples/search', { batchId: batch.id })
  const renderers: string[] = []
  page.on('request', (request) => {
    if (/zpl/.test(request.url())) renderers.push(request.url())
  })

  await page.goto(`/batches/${batch.id}`)
  const times: number[] = []
  for (const { name } of samples) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Generate Label' })).toBeVisible()
    expect(renderers).toHaveLength(times.length === 0 ? 0 : 1)
    times.push(await timeOfPreview(page))
    await page.goBack()
  }
  console.log(`Previews in ${times.map(Math.round).join(', ')} ms, the first with its loading`)
  // The quickest: a busy machine slows the others.
  expect(Math.min(...times.slice(1))).toBeLessThan(200 * patience)
})

const timeOfPreview = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [button] = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Generate Label',
    )
    const begun = performance.now()
    button?.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const picture = document.querySelector<HTMLImageElement>('img[alt="The label as it will print"]')
      if (picture?.complete) return performance.now() - begun
    }
  })
