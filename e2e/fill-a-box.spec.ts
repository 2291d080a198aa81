import { expect, type Page, test } from '@playwright/test'
import { addStorage, registerTubes, type Tube, uniqueName } from './lab-api.ts'
import { scan } from './scan.ts'
import { newPageAs } from './sign-in.ts'

test('a box is filled by scan before the eyes of another, and put right by a rack file', async ({
  browser,
}) => {
  const ada = await newPageAs(browser, 'Ada Lindqvist')
  const bo = await newPageAs(browser, 'Bo Chen')
  const { tubes } = await registerTubes(ada, uniqueName('Scan-in'), 4)
  const size = { numberRows: 3, numberColumns: 4 }
  const box = await addStorage(ada, uniqueName('Box'), 'BOX', size)
  for (const page of [ada, bo]) {
    await page.goto(`/storage/${box.id}/enhanced`)
    await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  }

  await test.step('each scanned tube goes to the next cell, and the other person sees it', async () => {
    await bo.getByRole('button', { name: 'Scan in' }).click()
    await expect(bo.getByLabel('Scan the tube')).toBeFocused()
    for (const { alias } of tubes.slice(0, 3)) await scan(bo, alias)
    await expect(bo.getByText('3 placed')).toBeVisible()
    await expectCells(ada, { A1: tubes[0], B1: tubes[1], C1: tubes[2] })
    await expect(bo.getByLabel('Scan the tube')).toBeFocused()
  })

  await test.step('a tube that stands elsewhere is moved here by M, and taken back', async () => {
    await scan(bo, tubes[0]?.alias ?? '')
    await expect(bo.getByRole('heading', { name: 'Stored already', exact: true })).toBeVisible()
    await bo.keyboard.press('m')
    await expectCells(ada, { D1: tubes[0] })
    await undoLast(bo)
    await expectCells(ada, { A1: tubes[0] })
  })

  await test.step('a cell is skipped, and the tube after it goes to the next one', async () => {
    await bo.getByRole('button', { name: 'Skip cell' }).click()
    await expect(bo.getByText('Skipped: D1')).toBeVisible()
    await scan(bo, tubes[3]?.alias ?? '')
    await expectCells(ada, { A2: tubes[3] })
    await undoLast(bo)
    await expect(ada.getByRole('gridcell', { name: new RegExp(`${tubes[3]?.alias}`) })).toBeHidden()
  })

  await test.step('a rack file is shown as the box it will become, applied, and undone', async () => {
    const [a, b, c, d] = tubes
    const content = `A1,${b?.alias}\nB1,${a?.alias}\nC1,NO TUBE\nA2,${d?.alias}\nB2,NO READ\nC2,X-UNKNOWN\n`
    const file = { name: 'rack.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await ada.getByLabel('Rack file', { exact: true }).setInputFiles(file)
    const dialog = ada.getByRole('dialog', { name: /^Rack file for Box/ })
    await dialog.getByText(/^As Box/).click()
    for (const entry of ['Moved here 2', 'New in storage 1', 'Missing 1', 'Unknown 1', 'Unreadable 1']) {
      await expect(dialog.getByRole('list', { name: 'Legend' })).toContainText(entry)
    }
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click()
    await expectCells(bo, { A1: b, B1: a, C1: c, A2: d })

    await ada.getByRole('button', { name: 'Undo' }).click()
    await expectCells(bo, { A1: a, B1: b, C1: c })
  })
})

/** A second click within this time, in ms, is part of a double click. */
const doubleClickMs = 500

/**
 * Undoes the last scan once its reply has come, which others may see earlier, and waits until another click is a new
 * one.
 */
async function undoLast(page: Page) {
  await expect(page.getByRole('heading', { name: 'Placed', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo last' }).click()
  await expect(page.getByRole('heading', { name: 'Taken back', exact: true })).toBeVisible()
  await page.waitForTimeout(doubleClickMs)
}

async function expectCells(page: Page, held: Record<string, Tube | undefined>) {
  for (const [position, tube] of Object.entries(held)) {
    const cell = page.getByRole('gridcell', { name: new RegExp(`^${position}, .*${tube?.alias}`) })
    await expect(cell).toBeVisible({ timeout: 10_000 })
  }
}
