import { expect, test } from '@playwright/test'
import { openAs } from './sign-in.ts'

test.setTimeout(60_000)

test('Retry of a page that could not be loaded keeps the others while there is no connection', async ({
  page,
  context,
}) => {
  await openAs(page, 'Bo Chen')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bo Chen')
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Samples' }).click()
  const retry = page.getByRole('button', { name: 'Retry' })
  const failed = page.waitForEvent(
    'requestfailed',
    (request) => new URL(request.url()).pathname !== '/api/live',
  )
  await retry.click()
  await failed
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bo Chen')

  await context.setOffline(false)
  await menu.getByRole('link', { name: 'Samples' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Samples', exact: true })).toBeVisible()
  // With the styles that could not be loaded either.
  await expect.poll(() => page.evaluate(stylesMissing)).toEqual([])
})

/** Runs in the page: returns the style sheets that did not come, of which the browser shows no rules. */
const stylesMissing = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .filter(({ sheet }) => {
      try {
        return !sheet?.cssRules.length
      } catch {
        return true
      }
    })
    .map(({ href }) => href)
