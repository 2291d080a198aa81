import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../test/browser.ts'
import { ownSettings, spawnServer, startServer } from '../test/server-process.ts'
import { signIn } from '../test/sign-in.ts'

// Each test starts whole processes, which take seconds each on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const settings = await ownSettings()

test.each([
  [{ PORT: 'eighty' }, 'Setting PORT is wrong: must be a whole number from 1 to 65535'],
  [{ LOG_LEVEL: 'loud' }, /^Setting LOG_LEVEL is wrong: must be one of fatal, error,/],
  [
    { LABEL_WIDTH_MM: '30', LABEL_HEIGHT_MM: '8', LABEL_DPI: '203' },
    'Settings LABEL_WIDTH_MM, LABEL_HEIGHT_MM and LABEL_DPI are wrong: a QR code that scans does not fit on that label.',
  ],
  [
    {
      HOST: '192.0.2.7',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_ALLOWED_DOMAINS: 'b.example',
    },
    /^HOST 192\.0\.2\.7 with PORT \d+ cannot be listened on: .*EADDRNOTAVAIL/,
  ],
])('a wrong setting ends the start with one line and exit code 1: %j', async (wrong, line) => {
  const server = spawnServer({ ...settings, ...wrong })
  expect(await server.exited).toBe(1)
  expect(server.lines()).toEqual([expect.stringMatching(line)])
})

test('a taken port ends the start with one line that names it', async () => {
  const other = createServer().listen(Number(settings.PORT), '127.0.0.1')
  const server = spawnServer(settings)
  expect(await server.exited).toBe(1)
  other.close()
  expect(server.lines()).toEqual([
    `PORT ${settings.PORT} on 127.0.0.1 is taken by another program. Stop it or set PORT to a free one.`,
  ])
})

test.each([
  [{}, 'Roles are off: everybody who may sign in may do everything.'],
  [
    { OIDC_ROLES_CLAIM: 'groups', OIDC_ROLE_MAP: 'leads=study-lead' },
    'Roles are off: everybody who may sign in may do everything.',
  ],
  [{ ADMIN_EMAILS: 'ada@brain.example' }, 'Roles are on.'],
  [
    { ADMIN_EMAILS: 'ada@brian.example, bo@brain.example' },
    'Roles are on. ADMIN_EMAILS names ada@brian.example, but neither OIDC_ALLOWED_DOMAINS nor OIDC_ALLOWED_EMAILS lets them sign in.',
  ],
])('with an identity provider and %j, the last line of the start says: %s', async (roles, line) => {
  const server = await startServer({
    ...settings,
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'lims',
    OIDC_ALLOWED_DOMAINS: 'brain.example',
    ...roles,
  })
  expect(server.lines().at(-1)).toMatch(new RegExp(`Sign-in: id\\.example\\. ${line}$`))
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a server whose anchor file does not respond stops, and its database too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-anchor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = await ownSettings(onTestFinished)
  const first = await startServer(own)
  const { token } = await signIn(first.url)
  const batch = { name: 'Anchored', description: 'd', numSamples: 1, tubeType: 'EDTA' }
  await openBrowser().send(`${first.url}/api/batches/add`, { token, json: batch })
  expect(await first.kill('SIGTERM')).toBe(0)

  // Whoever reads from it waits until somebody writes.
  const silent = path.join(folder, 'anchors.jsonl')
  execFileSync('mkfifo', [silent])
  const server = await startServer({ ...own, AUDIT_ANCHOR_FILE: silent })
  expect(await server.kill('SIGTERM')).toBe('SIGKILL')
  expect(server.lines().at(-1)).toBe('AUDIT_ANCHOR_FILE does not respond. The server has stopped without it.')
  const again = await startServer(own)
  expect(again.lines().join()).not.toContain('Database: ')
  expect(await again.kill('SIGTERM')).toBe(0)
})

test('a stop lets the request under way finish, and data and sessions outlive it', async () => {
  const server = await startServer(settings)
  expect(server.lines()).toEqual([
    `LIMS is ready at ${settings.PUBLIC_URL}`,
    expect.stringMatching(
      /^Data: (bundled PostgreSQL [\d.]+ in|PostgreSQL lims_test_\w+ on) .*\. Sign-in: the demo identity\.$/,
    ),
  ])
  const { token } = await signIn(server.url)
  const batch = { name: 'Study', description: 'Plasma', numSamples: 20_000, tubeType: 'EDTA' }
  const idle = await openBrowser().send(`${server.url}/api/health/live`)
  await idle.text()

  const underWay = openBrowser().send(`${server.url}/api/batches/add`, { token, json: batch })
  await wait(100)
  server.kill('SIGINT')
  await wait(50)
  const stopped = server.kill('SIGINT')

  expect((await underWay).status).toBe(200)
  expect(await stopped).toBe(0)
  await expect(openBrowser().send(`${server.url}/api/health/live`)).rejects.toThrow()

  const again = await startServer(settings)
  const reply = await openBrowser().send(`${again.url}/api/batches/list`, { token })
  expect(await reply.json()).toMatchObject({ batches: [{ name: 'Study', numSamples: 20_000 }] })
  expect(await again.kill('SIGTERM')).toBe(0)
})

test('nothing of a sign-in and no secret is in the log, at its most talkative', async () => {
  const server = await startServer({ ...settings, LOG_LEVEL: 'trace' })
  const { token } = await signIn(server.url)
  await openBrowser().send(`${server.url}/api/samples/list`, { token })
  await server.kill('SIGTERM')
  const log = server.lines().join('\n')
  expect(log).toContain('/api/auth/login/callback')
  expect(log).not.toMatch(/code=|state=|eyJ|set-cookie|lims-sign-in/)
  const { password } = new URL(settings.DATABASE_URL ?? 'postgres://user:none-here@host')
  expect(log).not.toContain(password)
})

test('a folder in use is refused to a second server, which says whose it is; the first goes on, and after a kill it is free again', async () => {
  const { DATABASE_URL, ...embedded } = settings
  const first = await startServer(embedded)
  const second = spawnServer({ ...embedded, PORT: String(Number(settings.PORT) + 1) })
  expect(await second.exited).toBe(1)
  expect(second.lines()).toEqual([
    `LIMS_DATA_DIR ${settings.LIMS_DATA_DIR} is in use by another LIMS (process ${first.pid}). Stop that one first, or choose another folder.`,
  ])
  expect((await openBrowser().send(`${first.url}/api/health/ready`)).status).toBe(200)
  await first.kill('SIGKILL')

  const third = await startServer(embedded)
  expect(await third.kill('SIGTERM')).toBe(0)
})
