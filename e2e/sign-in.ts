import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { signIn as signInByRequests } from '../server/test/sign-in.ts'

export type DemoPerson = 'Ada Lindqvist' | 'Bo Chen' | 'Chiara Rossi'

/** From the login page that is open, through the identity provider, and back to where the person was going. */
export async function chooseDemoPerson(page: Page, person: DemoPerson) {
  await page.getByRole('button', { name: /^Sign in/ }).click()
  await page.getByRole('button', { name: person }).click()
}

/** Signs in from the landing page, as a person who comes for the first time does. */
export async function signIn(page: Page, person: DemoPerson) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).first().click()
  await chooseDemoPerson(page, person)
  await expect(page).toHaveURL('/dashboard')
}

const ids: Record<DemoPerson, string> = {
  'Ada Lindqvist': 'demo-ada',
  'Bo Chen': 'demo-bo',
  'Chiara Rossi': 'demo-chiara',
}
const signedIn = new Map<string, Promise<string>>()
const tokens = new WeakMap<BrowserContext, string>()

/**
 * Lets the pages of the browser context open as those of a person who is signed in; opens none itself. One sign-in
 * serves all tests of a worker, so none may log out.
 */
export async function openAs(page: Page, person: DemoPerson, origin = process.env.E2E_BASE_URL ?? '') {
  const token = await (signedIn.get(`${person} at ${origin}`) ?? signInOnce(origin, person))
  const localStorage = [{ name: 'lims.token', value: token }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  tokens.set(page.context(), token)
}

/** Opens a page in a context of its own, for a journey of several people. */
export async function newPageAs(browser: Browser, person: DemoPerson, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage()
  await openAs(page, person, options.baseURL)
  return page
}

function signInOnce(origin: string, person: DemoPerson): Promise<string> {
  const token = signInByRequests(origin, { person: ids[person] }).then((signedIn) => signedIn.token)
  signedIn.set(`${person} at ${origin}`, token)
  return token
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('lims.token'))

/** The token of `openAs`, or of the person who signed in on the page. */
export const tokenOf = async (page: Page) => tokens.get(page.context()) ?? (await storedToken(page))
