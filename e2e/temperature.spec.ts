import { expect, test } from '@playwright/test'
import { storageCode } from '../contract/storage-code.ts'
import { expectFit } from './expect-fit.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { freshName, getAs, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'
import { warmFreezer } from './warm-freezer.ts'

test('an excursion is shown, acknowledged on the dashboard and kept with its note', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const alias = freshName('Warm freezer')
  // Since later than those of other journeys: the dashboard shows the latest four.
  const { freezer } = await warmFreezer(page, alias, 110)
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Temperatures' })
  const alarm = card.getByRole('listitem').filter({ hasText: alias })
  await expect(alarm).toContainText('Outside limits, over')
  await expect(alarm).toContainText('−52.25 °C at worst')
  await alarm.getByRole('button', { name: /^Acknowledge/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What was done').fill('Door was open')
  await page.keyboard.press('Enter')
  await expect(alarm).toHaveCount(0)

  await page.goto(`/storage/${freezer.id}/enhanced?tab=temperature&period=day`)
  await expect(page.getByRole('table', { name: 'Excursions' })).toContainText('Door was open')
  const slider = page.getByLabel('Point in time')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page.locator('output')).toContainText('−80.5 °C')
  await page.getByText('Readings as a table').press('Enter')
  await expect(page.getByRole('region', { name: 'Readings' })).toContainText('−52.25 °C')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('acknowledged a temperature alarm of it')).toBeVisible()
})

test('a file of a logger with decimal commas is added, and limits are changed', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { freezer } = await warmFreezer(page, freshName('Filed freezer'))
  await page.goto(`/storage/${freezer.id}/enhanced?tab=temperature&period=day`)
  const time = new Date(Date.now() - 150.5 * 60_000)
  const two = (number: number) => `${number}`.padStart(2, '0')
  const inBerlin = new Date(time.toLocaleString('en-US', { timeZone: 'Europe/Berlin' }))
  const day = `${two(inBerlin.getDate())}.${two(inBerlin.getMonth() + 1)}.${inBerlin.getFullYear()}`
  const clock = [inBerlin.getHours(), inBerlin.getMinutes(), inBerlin.getSeconds()].map(two).join(':')
  await page.getByLabel('File of a logger').setInputFiles({
    name: 'logger.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Zeit;Temperatur\n${day} ${clock};-79,5\nbad line\n`),
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 reading from')
  await expect(dialog).toContainText('1 line could not be read')
  await dialog.getByRole('button', { name: 'Add readings' }).click()
  await expect(page.getByText('1 reading added')).toBeVisible()

  const excursions = page.getByRole('table', { name: 'Excursions' })
  await expect(excursions).toBeVisible()
  await page.getByLabel('Upper limit').fill('-40,5')
  await page.getByLabel('Apply to').click()
  await page.getByText('Also the last 24 hours').click()
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(excursions).toHaveCount(0)
  const { state } = await getAs(page, '/temperatures/get', { storageId: `${freezer.id}` })
  expect(state).toMatchObject({ upperC: -40.5, effectiveLowerC: -90.5 })
})

for (const width of [390, 1280]) {
  test(`at ${width} pixels limits that another person saves are never erased unseen`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, 'Ada Lindqvist')
    const { freezer } = await warmFreezer(page, freshName(`Shared freezer ${width}`))
    const { id: storageId } = freezer
    const setLimits = (upperC: number) =>
      postAs(page, '/temperatures/set-limits', {
        storageId,
        upperC,
        lowerC: -90,
        minutesOutside: 10,
        minutesWithoutReadings: 30,
      })
    await page.goto(`/storage/${storageId}/enhanced?tab=temperature&period=day`)
    const upper = page.getByLabel('Upper limit')
    await expect(upper).toHaveValue('')
    await setLimits(-70)
    await expect(upper).toHaveValue('-70')

    await page.getByLabel('Alarm if outside for').fill('20')
    await setLimits(-75)
    await page.getByRole('button', { name: 'Save limits' }).click()
    const text = page.getByText(/^Nothing was saved. Load the newest version/)
    await expect(text).toBeVisible()
    expect((await text.boundingBox())?.width).toBeGreaterThan(140)
    await page.getByRole('button', { name: 'Load newest version' }).click()
    await expect(upper).toHaveValue('-75')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect
      .poll(async () => (await getAs(page, '/temperatures/get', { storageId: `${storageId}` })).state)
      .toMatchObject({ upperC: -75, lowerC: -90, minutesOutside: 20 })
  })
}

test('the code on the label of a storage opens it from the search box', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { box } = await warmFreezer(page, freshName('Scanned freezer'))
  await page.goto('/dashboard')
  await page.getByRole('combobox', { name: 'Scan or search' }).fill(storageCode(box.id))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/storage/${box.id}/enhanced`))
  await page.getByRole('button', { name: 'Label' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save label' }).click()
  expect((await download).suggestedFilename()).toMatch(/-labels-.*\.zpl$/)
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })
  test('temperatures are written with a decimal point, as volumes are', async ({ page }) => {
    await openAs(page, 'Ada Lindqvist')
    const { freezer } = await warmFreezer(page, freshName('German freezer'))
    await page.goto(`/storage/${freezer.id}/enhanced?tab=temperature`)
    await expect(page.getByText('Nominal −80.5 °C')).toBeVisible()
  })
})

for (const width of [390, 1440]) {
  test(`axe finds nothing on the temperature pages at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs(page, 'Chiara Rossi')
    const { freezer } = await warmFreezer(page, freshName(`Freezer ${width}`))
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Temperatures' })).toBeVisible()
    await expectNoViolation(page)
    await page.goto(`/storage/${freezer.id}/enhanced?tab=temperature&period=day`)
    await expect(page.getByLabel('Point in time')).toBeVisible()
    await expectNoViolation(page)
    await expectFit(page)
    await page
      .getByRole('button', { name: /^Acknowledge/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolation(page, 'Acknowledge the alarm')
  })
}
