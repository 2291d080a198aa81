import { expect, type Locator, test } from '@playwright/test'
import { addStorage, freshName, pagedBatches, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a gloved finger hits the menu, the camera of the search and each link to open work', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const box = await addStorage(page, freshName('Counted in gloves'), 'BOX')
  await postAs(page, '/stock-takes/start', { storageId: box.id })
  await page.goto('/freezer-work')
  const openWork = page.getByRole('main').getByRole('link', { name: `Stock-take of ${box.alias}` })
  await expect(openWork).toBeVisible()
  const camera = page.getByRole('banner').getByRole('button', { name: 'Scan with the camera' })
  for (const target of [page.getByRole('button', { name: 'Open menu' }), camera, openWork]) {
    // Open work of other journeys may be above it.
    await target.scrollIntoViewIfNeeded()
    const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 }
    for (const [x, y] of [
      [0, -21],
      [0, 21],
      [-21, 0],
    ] as const) {
      const position = { x: width / 2 + x, y: height / 2 + y }
      const isHit = await target.evaluate((element, { x, y }) => {
        const box = element.getBoundingClientRect()
        const hit = document.elementFromPoint(box.left + x, box.top + y)
        return hit !== null && (element === hit || element.contains(hit))
      }, position)
      expect(isHit, `${await target.textContent()} ${x} ${y}`).toBe(true)
    }
  }
})

test('a gloved finger hits the small buttons of Scan in', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const box = await addStorage(page, freshName('Filled in gloves'), 'BOX')
  await page.goto(`/storage/${box.id}/enhanced`)
  await page.getByRole('button', { name: 'Scan in' }).click()
  const undoLast = page.getByRole('button', { name: 'Undo last' })
  await expect(undoLast).toBeVisible()
  expect((await undoLast.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a gloved finger hits the buttons and fields of a dialog, and no table hangs over its edge', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  await registerTubes(page, freshName('Placed in gloves'), 1, freshName('GLV'))
  const box = await addStorage(page, freshName('Opened in gloves'), 'BOX')
  await page.goto(`/storage/${box.id}/enhanced`)
  await page.getByRole('gridcell', { name: /^E5/ }).press('Enter')
  await page.getByRole('button', { name: /^Associate Existing/ }).click()
  const dialog = page.getByRole('dialog')
  const back = dialog.getByRole('button', { name: 'Back' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const fields = await dialog.locator('.ant-input-affix-wrapper, .ant-select').all()
  expect(fields).not.toHaveLength(0)
  for (const field of fields) {
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  const edge = (await dialog.boundingBox())?.width ?? 0
  const { x = 0, width = 0 } = (await dialog.getByRole('table').boundingBox()) ?? {}
  expect(x + width).toBeLessThan(edge)
})

test('a gloved finger hits the button for the first free cell of a box', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { tubes } = await registerTubes(page, freshName('Located in gloves'), 1)
  const box = await addStorage(page, freshName('Located box'), 'BOX')
  const cell = { storageId: box.id, rowCoordinate: 1, columnCoordinate: 1 }
  await postAs(page, '/samples/associate', { sampleId: tubes[0].id, ...cell })
  await page.goto(`/samples/${tubes[0].id}`)
  await page.getByRole('button', { name: 'Update Location' }).tap()
  const free = page.getByRole('button', { name: 'first free: B1' })
  await expect(free).toBeVisible()
  expect((await free.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a gloved finger hits the entries of a menu', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/samples')
  await page.getByRole('button', { name: 'Account of Bo Chen' }).tap()
  const entry = page.getByRole('menuitem', { name: 'Logout' })
  await expect(entry).toBeVisible()
  await expect.poll(async () => (await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a notice that stays does not cover the entries of a menu', async ({ page }) => {
  const away = 'The database does not respond just now. Please try again in a moment.'
  await openAs(page, 'Bo Chen')
  const samplePrefix = freshName('CVM')
  await registerTubes(page, freshName('Covered menu'), 3, samplePrefix)
  await page.route('**/api/samples/export?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'database-unavailable', message: away } }),
  )
  await page.goto(`/samples?query=${encodeURIComponent(samplePrefix)}`)
  await page.getByRole('button', { name: 'Export' }).tap()
  await page.getByRole('menuitem', { name: 'As CSV' }).tap()
  await expect(page.getByText(away)).toBeVisible()
  await page
    .getByRole('button', { name: /^Actions for / })
    .last()
    .tap()
  const entry = page.getByRole('menuitem', { name: 'Delete' })
  await expect(entry).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: away })
  const [over, under] = [await entry.boundingBox(), await notice.boundingBox()]
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeGreaterThan(under?.y ?? 0)
  await expect.poll(() => isHit(entry)).toBe(true)
})

test('a notice that stays does not cover the end of a form', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const box = await addStorage(page, freshName('Covered box'), 'BOX')
  await page.route('**/api/storage/update', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'storage-not-empty', message: `${box.alias} is not empty.` },
    }),
  )
  await page.goto(`/storage/${box.id}/edit`)
  await page.getByRole('textbox', { name: 'Alias' }).fill(`${box.alias} b`)
  const save = page.getByRole('button', { name: 'Save' })
  await save.tap()
  await expect(page.getByText(`${box.alias} is not empty.`)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => isHit(save)).toBe(true)
})

test('a gloved finger hits one of two checkboxes below each other', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const samplePrefix = freshName('EDG')
  await registerTubes(page, freshName('Edited in gloves'), 1, samplePrefix)
  await page.goto(`/samples?query=${encodeURIComponent(samplePrefix)}`)
  await page.getByRole('checkbox', { name: `Choose ${samplePrefix}` }).tap()
  await page.getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: 'Edit a field…' }).tap()
  const clearing = page.getByRole('checkbox', { name: 'Clear the field' })
  await expect(clearing).toBeVisible()
  const isHitAt = (below: number) =>
    clearing.evaluate((box, below) => {
      const { left, top, width, height } = box.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2 + below) === box
    }, below)
  await expect.poll(() => isHitAt(20)).toBe(true)
})

test('why a list is not shown has room beside its buttons', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const message = 'You are not allowed to see subject and site IDs, so that you cannot filter by them.'
  await page.route('**/api/samples/tree?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'permission-denied', message } }),
  )
  await page.goto('/samples?subjectId=S-9')
  const reason = page.getByText(message)
  await expect(reason).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all samples' })).toBeInViewport({ ratio: 1 })
  expect((await reason.boundingBox())?.width).toBeGreaterThan(200)
})

test('a gloved finger opens a freezer in the tree of storages, and another page of their list', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const size = { numberRows: 2, numberColumns: 2 }
  const freezer = await addStorage(page, freshName('Opened freezer'), 'FREEZER', size)
  const box = await addStorage(page, freshName('Opened box'), 'BOX', { ...size, parentID: freezer.id })
  await page.goto('/storage?view=tree')
  const open = page.getByRole('row', { name: freezer.alias }).getByRole('button', { name: /row$/ })
  await open.scrollIntoViewIfNeeded()
  for (const [x, y] of [
    [0, -19],
    [0, 19],
    [-11, 0],
  ] as const)
    expect(await isHit(open, x, y), `${x} ${y}`).toBe(true)
  await expect(open).toHaveAccessibleName('Expand row')
  await open.tap({ position: { x: 20, y: 3 } })
  await expect(page.getByRole('link', { name: box.alias, exact: true })).toBeVisible()

  await page.goto(`/batches?query=${encodeURIComponent(pagedBatches)}`)
  const next = page.getByRole('listitem', { name: 'Next Page' })
  await expect(next).toBeVisible()
  const { width = 0, height = 0 } = (await next.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
})

/** Whether a tap at the middle of an element, or beside that, hits it, and not what lies over it. */
const isHit = (target: Locator, x = 0, y = 0) =>
  target.evaluate(
    (element, [x, y]) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
      return hit !== null && (hit === element || element.contains(hit))
    },
    [x, y] as const,
  )
