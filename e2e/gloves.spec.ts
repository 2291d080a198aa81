import { expect, test } from '@playwright/test'
import { freshName, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a gloved finger hits the menu, the camera of the search and each link to open work', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const alias = freshName('Counted in gloves')
  const size = { numberRows: 9, numberColumns: 9 }
  const { storage } = await postAs(page, '/storage/add', { alias, type: 'BOX', ...size })
  await postAs(page, '/stock-takes/start', { storageId: storage.id })
  await page.goto('/freezer-work')
  const openWork = page.getByRole('main').getByRole('link', { name: `Stock-take of ${alias}` })
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
  const alias = freshName('Filled in gloves')
  const size = { numberRows: 9, numberColumns: 9 }
  const { storage } = await postAs(page, '/storage/add', { alias, type: 'BOX', ...size })
  await page.goto(`/storage/${storage.id}/enhanced`)
  await page.getByRole('button', { name: 'Scan in' }).click()
  const undoLast = page.getByRole('button', { name: 'Undo last' })
  await expect(undoLast).toBeVisible()
  expect((await undoLast.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a gloved finger hits the buttons and fields of a dialog, and no table hangs over its edge', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const names = {
    name: freshName('Placed in gloves'),
    description: 'First visit',
    samplePrefix: freshName('GLV'),
  }
  await postAs(page, '/batches/add', { ...names, numSamples: 1, tubeType: 'EDTA' })
  const size = { numberRows: 9, numberColumns: 9 }
  const alias = freshName('Opened in gloves')
  const { storage } = await postAs(page, '/storage/add', { alias, type: 'BOX', ...size })
  await page.goto(`/storage/${storage.id}/enhanced`)
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
