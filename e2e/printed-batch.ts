import { expect, type Locator, type Page } from '@playwright/test'
import { registerTubes, uniqueName } from './lab-api.ts'
import { openAs } from './sign-in.ts'
import { test as withAgent } from './with-print-agent.ts'

/** A test with a print agent whose pages are signed in. */
export const test = withAgent.extend({
  page: async ({ page }, use) => {
    await openAs(page, 'Ada Lindqvist')
    await use(page)
  },
})

/** Registers a batch of tubes. Returns the ids of its samples in the order of printing. */
export async function registerBatch(page: Page, numSamples: number) {
  const { batchId, tubes } = await registerTubes(page, uniqueName('To print'), numSamples, 'PB')
  return { batchId, ids: tubes.map(({ id }) => id) }
}

export async function openBatch(page: Page, numSamples: number) {
  const batch = await registerBatch(page, numSamples)
  await page.goto(`/batches/${batch.batchId}`)
  return batch
}

export const printDialog = (page: Page) => page.getByRole('dialog', { name: /^Print labels of/ })

export async function openPrintDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Print Batch Labels' }).click()
  return printDialog(page)
}

export async function startPrinting(page: Page): Promise<Locator> {
  const dialog = await openPrintDialog(page)
  await dialog.getByRole('button', { name: 'Start Printing' }).click()
  return dialog
}

/** Looks often: at the usual intervals of up to a second a short run may end between two looks. */
export const untilMoreThan = (count: number, labels: () => string[]) =>
  expect.poll(() => labels().length, { intervals: [20] }).toBeGreaterThan(count)

/** For runs of dozens of labels, each of which takes a tenth of a second and more on a busy machine. */
export const longRun = { timeout: 120_000 }

/** The ids in the codes of labels, from their ZPL. */
export const idsIn = (labels: readonly string[]): string[] =>
  labels.map((zpl) => /QA,([0-9A-F-]{36})/.exec(zpl)?.[1]?.toLowerCase() ?? 'no id')

/** The tube IDs of the labels that the dialog asks about. */
export async function doubtful(dialog: Locator): Promise<string[]> {
  const buttons = dialog.getByRole('button', { name: /^It printed: T\d+$/ })
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))
  return names.map((name) => name?.replace('It printed: ', '') ?? '')
}

/** Answers the question about each label in doubt with what the printer has printed. */
export async function resolveDoubts(dialog: Locator, labels: () => string[]) {
  for (const tubeId of await doubtful(dialog)) {
    const cameOut = labels().some((zpl) => zpl.includes(tubeId))
    await dialog.getByRole('button', { name: `${cameOut ? 'It printed' : 'Print again'}: ${tubeId}` }).click()
    await expect(dialog.getByRole('button', { name: `It printed: ${tubeId}` })).toHaveCount(0)
  }
}
