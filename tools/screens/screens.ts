import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import '../build-web-if-needed.ts'
import { root } from '../project.ts'
import { findBrowser } from '../test/find-browser.ts'
import { exitWithMissingProgram } from '../test/missing-program.ts'
import { startServer } from '../test/start-server.ts'
import { type Lab, type Screen, screens } from './screen-list.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: path.join(root, 'docs/screens') },
    widths: { type: 'string', default: '1440' },
    themes: { type: 'string', default: 'light' },
    only: { type: 'string', default: '' },
  },
})
const isForDocs = !process.argv.slice(2).some((argument) => /^--(to|widths|themes|only)/.test(argument))
const chosen = screens.filter(({ name }) => name.includes(values.only))
mkdirSync(values.to, { recursive: true })

const executablePath = await findBrowser().catch(exitWithMissingProgram)
const server = await startServer((dataDir) => {
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'tools/seed.ts')],
    {
      env: { PATH: process.env.PATH, LIMS_DATA_DIR: dataDir },
    },
  )
})
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const token = await signIn(browser)
  const lab = await findLab(token)
  for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
    for (const width of values.widths.split(',').map(Number)) await picture({ token, lab, theme, width })
  }
  if (isForDocs) writeFileSync(path.join(root, 'docs/screens.md'), page())
} finally {
  await browser.close()
  await server.stop()
}

async function picture({
  token,
  lab,
  theme,
  width,
}: {
  token: string
  lab: Lab
  theme: 'light' | 'dark'
  width: number
}) {
  const height = width < 600 ? 844 : 900
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  for (const screen of chosen) {
    await page.goto('/no/such/page')
    await page.evaluate(
      ([token, isPublic]) =>
        isPublic ? localStorage.clear() : localStorage.setItem('lims.token', token as string),
      [token, screen.isPublic ?? false],
    )
    await open(page, screen, lab)
    const suffix = isForDocs ? '' : `-${width}-${theme}`
    await page.screenshot({
      path: path.join(values.to, `${screen.name}${suffix}.jpg`),
      type: 'jpeg',
      quality: 80,
    })
  }
  await context.close()
}

async function open(page: Page, screen: Screen, lab: Lab) {
  await page.goto(screen.address(lab))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0, { timeout: 20_000 })
  await screen.act?.(page)
  await page.waitForTimeout(400)
}

async function signIn(browser: Browser): Promise<string> {
  const page = await browser.newPage({ baseURL: server.url })
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).first().click()
  await page.getByRole('button', { name: /^Sign in/ }).click()
  await page.getByRole('button', { name: 'Ada Lindqvist' }).click()
  await page.waitForURL('**/dashboard')
  const token = await page.evaluate(() => localStorage.getItem('lims.token'))
  await page.close()
  return token ?? ''
}

async function findLab(token: string): Promise<Lab> {
  const fetchJson = async (address: string) =>
    (await fetch(`${server.url}/api${address}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const { storages } = await fetchJson('/storage/search?pageSize=100')
  const box = storages.find(({ alias }: { alias: string }) => alias === 'Lund A') ?? storages.at(-1)
  const freezer = storages.find(({ type }: { type: string }) => type === 'FREEZER')
  const { occupancy } = await fetchJson(`/storage/occupancy?storageId=${box.id}`)
  const sample = occupancy[0].contentId
  const { sample: found } = await fetchJson(`/samples/get?id=${sample}`)
  const [{ stockTakes }, { pickLists }, { moves }] = await Promise.all(
    ['/stock-takes/list', '/picks/list', '/moves/list'].map(fetchJson),
  )
  return {
    sample,
    batch: found.batchId,
    freezer: freezer.id,
    box: box.id,
    stockTake: stockTakes[0].id,
    pickList: pickLists[0].id,
    move: moves[0].id,
  }
}

function page(): string {
  const parts = screens.map(
    ({ name, title, words }) => `## ${title}\n\n${words}\n\n![${title}](screens/${name}.jpg)\n`,
  )
  return `# Screens\n\nMade by \`npm run screens\` from the laboratory of \`npm run seed\`.\n\n${parts.join('\n')}`
}
