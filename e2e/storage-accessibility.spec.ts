import { expect, type Page, test } from '@playwright/test'
import { expectNoViolation } from './expect-no-violation.ts'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('axe finds nothing on any storage page', async ({ page }) => {
  await openAs(page, 'Chiara Rossi')
  const { box, other } = await fill(page, freshName('page'))
  for (const address of [
    '/storage',
    '/storage?view=tree',
    '/storage/create',
    `/storage/${box.id}`,
    `/storage/${box.id}/edit`,
    `/storage/${box.id}/enhanced?tab=details`,
    `/storage/${box.id}/enhanced?colour=type`,
    `/storage/${box.id}/enhanced?beside=${other.id}`,
    '/storage/999999/enhanced',
  ]) {
    await test.step(address, async () => {
      await page.goto(address)
      await expectNoViolationIn(page)
    })
  }
})

test('axe finds nothing in any storage dialog', async ({ page }) => {
  await openAs(page, 'Chiara Rossi')
  const { rack, box, sample } = await fill(page, freshName('dialog'))
  await test.step('the dialogs of a box', async () => {
    await page.goto(`/storage/${box.id}/enhanced`)
    await page.getByRole('gridcell', { name: /^A1/ }).click()
    await expectNoViolationIn(page, 'Sample Information')
    await page.keyboard.press('Escape')
    await openDialog(page, 'B2, empty', /^Associate Existing/)
    await expectNoViolationIn(page, 'Associate sample with B2')
    await page.keyboard.press('Escape')
    await openDialog(page, 'B2, empty', /^Create New/)
    await expectNoViolationIn(page, 'Create sample in B2')
    await page.keyboard.press('Escape')
  })
  await test.step('cut tubes that cannot be pasted', async () => {
    await page.getByRole('gridcell', { name: /^A1/ }).press('Control+a')
    await page.keyboard.press('Control+x')
    await page.keyboard.press('ArrowRight')
    await expectNoViolationIn(page)
    await page.keyboard.press('Escape')
  })
  await test.step('the dialogs of a rack', async () => {
    await page.goto(`/storage/${rack.id}/enhanced`)
    await openDialog(page, 'C2, empty', /^Associate Existing/)
    await expectNoViolationIn(page, 'Associate storage with C2')
    await page.keyboard.press('Escape')
    await openDialog(page, 'C2, empty', /^Create New/)
    await expectNoViolationIn(page, 'Create storage in C2')
  })
  await test.step('the Location dialog', async () => {
    await page.goto(`/samples/${sample.id}`)
    await page.getByRole('button', { name: 'Update Location' }).click()
    await expectNoViolationIn(page, 'Current Location')
  })
})

async function fill(page: Page, name: string) {
  const rack = await addStorage(page, `Rack ${name}`, 'RACK', { numberRows: 2, numberColumns: 3 })
  const inRack = { numberRows: 4, numberColumns: 4, parentID: rack.id }
  const box = await addStorage(page, `Box ${name} 1`, 'BOX', inRack)
  const other = await addStorage(page, `Box ${name} 2`, 'BOX', inRack)
  const { tubes } = await registerTubes(page, `Stored ${name}`, 3)
  await postAs(page, '/samples/arrange', {
    moves: tubes.slice(0, 2).map(({ id }, index) => ({
      sampleId: id,
      storageId: box.id,
      rowCoordinate: 1,
      columnCoordinate: 1 + 2 * index,
    })),
  })
  return { rack, box, other, sample: tubes[0] }
}

async function openDialog(page: Page, cell: string, choice: RegExp) {
  await page.getByRole('gridcell', { name: cell }).click()
  await page.getByRole('button', { name: choice }).click()
}

async function expectNoViolationIn(page: Page, shown?: string) {
  await expect(
    shown ? page.getByText(shown, { exact: true }) : page.getByRole('heading', { level: 1 }),
  ).toBeVisible()
  await expectNoViolation(page, `${page.url()} ${shown ?? ''}`)
}
