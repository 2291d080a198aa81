import { expect, type Page, test } from '@playwright/test'
import { expectNoViolation } from './expect-no-violation.ts'
import { freshName } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('a freezer is set up with shelves, racks and boxes, a shelf is copied, and the copies are undone', async ({
  page,
}) => {
  await openAs(page, 'Ada Lindqvist')
  // The first of the tree, whose pages have 50 storages at the top level, whatever other journeys make.
  const freezer = freshName('0 Freezer of the set-up')

  await test.step('the freezer, with the form', async () => {
    await page.goto('/storage/create')
    await page.getByLabel('Alias').fill(freezer)
    await choose(page, 'Type', 'Freezer')
    await choose(page, 'Parent ID', 'None (top level)')
    await page.getByLabel('Rows', { exact: true }).fill('5')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByRole('link', { name: freezer, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: freezer, exact: true })).toBeVisible()
  })

  await test.step('three shelves, with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Add several…' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Type')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Shelf' })).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('First name')).toHaveValue('Shelf 1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('3')
    await expect(dialogStatus(page)).toHaveText(`Shelf 1 … Shelf 3, in A1 … A3 of ${freezer}`)
    await page.getByLabel('Columns', { exact: true }).fill('4')
    await expectNoViolation(page, 'Add several storages')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: '3 shelves created' })).toBeVisible()
    // It gives the focus back to its button when it has closed.
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('gridcell', { name: /^A3, .*Shelf 3/ })).toBeVisible()
  })

  await test.step('four racks in the first shelf, and boxes in the first of them', async () => {
    await page.getByRole('gridcell', { name: /^A1, .*Shelf 1/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf 1', exact: true })).toBeVisible()
    await addSeveral(page, { type: 'Rack', count: 4, first: 'Rack A', columns: 5 })
    await expect(page.getByRole('region', { name: '4 racks created' })).toBeVisible()
    await page.getByRole('gridcell', { name: /^A1, .*Rack A/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Rack A', exact: true })).toBeVisible()
    await addSeveral(page, { type: 'Box', count: 5, first: 'Box 01', columns: 9 })
    await expect(page.getByRole('gridcell', { name: /^E1, .*Box 05/ })).toBeVisible()
  })

  await test.step('the shelf is copied into the cells that are free', async () => {
    await page.getByRole('link', { name: 'Shelf 1' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf 1', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Copy…' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Shelf 4')
    await page.getByLabel('How many').fill('3')
    await expect(dialogStatus(page)).toHaveText(`Only 2 cells of ${freezer} are free.`)
    await page.getByLabel('How many').fill('2')
    await expect(dialogStatus(page)).toContainText('2 shelves with 8 racks and 10 boxes')
    await expect(dialogStatus(page)).toContainText(`Shelf 4 and Shelf 5, in A4 and A5 of ${freezer}`)
    await expectNoViolation(page, 'Copy Shelf 1')
    await page.getByRole('button', { name: 'Create 2 copies' }).click()
    await expect(
      page.getByRole('region', { name: '2 shelves with 8 racks and 10 boxes created' }),
    ).toBeVisible()
  })

  await test.step('the tree shows the copies with all inside', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Storage' }).first().click()
    await page.getByText('Tree', { exact: true }).click()
    await expand(page, freezer)
    await expand(page, 'Shelf 5')
    await expand(page, 'Rack A')
    await expect(rowOf(page, 'Box 05')).toBeVisible()
  })

  await test.step('Ctrl+Z takes the copies back', async () => {
    await page.getByRole('link', { name: freezer }).first().click()
    await expect(page.getByRole('gridcell', { name: /^A5, .*Shelf 5/ })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('20 storages removed')).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^A5, empty/ })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^A3, .*Shelf 3/ })).toBeVisible()
  })
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

const expand = (page: Page, name: string) =>
  rowOf(page, name).getByRole('button', { name: 'Expand row' }).click()

/** What the dialog says will be created, or what is in the way. */
const dialogStatus = (page: Page) => page.getByRole('dialog').getByRole('status')

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

type Wanted = { type: string; count: number; first: string; columns: number }

async function addSeveral(page: Page, { type, count, first, columns }: Wanted) {
  await page.getByRole('button', { name: 'Add several…' }).click()
  await choose(page, 'Type', type)
  await page.getByLabel('How many').fill(`${count}`)
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Columns', { exact: true }).fill(`${columns}`)
  await page.getByRole('button', { name: new RegExp(`^Create ${count} `) }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
