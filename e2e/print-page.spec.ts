import { expect, test } from '@playwright/test'
import { addStorage, freshName, pagedBatches, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ colorScheme: 'dark' })

test('what is printed of a box is its map alone, black on white', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const storage = await addStorage(page, freshName('On the lid'), 'BOX')
  await page.goto(`/storage/${storage.id}/enhanced`)
  await expect(page.getByRole('gridcell', { name: /^I9,/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan in' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('gridcell', { name: /^I9,/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: storage.alias, exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  for (const name of ['Scan in', 'Edit']) await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Receive' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})

test('a notice is not on paper, where it would cover the last rows of each sheet', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.route('**/api/samples/export?*', (route) => route.abort())
  await page.goto('/samples')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const notice = page.getByText('Failed to export the samples')
  await expect(notice).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(notice).toBeHidden()
})

test('the audit trail on paper says that it is not all of it', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const alias = freshName('Recorded')
  const storage = await addStorage(page, alias, 'BOX')
  // The newest of all events may be those of a journey beside this one.
  await page.goto(`/audit?entityId=${storage.id}`)
  const words = page.getByText(/^Only the rows on the screen are printed\./)
  await expect(page.getByRole('link', { name: alias }).first()).toBeVisible()
  await expect(words).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(words).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify now' })).toBeHidden()
})

test('the headings of a walk list on paper are not broken inside their words, and a long name leaves room in the list of moves', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const size = { numberRows: 2, numberColumns: 2 }
  const alias = freshName('W'.repeat(120))
  const freezer = await addStorage(page, alias, 'FREEZER', size)
  await addStorage(page, freshName('Walked box'), 'BOX', { parentID: freezer.id, ...size })
  await addStorage(page, freshName('Walk target'), 'FREEZER', size)
  const { move } = await postAs(page, '/moves/start', { goal: 'evacuate', storageIds: [freezer.id] })
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.goto(`/moves/${move.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(alias)
  await expect(page.getByRole('list', { name: 'Boxes in the order of the walk' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const heading = page.getByRole('columnheader', { name: 'Tubes' })
  await expect(heading).toBeVisible()
  // 'Out at' takes two lines.
  expect((await heading.boundingBox())?.height).toBeLessThan(60)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/moves')
  await expect(page.getByRole('link', { name: alias })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Boxes moved' })).toBeInViewport({ ratio: 1 })
  await postAs(page, '/moves/close', { moveId: move.id })
})

test('fields for scans are not on paper, what was scanned and who has it is', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const alias = freshName('Counted on paper')
  const storage = await addStorage(page, alias, 'BOX')
  const { stockTake } = await postAs(page, '/stock-takes/start', { storageId: storage.id })
  for (const [address, printed] of [
    ['/receive', 'This session'],
    ['/custody', 'Who has what'],
    ['/stock-takes', `Stock-take of ${alias}`],
    [`/stock-takes/${stockTake.id}`, 'where they should be'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(address)
    await expect(page.getByText(printed).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(printed).first()).toBeVisible()
    await expect(page.getByRole('textbox'), address).toHaveCount(0)
    await expect(page.getByLabel('What to count'), address).toBeHidden()
  }
})

test('on paper no description is cut off', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const name = freshName('Described on paper')
  const description =
    `Group A of the memory clinic in Lund, ${'whose donors come every spring '.repeat(6)}`.trim()
  await postAs(page, '/batches/add', { name, description, numSamples: 1, tubeType: 'EDTA' })
  await page.goto(`/batches?query=${encodeURIComponent(name)}`)
  const cell = page.getByRole('cell', { name: description })
  const isCut = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  await expect.poll(isCut).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(isCut).toBe(false)
})

test('an entry of a list on paper is not divided between two pages', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/freezer-work')
  await page.emulateMedia({ media: 'print' })
  const entry = page.getByRole('main').getByRole('listitem').first()
  await expect(entry).toHaveCSS('break-inside', 'avoid')
})

test('a list with more pages says which rows are on paper', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto(`/batches?query=${encodeURIComponent(pagedBatches)}&page=2`)
  const rows = page.getByText('11 to 11 of 11')
  await expect(rows).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeHidden()
})
