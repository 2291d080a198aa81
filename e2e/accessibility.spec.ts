import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { getAs, postAs } from './lab-api.ts'
import { signIn } from './sign-in.ts'

const publicScreens = [
  { name: 'landing', address: '/' },
  { name: 'login', address: '/auth/login' },
  { name: '403', address: '/auth/not-authenticated' },
  { name: '404', address: '/no/such/page' },
]

const signedInScreens = [
  { name: 'dashboard', address: '/dashboard' },
  { name: 'samples', address: '/samples' },
  { name: 'receive', address: '/receive' },
  { name: 'batches', address: '/batches' },
  { name: 'create batch', address: '/batches/create' },
  { name: 'create patient batch', address: '/batches/create-patient' },
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    for (const { name, address } of publicScreens) {
      test(`axe finds nothing, and a phone shows all, on the ${name} page`, async ({ page }) => {
        await page.goto(address)
        await expectNoViolation(page)
        await expectFitsPhone(page)
      })
    }

    test('axe finds nothing, and a phone shows all, on the pages of a person who is signed in', async ({
      page,
    }) => {
      await signIn(page, 'Ada Lindqvist')
      const { batch, sample } = await addBatch(page, `Accessible ${colorScheme}`)
      await expectNoViolation(page)

      for (const { name, address } of signedInScreens) {
        await test.step(name, async () => {
          await page.goto(address)
          await expectNoViolation(page)
          await expectFitsPhone(page)
        })
      }
      await test.step('batch details', async () => {
        await page.goto(`/batches/${batch.id}`)
        await expectNoViolation(page)
        await expectFitsPhone(page)
      })
      await test.step('sample details, with its label and its dialogs', async () => {
        await page.goto(`/samples/${sample.id}`)
        await page.getByRole('button', { name: 'Generate Label' }).click()
        await expect(page.getByRole('img', { name: /label/i })).toBeVisible()
        await expectNoViolation(page)
        await expectFitsPhone(page)
        await page.getByRole('button', { name: 'Update', exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectNoViolation(page)
      })
    })
  })
}

async function addBatch(page: Page, name: string) {
  const { batch } = await postAs(page, '/batches/add-patient', {
    name,
    description: 'Two kits',
    numPatients: 2,
    tubeTypes: [{ tubeType: 'EDTA', count: 2 }],
  })
  const { samples } = await getAs(page, '/samples/search', { batchId: batch.id, pageSize: '1' })
  return { batch, sample: samples[0] }
}

async function expectNoViolation(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
  expect.soft(found, page.url()).toEqual([])
}

/** No page is wider than the narrowest phone; tables scroll inside themselves. */
async function expectFitsPhone(page: Page) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 740 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, page.url()).toBe(360)
  await page.setViewportSize(before)
}
