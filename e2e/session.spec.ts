import { expect, test } from '@playwright/test'
import { addStorage, postAs, uniqueName } from './lab-api.ts'
import { chooseDemoPerson, openAs, signIn, storedToken, tokenOf } from './sign-in.ts'

/** A token as the server makes them, but signed by nobody. */
const unsignedToken = (exp: number) => {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ sub: 'x', name: 'Nobody', exp, jti: 'x' })}.nothing`
}
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600

test('SESS-06, SESS-07, SESS-08 logout ends the session at the server, clears the token and shows the landing page', async ({
  page,
}) => {
  await signIn(page, 'Chiara Rossi')
  const token = await storedToken(page)

  await page.getByRole('button', { name: 'Account of Chiara Rossi' }).click()
  const loggedOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('menuitem', { name: 'Logout' }).click()

  await expect(page).toHaveURL('/')
  expect((await loggedOut).status()).toBe(200)
  expect(await storedToken(page)).toBeNull()
  const stolen = await page.request.get('/api/batches/list', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(stolen.status()).toBe(401)
})

for (const [row, kind, token] of [
  ['SESS-02', 'an expired', () => unsignedToken(anHourAgo())],
  ['SESS-03', 'an undecodable', () => 'no token at all'],
  ['ERR-10', 'a forged', () => unsignedToken(inAnHour())],
] as const) {
  test(`${row} ${kind} token is cleared, and the visitor has to sign in`, async ({ page }) => {
    await page.goto('/')
    await page.evaluate((given) => localStorage.setItem('lims.token', given), token())

    await page.goto('/samples')

    await expect(page).toHaveURL(/\/auth\/login/)
    expect(await storedToken(page)).toBeNull()
  })
}

test('PERM-03, AUTH-09 a visitor signs in and lands where they were going', async ({ page }) => {
  await page.goto('/samples?query=P001')
  await expect(page).toHaveURL(/\/auth\/login/)

  await chooseDemoPerson(page, 'Bo Chen')

  await expect(page).toHaveURL('/samples?query=P001')
  await expect(page.getByText('Welcome, Bo Chen')).toBeVisible()
})

test('a session survives a reload and reaches a second tab', async ({ page, context }) => {
  await signIn(page, 'Ada Lindqvist')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account of Ada Lindqvist' })).toBeVisible()

  const second = await context.newPage()
  await second.goto('/receive')
  await expect(second.getByRole('button', { name: 'Account of Ada Lindqvist' })).toBeVisible()
  await expect(second).toHaveURL('/receive')
})

test('the code of a sign-in cannot be used twice', async ({ page }) => {
  await page.goto('/auth/login')
  const callback = page.waitForRequest('**/api/auth/login/callback?**')
  await chooseDemoPerson(page, 'Ada Lindqvist')
  const used = (await callback).url()
  await expect(page).toHaveURL('/dashboard')

  expect((await page.request.get(used)).ok()).toBe(false)
})

test('PUB-09, PUB-10 an unknown address is the 404 page, whose button leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('404')).toBeVisible()

  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await chooseDemoPerson(page, 'Ada Lindqvist')
  await expect(page).toHaveURL('/dashboard')
})

test('PUB-07, PUB-08 the 403 page leads to the login page', async ({ page }) => {
  await page.goto('/auth/not-authenticated')
  await expect(page.getByText('403')).toBeVisible()

  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('D6, AUTH-14 a reload in the middle of the callback redeems the code once', async ({ page }) => {
  let redeemed = 0
  await page.route('**/api/auth/login/callback?**', (route) => {
    redeemed += 1
    // Never answered: the reload comes first.
    return redeemed === 1 ? undefined : route.continue()
  })
  await page.goto('/auth/login')
  await chooseDemoPerson(page, 'Ada Lindqvist')
  await expect.poll(() => redeemed).toBe(1)

  await page.reload()

  await expect(page.getByText('The page was reloaded before the sign-in was complete')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  expect(redeemed).toBe(1)
})

test('D5, SESS-08 logout from a form with typed text leads to the landing page', async ({ page }) => {
  await signIn(page, 'Chiara Rossi')
  await page.goto('/batches/create')
  await page.getByLabel('Name', { exact: true }).fill('Pilot')
  await page.getByRole('button', { name: 'Account of Chiara Rossi' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
})

for (const person of ['Ada Lindqvist', 'Bo Chen'] as const) {
  test(`a late success of Ada Lindqvist is shown only to her: ${person} is there`, async ({
    page,
    context,
  }) => {
    await openAs(page, person)
    const next = await tokenOf(page)
    await openAs(page, 'Ada Lindqvist')
    const name = uniqueName('Late')
    const { id } = await addStorage(page, name, 'BOX')
    await postAs(page, `/storage/delete?id=${id}`, {})
    await page.goto('/recently-deleted')
    const replied = Promise.withResolvers<void>()
    await page.route('**/api/deletions/undo', async (route) => {
      const response = await route.fetch()
      await replied.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    const other = await context.newPage()
    await other.goto('/')
    await other.evaluate((token) => localStorage.setItem('lims.token', token ?? ''), next)
    await expect(page.getByRole('button', { name: `Account of ${person}` })).toBeVisible()
    const fetched = page.waitForResponse('**/api/deletions/list?**')
    replied.resolve()
    await fetched
    const success = page.getByText(`${name} is back`)
    if (person === 'Ada Lindqvist') return await expect(success).toBeVisible()
    await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0)
    // At once: a message is gone after a few seconds.
    expect(await success.count()).toBe(0)
  })
}
