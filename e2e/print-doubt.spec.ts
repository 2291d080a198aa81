import { expect, type Page, type Route } from '@playwright/test'
import { expectNoViolation } from './expect-no-violation.ts'
import { registerTubes, uniqueName } from './lab-api.ts'
import { openAs } from './sign-in.ts'
import { test } from './with-print-agent.ts'

test('a window closed while its label was being sent leaves it in doubt, and a person settles it', async ({
  context,
  page,
  agent,
}) => {
  await openAs(page, 'Ada Lindqvist')
  const id = await registerTube(page)
  agent.setFaults({ slowMs: 2000 })
  await page.goto(`/samples/${id}`)
  // The printer status is requested first, at the same address.
  const sending = page.waitForRequest((request) => request.postData()?.includes('^XA') ?? false)
  await page.getByRole('button', { name: 'Print Label' }).click()
  await sending
  await page.close()

  const later = await context.newPage()
  await later.goto(`/samples/${id}`)
  await expect(later.getByText('Being sent')).toBeVisible()
  await expect(later.getByRole('button', { name: 'It printed' })).toHaveCount(0)
  await later.route('**/api/print-runs/of-sample?**', inTwoMinutes)
  await later.reload()
  await expect(later.getByText('In doubt', { exact: true })).toBeVisible()
  await later.getByRole('button', { name: 'It printed' }).click()
  await expect(later.getByText(/^Printed once, last \d/)).toBeVisible()
  await expect(later.getByText('In doubt', { exact: true })).toHaveCount(0)
})

/** The reply of the server as if its clock were two minutes ahead. */
async function inTwoMinutes(route: Route) {
  const response = await route.fetch()
  const body = await response.json()
  const now = new Date(Date.parse(body.now) + 120_000).toISOString()
  await route.fulfill({ response, json: { ...body, now } })
}

test('a label that did not come out does not count as printed', async ({ page, agent }) => {
  await openAs(page, 'Bo Chen')
  agent.setFaults({ cutBeforeEvery: 1 })
  await page.goto(`/samples/${await registerTube(page)}`)
  await page.getByRole('button', { name: 'Print Label' }).click()
  await page.getByRole('button', { name: 'It did not print' }).click()
  await expect(page.getByText('Not printed yet.')).toBeVisible()

  agent.setFaults()
  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByText(/^Printed once, last \d/)).toBeVisible()
  expect(agent.labels()).toHaveLength(1)
})

test('axe finds nothing where labels are printed, nor on the page of the print agent simulator', async ({
  page,
  agent,
  simulator,
}) => {
  await openAs(page, 'Chiara Rossi')
  agent.setFaults({ cutAfterEvery: 1 })
  await page.goto(`/samples/${await registerTube(page)}`)
  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByRole('button', { name: 'It did not print' })).toBeVisible()
  await expectNoViolation(page)

  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolation(page)
  await page.keyboard.press('Escape')

  agent.setFaults({ printer: 'head-open' })
  await page.getByRole('button', { name: 'Printer check' }).click()
  await expect(page.getByText('Printer not available')).toBeVisible()
  await expectNoViolation(page)

  await page.goto(simulator.url)
  await expect(page.getByRole('img', { name: 'Label 1' })).toBeVisible()
  await expectNoViolation(page)
  await page.getByLabel('Printer').selectOption('ready')
  await page.getByLabel('Agent').selectOption('gone')
  await expect.poll(() => simulator.agent.faults).toMatchObject({ agent: 'gone', printer: 'ready' })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('No labels received yet.')).toBeVisible()
})

const registerTube = async (page: Page) => (await registerTubes(page, uniqueName('In doubt'), 1)).tubes[0].id
