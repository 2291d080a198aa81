import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { addStorage, freshName, getAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('a file becomes samples of a batch once its problems are mended, and its manifest becomes another batch', async ({
  page,
}) => {
  await openAs(page, 'Chiara Rossi')
  const { batchId } = await registerTubes(page, freshName('From a partner'), 1)

  await test.step('each problem is named by its row and column, and nothing is saved', async () => {
    await page.goto(`/batches/${batchId}`)
    await page.getByRole('link', { name: 'Import Samples' }).click()
    await chooseFile(page, 'partner.csv', 'Name,Type,Volume (mL)\nP-1,Plasma,1.5\nP-2,Plasma,much\n')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText('1 problem keeps this file from being imported')).toBeVisible()
    await expect(page.getByRole('row', { name: /^3 .*much/ })).toBeVisible()
  })

  await test.step('the mended file is imported into the batch it was opened from', async () => {
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await chooseFile(page, 'partner.csv', 'Name,Type,Volume (mL)\nP-1,Plasma,1.5\nP-2,Plasma,0.25\n')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Import 2 samples' }).click()
    await page.getByRole('link', { name: 'Open the batch' }).click()
    await expect(page).toHaveURL(`/batches/${batchId}`)
    await expect(page.getByRole('link', { name: 'P-2', exact: true })).toBeVisible()
  })

  await test.step('the manifest of the batch is a file that can be imported as a batch', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /Download Sample Manifest/ }).click()
    const manifest = await readFile(await (await download).path(), 'utf8')
    // Tube ids are unique: the copy gets new ones.
    const copied = manifest.replaceAll(/\bT\d{7}\b/g, '')

    await page.goto('/samples/import')
    await chooseFile(page, `${freshName('copy')}.csv`, copied)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Import 3 samples' }).click()
    await page.getByRole('link', { name: 'Open the batch' }).click()
    await expect(page.getByRole('link', { name: 'P-1', exact: true })).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { samples } = await getAs(page, '/samples/search', { batchId: id })
    expect(samples.map(({ name, volume }: { name: string; volume: number }) => [name, volume])).toEqual(
      expect.arrayContaining([
        ['P-1', 1.5],
        ['P-2', 0.25],
      ]),
    )
  })
})

test('the tubes of a freezer are taken over from a list with their boxes and positions', async ({ page }) => {
  await openAs(page, 'Chiara Rossi')
  const freezer = freshName('Old freezer')
  const { id: parentID } = await addStorage(page, freezer, 'FREEZER')
  const box = await addStorage(page, 'Box 1', 'BOX', { parentID })
  const list = [
    'Sample Name,Freezer,Box,Position',
    `O-1,${freezer},Box 1,B-3`,
    `O-2,${freezer},Box 1,21`,
    'O-3,,,',
  ]
  const file = `${freshName('old list')}.csv`

  await page.goto('/samples/import')
  await chooseFile(page, file, list.join('\n'))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('row', { name: /^3 Position 21 is a number: choose how/ })).toBeVisible()

  await page.getByRole('button', { name: 'Back to the columns' }).click()
  await page.getByRole('radio', { name: 'Along the rows: 2 is right of 1' }).check()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText(/^It makes 3 samples, 2 with a cell in 1 box\./)).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 samples' }).click()
  await expect(page.getByText(/2 are in the cells of the file\.$/)).toBeVisible()

  await page.goto(`/storage/${box.id}/enhanced`)
  await expect(page.getByRole('gridcell', { name: /^B3.*O-1/ })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^C3.*O-2/ })).toBeVisible()
})

test('a file is chosen, checked and imported by keyboard; the focus is never lost', async ({ page }) => {
  await openAs(page, 'Chiara Rossi')
  await page.goto('/samples/import')
  const zone = page.getByRole('button', { name: /^Choose a CSV or Excel file/ })
  const files: { name: string; mimeType: string; buffer: Buffer }[] = []
  page.on('filechooser', (chooser) => chooser.setFiles(files))
  const press = async (name: string, content: string) => {
    files.splice(0, 1, { name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await zone.focus()
    await page.keyboard.press('Enter')
  }
  await press('empty.csv', 'Name,Type\n')
  await expect(
    page.getByRole('alert').filter({ hasText: 'This file has a header but no rows' }),
  ).toBeVisible()
  await expect(zone).toBeFocused()

  await press(`${freshName('Keyboard import')}.csv`, 'Name,Type\nK-1,Plasma\n')
  await expect(page.locator('main :focus')).toHaveText(/Keyboard import.*1 row, 2 columns/)
  await expect(page.getByText('Columns, the current step')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'A new batch' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Import 1 sample' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 sample was imported' })).toBeAttached()
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
})

const chooseFile = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
