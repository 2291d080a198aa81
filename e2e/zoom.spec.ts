import { expect, type Page, test } from '@playwright/test'
import { expectFit } from './expect-fit.ts'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

/** A window of 1280 pixels at a zoom of 400 %. */
test.use({ viewport: { width: 320, height: 640 } })

test('the steps of an import are not broken inside their words', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/samples/import')
  const step = page.getByText('File, the current step', { exact: true })
  await expect(step).toBeVisible()
  expect((await step.boundingBox())?.height).toBeLessThan(30)
})

test('the button that signs in shows the whole name of the provider', async ({ page }) => {
  const provider = 'keycloak.universitaetsklinikum-heidelberg.example'
  await page.route('**/api/auth/check-site', (route) =>
    route.fulfill({ json: { available: true, provider, demo: false } }),
  )
  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: `Sign in with ${provider}` })
  await expect(button).toBeVisible()
  const exceedsButton = () =>
    button.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().width > element.getBoundingClientRect().width
    })
  await expect.poll(exceedsButton).toBe(false)
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('all tabs of a storage, the names in its tree and the choice of a scan are shown in full', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  // The first of the tree, whatever storages other journeys make.
  const name = freshName('0Freezer')
  const storage = await addStorage(page, name, 'FREEZER', { numberRows: 2, numberColumns: 2 })
  await page.goto(`/storage/${storage.id}/enhanced`)
  await expect(page.getByRole('tab', { name: 'History' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tablist').getByRole('button')).toBeHidden()

  await page.goto('/storage?view=tree')
  const link = page.getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  expect((await link.boundingBox())?.height).toBeLessThan(30)

  await page.goto('/custody')
  await expect(page.getByText('Check out', { exact: true }).first()).toBeVisible()
  await expectNoCutText(page, '.ant-segmented-item-label')
})

test('with the spacing of text of WCAG 1.4.12 pages stay as wide as the window', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { batchId } = await registerTubes(page, freshName('Spaced'), 1)
  const reply = await postAs(page, '/samples/add', {
    name: freshName('Spaced tube'),
    batchId,
    type: 'PLASMA',
    status: 'COLLECTED',
    volume: 2,
    notes: '',
  })
  for (const address of [`/samples/${reply.sample.id}`, '/stock-takes', '/custody', '/dashboard']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    })
    await expectFit(page)
    await expectNoCutText(page, '.ant-segmented-item-label')
  }
})

async function expectNoCutText(page: Page, selector: string) {
  const cut = () =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      selector,
    )
  await expect.poll(cut).toEqual([])
}
