import { defineConfig } from '@playwright/test'
import { quick } from './e2e/launch-options.ts'

const { E2E_BASE_URL: baseURL, E2E_HEADLESS } = process.env
if (!baseURL || !E2E_HEADLESS) throw new Error('Run the journeys with: npm run e2e')

/** Those of half a minute and more, and those with a server of their own, begin first, so that none ends alone. */
const longest = /(evacuate|resume-print|roles)\.spec\.ts$/

/** What would disturb the others, if it were made beside them. */
const first = /more-than-a-page\.ts$/

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'first', testMatch: first },
    { name: 'long', testMatch: longest, dependencies: ['first'] },
    { name: 'other', testIgnore: [first, longest], dependencies: ['first'] },
  ],
  // A third for two processors: journeys often wait for a page.
  workers: 3,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A menu that still grows moves its entries between the press and the release of a click.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs more than the journey: `npm run e2e -- --trace retain-on-failure` has one.
    trace: 'off',
    launchOptions: quick,
  },
})
