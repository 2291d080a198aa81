import { expect, type Locator, type Page } from '@playwright/test'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { longRun, printDialog, test } from './printed-batch.ts'
import { scan } from './scan.ts'

/** Milliseconds after which an Enter no longer counts as the second one of a scanner (300 in the app). */
const secondEnterMs = 500

/** A person at a desk, whose clicks and keys are counted. What a scanner types is not. */
function handsAt(page: Page) {
  const work = { clicks: 0, keys: 0 }
  return {
    work,
    async click(target: Locator, held: ('Control' | 'Shift')[] = []) {
      work.clicks += 1
      work.keys += held.length
      await target.click({ modifiers: held })
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        work.keys += key.split('+').length
        await page.keyboard.press(key)
      }
    },
    async type(text: string) {
      work.keys += text.length
      await page.keyboard.type(text)
    },
  }
}

test('a patient batch of 3 and its 30 printed labels take 4 clicks and 16 keys', async ({ page, agent }) => {
  const { work, click, press, type } = handsAt(page)
  await page.goto('/batches')
  await click(page.getByRole('link', { name: 'Create Patient Batch' }))
  await expect(page.getByLabel('Batch Name')).toBeFocused()
  const name = freshName('Flow 3')
  await type(name)
  await press('Tab')
  await type('Plasma')
  await press('Tab', '3')
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeEnabled()
  await press('Enter')
  await click(page.getByRole('link', { name, exact: true }))
  await click(page.getByRole('button', { name: 'Print Batch Labels' }))
  const dialog = printDialog(page)
  await click(dialog.getByRole('button', { name: 'Start Printing' }))
  await expect(dialog.getByText('30 printed • 0 failed')).toBeVisible(longRun)
  expect(agent.labels()).toHaveLength(30)
  expect(work).toEqual({ clicks: 4, keys: 10 + name.length })
})

test('20 receipts take 1 click', async ({ page }) => {
  await page.goto('/dashboard')
  const { tubes } = await registerTubes(page, freshName('Flow to receive'), 20)
  const { work, click } = handsAt(page)
  await click(page.getByRole('link', { name: 'Receive', exact: true }))
  await expect(page.getByRole('textbox', { name: /identifier/i })).toBeFocused()
  for (const { alias } of tubes) await scan(page, alias)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: tubes.at(-1)?.alias ?? '' })
      .first(),
  ).toBeVisible()
  expect(work).toEqual({ clicks: 1, keys: 0 })
})

test('a tube is opened by its code with 10 keys', async ({ page }) => {
  await page.goto('/dashboard')
  const { tubes } = await registerTubes(page, freshName('Flow to open'), 1)
  const [tube] = tubes
  await expect(page.getByRole('combobox', { name: 'Scan or search' })).toBeVisible()
  const { work, press, type } = handsAt(page)
  await press('/')
  await type(tube.alias)
  await press('Enter')
  await expect(page).toHaveURL(`/samples/${tube.id}`)
  expect(work).toEqual({ clicks: 0, keys: 10 })
})

test('96 tubes get their cells from a rack file with 2 clicks', async ({ page }) => {
  const { tubes } = await registerTubes(page, freshName('Flow of a rack'), 96)
  const box = await addStorage(page, freshName('Flow rack'), 'BOX', { numberRows: 8, numberColumns: 12 })
  await page.goto(`/storage/${box.id}/enhanced`)
  const rows = tubes.map(({ alias }, at) => `${'ABCDEFGH'[Math.floor(at / 12)]}${(at % 12) + 1},${alias}`)
  const choosing = page.waitForEvent('filechooser')
  const { work, click } = handsAt(page)
  await click(page.getByRole('button', { name: 'Rack file' }))
  const file = { name: 'rack.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await (await choosing).setFiles(file)
  await click(page.getByRole('button', { name: 'Apply 96 changes' }))
  await expect(
    page.getByRole('gridcell', { name: new RegExp(`^L8, .*${tubes.at(-1)?.alias}`) }),
  ).toBeVisible()
  expect(work).toEqual({ clicks: 2, keys: 0 })
})

test('E5 30 tubes from a filter to PROCESSED take 3 clicks', async ({ page }) => {
  const { batchId, tubes } = await registerTubes(page, freshName('Flow to process'), 30)
  const sampleIds = tubes.map(({ id }) => id)
  for (const newStatus of ['COLLECTED', 'RECEIVED'])
    await postAs(page, '/samples/update-statuses', { sampleIds, newStatus })
  await page.goto(`/samples?batchId=${batchId}&status=RECEIVED`)
  const { work, click, press } = handsAt(page)
  await click(page.getByRole('checkbox', { name: 'Choose all loaded: 30 samples' }))
  await click(page.getByRole('button', { name: 'Update status' }))
  await click(page.getByRole('radio', { name: /PROCESSED/ }))
  // The Enter of a scanner is not that of a person.
  const [{ alias }] = tubes
  await scan(page, alias)
  await expect(page.getByText(`${alias} was not used`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  // A scanner may end with two.
  await page.waitForTimeout(secondEnterMs)
  await press('Enter')
  await expect(page.getByRole('region', { name: '30 samples are now PROCESSED' })).toBeVisible()
  expect(work).toEqual({ clicks: 3, keys: 1 })
})

test('10 tubes go to another box with 3 clicks and 16 keys', async ({ page }) => {
  const { tubes } = await registerTubes(page, freshName('Flow to move'), 10)
  const from = await addStorage(page, freshName('Flow from'), 'BOX', { numberRows: 10, numberColumns: 10 })
  const to = await addStorage(page, freshName('Crate 7'), 'BOX', { numberRows: 10, numberColumns: 10 })
  for (const [at, { id }] of tubes.entries())
    await postAs(page, '/samples/associate', {
      sampleId: id,
      storageId: from.id,
      location: `${'ABCDEFGHIJ'[at]}1`,
    })
  await page.goto(`/storage/${from.id}/enhanced`)
  const { work, click, press, type } = handsAt(page)
  await click(page.getByRole('gridcell', { name: /^A1,/ }), ['Control'])
  await click(page.getByRole('gridcell', { name: /^J1,/ }), ['Shift'])
  await press('Control+x', '/')
  await type(to.alias)
  await expect(page.getByRole('option', { name: to.alias }).first()).toBeVisible()
  await press('ArrowDown', 'Enter')
  await expect(page).toHaveURL(`/storage/${to.id}/enhanced`)
  await click(page.getByRole('gridcell', { name: /^A1,/ }))
  await press('Control+v')
  for (const [cell, tube] of [
    ['A1', tubes[0]],
    ['J1', tubes[9]],
  ] as const)
    await expect(page.getByRole('gridcell', { name: new RegExp(`^${cell}, .*${tube?.alias}`) })).toBeVisible()
  expect(work).toEqual({ clicks: 3, keys: 9 + to.alias.length })
})
