import { expect, type Page } from '@playwright/test'
import { registerTubes, uniqueName } from './lab-api.ts'
import { openAs, tokenOf } from './sign-in.ts'
import { test } from './with-print-agent.ts'

test.use({ isPagePublic: true })

test('a browser that keeps the page from the print agent is named, with the way out', async ({
  page,
  agent,
}) => {
  await openSample(page)
  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByText(/^The browser does not let this page reach the printer\./)).toBeVisible()
  expect(agent.labels()).toEqual([])
  await expect(page.getByText('Not printed yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Printer check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Printer check' })
  await expect(dialog.getByRole('status')).toHaveText('Printer not available')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Browser' })).toContainText(
    'Open the site settings by the icon to the left of the address',
  )
})

test('with the permission the same page prints', async ({ page, context, agent }) => {
  await context.grantPermissions(['local-network-access'])
  await openSample(page)
  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByText('Label sent to a ZD611 (300 dpi) label printer')).toBeVisible()
  expect(agent.labels()).toHaveLength(1)
})

test('a page that was opened by http is recognised: no setting would help there', async ({
  page,
  baseURL,
  agent,
}) => {
  await openAs(page, 'Ada Lindqvist')
  const { href } = new URL(await addSample(page), baseURL)
  const plainAddress = href.replace('localhost', 'lims.test')
  await serveUnderAnotherName(page, new URL(plainAddress))
  const token = await tokenOf(page)
  await page.addInitScript((given) => localStorage.setItem('lims.token', given ?? ''), token)
  await page.goto(plainAddress)

  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(
    page.getByText(/^The browser lets only pages opened over https reach the printer\./),
  ).toBeVisible()
  expect(agent.labels()).toEqual([])
  // What the page is still loading is not needed any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/**
 * Serves the pages of the server under another host name, as a proxy would: the server refuses a foreign Host header.
 */
async function serveUnderAnotherName(page: Page, { host, port }: URL) {
  await page.route(`http://${host}/**`, async (route) => {
    const url = route.request().url().replace(host, `localhost:${port}`)
    if (url.endsWith('/api/live')) return route.abort()
    return route.fulfill({ response: await route.fetch({ url }) })
  })
}

async function openSample(page: Page) {
  await openAs(page, 'Ada Lindqvist')
  await page.goto(await addSample(page))
}

/** Returns the address of its page. */
async function addSample(page: Page): Promise<string> {
  const { tubes } = await registerTubes(page, uniqueName('Permission'), 1)
  return `/samples/${tubes[0].id}`
}
