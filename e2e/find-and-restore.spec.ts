import { expect, test } from '@playwright/test'
import { expectFit } from './expect-fit.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { addStorage, freshName, getAs, postAs, registerTubes, type Tube } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('E6 E7 a tube is found while one types, scanned, deleted and restored, by the keyboard alone', async ({
  page,
}) => {
  const name = freshName('Found while typing')
  await openAs(page, 'Ada Lindqvist')
  const { tubes } = await registerTubes(page, name, 12, 'FWT')
  const [first, second] = tubes as [Tube, Tube]
  const { id: storageId } = await addStorage(page, freshName('Box of the search'), 'BOX')
  await postAs(page, '/samples/associate', { sampleId: first.id, storageId, location: 'B4' })

  await page.goto('/dashboard')
  const field = page.getByRole('combobox', { name: 'Scan or search' })
  const options = page.getByRole('option')
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('option', { name: 'Receive samples' })).toBeVisible()
  await page.keyboard.type(first.name.toLowerCase(), { delay: 40 })
  await expect(options.first()).toContainText('B4')
  await expectNoViolation(page)
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/samples/${first.id}`)

  // As a scanner types it, while the hits of a text typed before are shown.
  await page.keyboard.press('/')
  await page.keyboard.type('fwt', { delay: 40 })
  await expect(options.first()).toBeVisible()
  await field.selectText()
  await page.keyboard.type(second.alias)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/samples/${second.id}`)
  await expect(field).toHaveValue('')

  const { deletionId } = await postAs(page, `/samples/delete?id=${second.id}`, {})
  expect(deletionId).toBeTruthy()
  await page.keyboard.press('/')
  await page.keyboard.type('recently deleted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/recently-deleted')
  await page.getByRole('button', { name: `Restore ${second.name}`, exact: true }).press('Enter')
  await expect(page.getByText(`${second.name} is back`)).toBeVisible()
  expect((await getAs(page, '/samples/get', { id: second.id })).sample.alias).toBe(second.alias)
})

test('E7 the hits fit a phone, and are legible in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'Ada Lindqvist')
  await page.goto('/dashboard')
  const field = page.getByRole('combobox', { name: 'Scan or search' })
  await field.click()
  await page.keyboard.press('ArrowDown')
  const first = page.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(first).toHaveCSS('outline-style', 'solid')
  const { width = 0, height = 0 } = (await first.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(300)
  expect(height).toBeGreaterThanOrEqual(44)
  await expectFit(page)
})
