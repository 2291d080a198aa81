import { defineConfig } from '@playwright/test'

const { E2E_BASE_URL: baseURL, E2E_HEADLESS: executablePath } = process.env
if (!baseURL || !executablePath) throw new Error('Run the journeys with: npm run e2e')

export default defineConfig({
  testDir: 'e2e',
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
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
