import { expect, type Page, test } from '@playwright/test'
import { openAs } from './sign-in.ts'

const maxScriptBytes = 332_000

for (const address of ['/', '/auth/login']) {
  test(`at most 332 kB of compressed script come before ${address} works`, async ({ page }) => {
    const scripts = await countScripts(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await scripts.bytes()).toBeLessThan(maxScriptBytes)
  })
}

test('at most 332 kB of compressed script come before the dashboard works', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const scripts = await countScripts(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lindqvist')
  expect(await scripts.bytes()).toBeLessThan(maxScriptBytes)
})

// The build limits what each page imports; this counts what it fetches by itself.
for (const [address, heading] of [
  ['/samples', 'Samples'],
  ['/batches', 'Batches'],
  ['/storage', 'Storage'],
] as const) {
  test(`at most 332 kB of compressed script come before ${address} works`, async ({ page }) => {
    await openAs(page, 'Ada Lindqvist')
    const scripts = await countScripts(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    expect(await scripts.bytes()).toBeLessThan(maxScriptBytes)
  })
}

async function countScripts(page: Page) {
  // A page with a route has no cache.
  await page.route('**/*.js', (route) => route.continue())
  const sizes = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    sizes.set(request.url(), (await request.sizes()).responseBodySize)
  })
  return {
    /** Once no script has come for a second: parts that follow the first ones count too. */
    bytes: async () => {
      for (let seen = -1; seen !== sizes.size; await page.waitForTimeout(1000)) seen = sizes.size
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      const where = new URL(page.url()).pathname
      console.log(`${where}: ${Math.round(total / 1000)} kB in ${sizes.size} scripts`)
      expect(total).toBeGreaterThan(0)
      return total
    },
  }
}
