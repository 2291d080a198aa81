import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test('a browser that is too old says which are new enough', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(Map, { groupBy: undefined })
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('This browser is too old for LIMS')
  await expect(page.getByRole('alert')).toContainText('Firefox 125')
})

test('a browser that blocks cookies and site data says what to allow', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Allow cookies and site data for this address')
})

for (const [part, files] of [
  ['program', '**/assets/*.js'],
  ['style sheet', '**/assets/index-*.css'],
] as const) {
  test(`a page whose ${part} is not on the server, as during an upgrade, says to reload it`, async ({
    page,
  }) => {
    await page.route(files, (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto('/')
    await expect(page.getByRole('alert')).toHaveText(
      /^LIMS could not be loaded: .* Reload this page in a moment\.$/,
    )
  })
}

test('what a scanner types before the program of a page is there is kept for it', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/receive')
  await page.keyboard.type('T0000002')
  await page.keyboard.press('Enter')
  const keys = await page.evaluate(() =>
    Object(window)
      .takeEarlyKeys()
      .map((event: KeyboardEvent) => event.key),
  )
  expect(keys).toEqual([...'T0000002', 'Enter'])
})

test('no page does what the Content-Security-Policy forbids, which some browsers log as an error', async ({
  page,
}) => {
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      Object(window).noteViolation(`${effectiveDirective} ${blockedURI} in ${sourceFile}`),
    )
  })
  await signIn(page, 'Ada Lindqvist')
  for (const address of ['/samples', '/batches/create', '/receive', '/samples/import']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(violations).toEqual([])
})
