import { expect, type Page, test } from '@playwright/test'
import { storageCode } from '../contract/storage-code.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { scan } from './scan.ts'
import { openAs } from './sign-in.ts'

async function fillBox(page: Page, name: string) {
  const { tubes } = await registerTubes(page, name, 3)
  const box = await addStorage(page, `Box ${name}`, 'BOX', { numberRows: 3, numberColumns: 3 })
  await postAs(page, '/samples/arrange', {
    moves: tubes.map(({ id }, index) => ({
      sampleId: id,
      storageId: box.id,
      rowCoordinate: index + 1,
      columnCoordinate: 1,
    })),
  })
  return { box, tubes }
}

for (const width of [1440, 390]) {
  // Wide pages are inspected in accessibility.spec.ts: here they have the same parts as the narrow ones.
  const inspect = width === 390 ? expectNoViolation : async () => {}
  test(`at ${width} pixels tubes are checked out, returned to their cells, and looked up`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, 'Ada Lindqvist')
    const { box, tubes } = await fillBox(page, freshName(`custody ${width}`))
    const [one, two, three] = tubes.map(({ alias }) => alias) as [string, string, string]
    const code = storageCode(box.id)
    await page.goto('/freezer-work')
    await expect(page.getByRole('heading', { level: 1, name: 'Freezer work', exact: true })).toBeVisible()
    await inspect(page)
    await page.getByRole('link', { name: /Check out and return/ }).click()
    const field = page.getByLabel('Scan or enter identifier')
    await expect(field).toBeFocused()
    const card = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) })

    await test.step('without a purpose a scan is refused', async () => {
      await scan(page, three)
      await expect(card).toContainText('Please enter the purpose first')
    })
    await test.step('two tubes are checked out, and the second is undone', async () => {
      await page.getByLabel('Purpose, kept for this session').fill('ELISA, plate 14')
      const year = new Date().getFullYear() + 1
      const back = page.getByLabel('Expected back by the end of (optional)')
      await back.focus()
      // As a person types: day and month, in the order of the browser, and a year of two digits.
      await page.keyboard.type(`1212${year % 100}`, { delay: 100 })
      await expect(back).toHaveValue(`00${year % 100}-12-12`)
      await field.focus()
      await expect(back).toHaveValue(`${year}-12-12`)
      await scan(page, one)
      await expect(card).toContainText('Checked out')
      await scan(page, two)
      await expect(page.getByText('2 checked out · 0 returned')).toBeVisible()
      await inspect(page)
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
      await expect(card).toContainText('Undone')
      await scan(page, two)
      await expect(page.getByText('2 checked out · 0 returned')).toBeVisible()
    })
    await test.step('a returned tube names its cell, and the label of the box confirms it', async () => {
      await page.getByText('Return', { exact: true }).first().click()
      await scan(page, one)
      await expect(card).toContainText(/Put it back into.*1/)
      await inspect(page)
      await scan(page, code)
      await expect(card).toContainText('Put away')
      await expect(page.getByText('returned and put away')).toBeVisible()
    })
    await test.step('the label of a box where a tube is expected says so', async () => {
      await page.getByText('Look up', { exact: true }).first().click()
      await scan(page, two)
      await expect(card).toContainText('Checked out')
      await expect(card).toContainText('ELISA, plate 14')
      await page.getByText('Check out', { exact: true }).first().click()
      await scan(page, code)
      await expect(card).toContainText('Please scan a tube')
    })
    await test.step('the list names who has it; the row returns it', async () => {
      await page.goto('/custody?show=CHECKED_OUT&mine=yes')
      const row = page.getByRole('row').filter({ hasText: two })
      await expect(row).toContainText('Ada Lindqvist')
      await row.getByRole('button', { name: /^Return/ }).click()
      await expect(row).toHaveCount(0)
    })
    await test.step('a sample is set to missing on its page, and found when it is placed', async () => {
      const missing = tubes[2]
      await page.goto(`/samples/${missing?.id}`)
      await page.getByRole('button', { name: 'Custody…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Custody of/ })
      await dialog.getByText('Missing').click()
      await dialog.getByLabel('Reason').fill('Not in the box')
      await inspect(page)
      await dialog.getByRole('button', { name: 'Change custody' }).click()
      await expect(
        page.getByRole('banner').or(page.locator('main header')).getByText('Missing'),
      ).toBeVisible()
      await page.goto(`/storage/${box.id}/enhanced`)
      await expect(page.getByRole('gridcell', { name: /missing/i })).toBeVisible()
      await inspect(page)
      await page.goto('/samples?custody=MISSING')
      await expect(page.getByRole('button', { name: 'Remove the filter Custody: Missing' })).toBeVisible()
      await expect(page.getByText(three)).toBeVisible()
      await page.goto('/custody')
      await expect(field).toBeFocused()
      await page.getByText('Return', { exact: true }).first().click()
      await scan(page, three)
      await expect(card).toContainText('Found')
    })
  })
}
