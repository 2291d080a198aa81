import { expect, type Locator, type Page } from '@playwright/test'
import {
  doubtful,
  idsIn,
  openBatch,
  openPrintDialog,
  printDialog,
  registerBatch,
  resolveDoubts,
  startPrinting,
  test,
  untilMoreThan,
} from './printed-batch.ts'

/** The counts of the run that this window prints: shown once the labels in doubt are known. */
const runCounts = (dialog: Locator) => dialog.getByText(/\d+ printed • \d+ failed/)

/**
 * Resumes the run from the notice on the page of the batch, up to the first label. Returns how many labels were in
 * doubt.
 */
async function resume(page: Page, labels: () => string[]): Promise<number> {
  await page.getByRole('button', { name: /^Resume run: \d+ of \d+ sent$/ }).click()
  const dialog = printDialog(page)
  const counts = runCounts(dialog)
  // A run that was active when the dialog opened goes on by a press of its own, also if it is quiet by then.
  const goOn = dialog.getByRole('button', { name: /^(Resume run|Take over)$/ })
  await expect(async () => {
    if (!(await counts.isVisible())) await goOn.click({ timeout: 1000 })
    await expect(counts).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  const inDoubt = (await doubtful(dialog)).length
  if (inDoubt === 0) return 0
  await resolveDoubts(dialog, labels)
  return inDoubt
}

test('20 killed windows: each label comes out once, after a question where nobody could know', async ({
  page,
  context,
  agent,
}) => {
  test.setTimeout(300_000)
  const { batchId, ids } = await registerBatch(page, 50)
  agent.setFaults({ slowMs: 25 })
  let inDoubt = 0
  let killed = await context.newPage()
  await killed.goto(`/batches/${batchId}`)
  await startPrinting(killed)
  for (let round = 1; round <= 20; round++) {
    const wanted = agent.labels().length + 1
    await expect.poll(() => agent.labels().length, { intervals: [10] }).toBeGreaterThanOrEqual(wanted)
    await killed.waitForTimeout((round * 53) % 140)
    await kill(killed, round)
    const next = await context.newPage()
    await next.goto(`/batches/${batchId}`)
    inDoubt += await resume(next, agent.labels)
    killed = next
  }
  await expect(killed.getByText('Batch print completed')).toBeVisible()
  expect(idsIn(agent.labels()).toSorted()).toEqual(ids.toSorted())
  expect(inDoubt).toBeGreaterThan(0)
  expect(inDoubt).toBeLessThanOrEqual(20)
})

/** Closes the window without asking it, or lets its program crash. */
async function kill(page: Page, round: number) {
  if (round % 2 === 0) return page.close({ runBeforeUnload: false })
  const devtools = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}

test('a second window takes the run over: the first stops and says so, nothing comes out twice', async ({
  page,
  context,
  agent,
}) => {
  const { batchId, ids } = await openBatch(page, 30)
  agent.setFaults({ slowMs: 300 })
  const first = await startPrinting(page)
  await untilMoreThan(2, agent.labels)

  const second = await context.newPage()
  await second.goto(`/batches/${batchId}`)
  await second.getByRole('button', { name: /^Resume run/ }).click()
  const dialog = printDialog(second)
  await expect(dialog.getByText(/^This run was active \d+ s ago$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(first.getByText('This window has stopped printing this run')).toBeVisible()
  agent.setFaults()
  await expect(
    first.getByText(/this run is being printed in another window\. The last label sent from here was T\d+/),
  ).toBeVisible()

  await expect(runCounts(dialog)).toBeVisible()
  await resolveDoubts(dialog, agent.labels)
  await expect(dialog.getByText('Batch print completed')).toBeVisible()
  expect(idsIn(agent.labels()).toSorted()).toEqual(ids.toSorted())
})

test('leaving while labels are printed needs a confirmation, and the run can be resumed', async ({
  page,
  agent,
}) => {
  const { batchId } = await registerBatch(page, 30)
  await page.goto('/batches')
  await page.getByRole('row').locator(`a[href='/batches/${batchId}']`).first().click()
  agent.setFaults({ slowMs: 300 })
  const dialog = await startPrinting(page)
  await untilMoreThan(1, agent.labels)

  await test.step('closing the window', async () => {
    const opened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await opened
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await closing
  })

  await test.step('going back', async () => {
    const question = page.getByRole('dialog', { name: 'Labels are being printed' })
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(dialog).toBeVisible()
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave and stop printing' }).click()
    await expect(dialog).toBeHidden()
  })

  await expect(page).toHaveURL(/\/batches$/)
  await page.waitForTimeout(700)
  const printed = agent.labels().length
  expect(printed).toBeLessThan(30)
  await page.waitForTimeout(500)
  expect(agent.labels()).toHaveLength(printed)
  await page.goto(`/batches/${batchId}`)
  await expect(page.getByRole('button', { name: `Resume run: ${printed} of 30 sent` })).toBeVisible()

  await openPrintDialog(page)
  await dialog.getByRole('button', { name: 'End run' }).click()
  await expect(dialog.getByText(`${30 - printed} labels to print`)).toBeVisible()
})
