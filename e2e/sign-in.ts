import { type BrowserContext, expect, type Page } from '@playwright/test'

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

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const signedIn = new Map<DemoPerson, StorageState>()

/** Opens the dashboard as a person who is signed in. One sign-in serves all tests of a worker, so none may log out. */
export async function openAs(page: Page, person: DemoPerson) {
  const state = signedIn.get(person)
  if (state) {
    await page.context().setStorageState(state)
    await page.goto('/dashboard')
    return
  }
  await signIn(page, person)
  const { origins } = await page.context().storageState()
  signedIn.set(person, { cookies: [], origins })
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('lims.token'))
