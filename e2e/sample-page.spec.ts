import { expect, type Page, test } from '@playwright/test'
import { freshName, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

async function openSample(page: Page, name: string, notes: string) {
  await openAs(page, 'Bo Chen')
  const { batchId } = await registerTubes(page, freshName(`Batch of ${name}`), 1)
  const body = { name: freshName(name), batchId, type: 'PLASMA', status: 'COLLECTED', volume: 2, notes }
  const { sample } = await postAs(page, '/samples/add', body)
  await page.goto(`/samples/${sample.id}`)
}

test('the notes of a sample have the lines in which they were written', async ({ page }) => {
  await openSample(page, 'Two lines', 'Frozen at once\nSlightly turbid')
  const notes = page.getByRole('table', { name: 'Sample' }).getByRole('row', { name: 'Notes' })
  await expect(notes).toBeVisible()
  const lines = /^Frozen at once\nSlightly turbid$/
  await expect(notes.getByRole('cell')).toHaveText(lines, { useInnerText: true })
})

test('all steps of the life of a sample are in sight, whatever the width of the window', async ({ page }) => {
  await openSample(page, 'On a tablet', '')
  const steps = page.getByRole('list', { name: 'Life of the sample' }).getByRole('listitem')
  await expect(steps).toHaveCount(6)
  for (const width of [1280, 1024, 810, 700, 610, 390]) {
    await page.setViewportSize({ width, height: 1000 })
    for (const step of await steps.all()) await expect(step, `${width}`).toBeInViewport({ ratio: 0.99 })
  }
})
