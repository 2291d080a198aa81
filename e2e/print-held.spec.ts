import { expect } from '@playwright/test'
import { doubtful, idsIn, openBatch, resolveDoubts, startPrinting, test } from './printed-batch.ts'

for (const printer of ['media-out', 'paused', 'head-open'] as const) {
  test(`PRINT-11 ERR-35 a printer that is ${printer} half-way pauses the run, and the dialog asks about the labels it holds`, async ({
    page,
    agent,
    simulator,
  }) => {
    const { ids } = await openBatch(page, 20)
    // Between the look at the state of the printer and the label that follows it.
    await page.route('http://127.0.0.1:9100/write', (route) => {
      const isLabel = route.request().postData()?.includes('^XA')
      if (isLabel && agent.labels().length > 3) agent.setFaults({ slowMs: 50, printer })
      return route.continue()
    })
    const dialog = await startPrinting(page)
    await expect(dialog.getByText('Printer issues detected')).toBeVisible()
    await expect(dialog.getByText('Printer ready')).toBeHidden()
    const held = simulator.agent.store.labels.filter(({ isPrinted }) => !isPrinted).length
    expect(held).toBeGreaterThan(0)
    // The label on its way when the trouble was noticed is in doubt once the agent has answered.
    await expect.poll(async () => (await doubtful(dialog)).length).toBeGreaterThanOrEqual(held)

    await page.unrouteAll({ behavior: 'wait' })
    agent.setFaults()
    await resolveDoubts(dialog, agent.labels)
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByText('Batch print completed')).toBeVisible()
    // Of a label that reached the printer after the others were counted, the dialog asks later.
    await expect(async () => {
      await resolveDoubts(dialog, agent.labels)
      await expect(dialog.getByText('20 printed • 0 failed')).toBeVisible({ timeout: 500 })
    }).toPass()
    expect(idsIn(agent.labels())).toEqual(ids)
  })
}
