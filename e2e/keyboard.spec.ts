import { expect, type Locator, type Page, test } from '@playwright/test'
import { addStorage, freshName, pagedBatches, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('the heading of a column that can be sorted has a ring when it has the focus', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/storage')
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await page.getByRole('radio', { name: 'List' }).focus()
  await page.keyboard.press('Tab')
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'solid')
})

test('Tab never moves the focus under the bar at the top', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/batches/create-patient')
  await page.getByRole('link', { name: 'Cancel' }).focus()
  const barBottom = 56
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    const { top, name } = await focusedInPage(page)
    expect(top, name).toBeGreaterThanOrEqual(barBottom)
  }
})

test('on a screen as low as at 400 % zoom, no bar stays over the page', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { id } = await addStorage(page, freshName('Zoomed'), 'FREEZER', { numberRows: 2, numberColumns: 2 })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`/storage/${id}/enhanced`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('banner')).not.toBeInViewport()
})

test('in the breadcrumb only the page that is open is the current one', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/samples/create')
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('link', { name: 'Samples' })).toBeVisible()
  await expect(trail.locator('[aria-current]')).toHaveText(['Create Sample'])
})

/** The element of the page, not of the bar or the menu, that has the focus. */
const focusedInPage = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const { top } = focused?.closest('main') ? focused.getBoundingClientRect() : { top: 1_000 }
    return { top, name: focused?.outerHTML.slice(0, 80) ?? '' }
  })

test('on the last page of a list the focus stays near the arrow that led there', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto(`/batches?query=${encodeURIComponent(pagedBatches)}`)
  await expect(page.getByText('1 to 10 of 11')).toBeVisible()
  await page.getByTitle('Next Page').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('11 to 11 of 11')).toBeVisible()
  await expect(page.locator('main .ant-pagination :focus')).toHaveText('2')
})

test('a long list of samples is scrolled by key, and the focus stays in the rows in view', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const { batchId } = await registerTubes(page, freshName('Longer than the window'), 250, 'LONG')
  await page.goto(`/samples?batchId=${batchId}`)
  const list = page.getByRole('table', { name: 'List of samples' })
  await list.getByRole('checkbox', { name: 'Choose LONG-0001' }).focus()
  let row = await focusedRow(page)
  // The focus loads the script of the keys.
  await expect(async () => {
    await page.keyboard.press('PageDown')
    expect((await focusedRow(page)).number).toBeGreaterThan(row.number)
  }).toPass()
  row = await focusedRow(page)
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('PageDown')
    const next = await focusedRow(page)
    expect(next.number).toBeGreaterThan(row.number + 3)
    row = next
  }
  await expect(list.locator(':focus')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('PageUp')
  expect((await focusedRow(page)).number).toBeLessThan(row.number)

  await page.keyboard.press('Control+End')
  await expect(list.locator(':focus')).toBeInViewport({ ratio: 1 })
  expect((await focusedRow(page)).number).toBeGreaterThan(200)
  await page.keyboard.press('Control+Home')
  await expect(list.locator(':focus')).toBeInViewport({ ratio: 1 })
  expect((await focusedRow(page)).number).toBe(2)
})

const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[role="row"]')
    return { number: Number(row?.getAttribute('aria-rowindex')) }
  })

test('what has the focus is not under the bar of chosen samples', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.setViewportSize({ width: 390, height: 844 })
  const { batchId } = await registerTubes(page, freshName('Chosen by keyboard'), 20, 'KEYS')
  await page.goto(`/samples?batchId=${batchId}`)
  await page.getByRole('checkbox', { name: 'Choose KEYS-0001' }).focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('toolbar', { name: 'Chosen samples' })
  await expect(bar).toBeVisible()
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    const [focused, { y = 0 }] = [await focusedInPage(page), (await bar.boundingBox()) ?? {}]
    expect(focused.top, focused.name).toBeLessThan(y)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} mode focus rings and hovered links have enough contrast, also in the bar of chosen samples`, async ({
    page,
  }) => {
    await openAs(page, 'Bo Chen')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { batchId } = await registerTubes(
      page,
      freshName(`Ringed in ${colorScheme}`),
      2,
      freshName(`RING-${colorScheme}`),
    )
    await page.goto(`/samples?batchId=${batchId}`)
    await page
      .getByRole('checkbox', { name: /^Choose RING/ })
      .first()
      .click()
    const bar = page.getByRole('toolbar', { name: 'Chosen samples' })
    for (const button of [
      page.getByRole('button', { name: 'Columns' }),
      bar.getByRole('button', { name: 'Update status' }),
    ]) {
      await button.focus()
      // A key, so that the browser shows the ring.
      await page.keyboard.press('Shift')
      await expect(button).toHaveCSS('outline-style', 'solid')
      expect(await contrastWithSurroundings(button, 'outlineColor')).toBeGreaterThanOrEqual(3)
    }
    const all = bar.getByRole('button', { name: 'Choose all 2 that match' })
    await all.hover()
    await expect.poll(() => contrastWithSurroundings(all, 'color')).toBeGreaterThanOrEqual(4.5)
  })
}

/** The contrast of a colour of an element to what is painted behind the element. */
const contrastWithSurroundings = (element: Locator, property: 'color' | 'outlineColor') =>
  element.evaluate((element, property) => {
    const partsOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const isPainted = (colour: string) => (partsOf(colour)[3] ?? 1) > 0
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    let behind = element.parentElement
    while (behind?.parentElement && !isPainted(getComputedStyle(behind).backgroundColor)) {
      behind = behind.parentElement
    }
    const paper = luminance(getComputedStyle(behind ?? document.body).backgroundColor)
    const ink = luminance(getComputedStyle(element)[property])
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
  }, property)
