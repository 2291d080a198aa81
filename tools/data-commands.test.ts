import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { unprivilegedAccount } from '../server/src/postgres/account.ts'
import { openBrowser } from '../server/test/browser.ts'
import { copyDataFolder } from '../server/test/data-folder-copy.ts'
import { freePort } from '../server/test/free-port.ts'
import { clientSecret, openIssuer } from '../server/test/issuer.ts'
import { fillOldDatabase } from '../server/test/old-database.ts'
import { externalSettings, ownAddress, startServer } from '../server/test/server-process.ts'
import { beginSignIn, completeSignIn, signIn } from '../server/test/sign-in.ts'
import { fill, smallDisk } from '../server/test/small-disk.ts'
import { installPglite, openPgliteFolder } from './pglite-folder.ts'
import { root } from './project.ts'
import { runTool } from './test/run-tool.ts'

vi.setConfig({ testTimeout: 180_000 })

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'lims-commands-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  folder = path.join(parent, 'data')
})

/** Runs a tool on a data folder. */
const run = (tool: string, dataDir: string, ...args: string[]) =>
  runTool(tool, args, { cwd: parent, settings: { LIMS_DATA_DIR: dataDir } })

async function countSamples(url: string): Promise<number> {
  const { token } = await signIn(url)
  const reply = await openBrowser().send(`${url}/api/samples/list`, { token })
  return ((await reply.json()) as { totalSamples: number }).totalSamples
}

async function createApiToken(url: string, token: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const json = { name: 'Reader', permissions: ['sample.read'], expiresAt }
  const reply = await openBrowser().send(`${url}/api/tokens/create`, { token, json })
  return ((await reply.json()) as { token: string }).token
}

test('A11 seed and backup work while a server is running; restore works without one and ends all sessions and API tokens', async () => {
  await copyDataFolder(folder)
  const server = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: folder })
  const earlier = await signIn(server.url)
  expect(await run('seed', folder)).toMatch(
    /^Added [\d,]+ batches, [\d,]+ samples .* to the bundled PostgreSQL/,
  )
  const samples = await countSamples(server.url)
  expect(samples).toBeGreaterThan(100)
  const apiToken = await createApiToken(server.url, earlier.token)
  const file = path.join(parent, 'lims.backup.gz')
  expect(await run('backup', folder, file)).toContain(`${samples} samples`)
  expect(await server.kill('SIGTERM')).toBe(0)

  const other = path.join(parent, 'other')
  const restoring = await run('restore', other, file)
  expect(restoring).toContain(`${samples} samples`)
  expect(restoring).toContain('whoever was deactivated since can sign in again')
  const restored = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: other })
  expect(await countSamples(restored.url)).toBe(samples)
  for (const token of [earlier.token, apiToken]) {
    const reply = await openBrowser().send(`${restored.url}/api/samples/list`, { token })
    expect(reply.status).toBe(401)
  }
  const { token } = await signIn(restored.url)
  const eventsOf = async (action: string) => {
    const list = `${restored.url}/api/audit/list?action=${action}`
    const reply = await openBrowser().send(list, { token })
    return ((await reply.json()) as { events: object[] }).events
  }
  const person = { id: `account:${userInfo().username}` }
  expect(await eventsOf('token.revoke')).toMatchObject([{ person, reason: 'A backup was restored' }])
  expect(await eventsOf('database.restore')).toMatchObject([
    {
      person,
      after: { backupMadeAt: expect.stringMatching(/Z$/), endedSessions: 2, appliedErasures: 0 },
    },
  ])
  expect(await restored.kill('SIGTERM')).toBe(0)
})

test('a backup without the settings of the server says of which database it would be', async () => {
  await expect(run('backup', folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Nothing saved: no server has used the bundled PostgreSQL [\d.]+ in .*data\. Are these the settings of the server\?\n$/,
    ),
  })
})

test('seed adds nothing to a laboratory that has begun with its freezers', async () => {
  const settings = await externalSettings(onTestFinished)
  const server = await startServer(settings)
  const { token } = await signIn(server.url)
  const freezer = { alias: 'Freezer 7', type: 'FREEZER', numberRows: 4, numberColumns: 1 }
  const add = await openBrowser().send(`${server.url}/api/storage/add`, { token, json: freezer })
  expect(add.status).toBe(200)
  const seeding = runTool('seed', [], {
    cwd: parent,
    settings: { DATABASE_URL: settings.DATABASE_URL ?? '' },
  })
  await expect(seeding).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Nothing added: the .* already contains 0 batches, 0 samples, 1 storage and 1 audit event, /,
    ),
  })
  expect(await countSamples(server.url)).toBe(0)
})

test('seed fills the database of people who have only signed in, with a role of their groups', async () => {
  const settings = await externalSettings(onTestFinished)
  const callback = `${settings.PUBLIC_URL}/auth/login/callback`
  const port = await freePort()
  const issuer = await openIssuer(port, callback)
  onTestFinished(() => issuer.close())
  issuer.letIn({
    sub: 'g-1',
    name: 'Ada',
    email: 'ada@brain.example',
    email_verified: true,
    groups: ['staff'],
  })
  const server = await startServer({
    ...settings,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'lims',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ALLOWED_DOMAINS: 'brain.example',
    OIDC_ROLES_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'staff=viewer',
  })
  const browser = openBrowser()
  const { url } = await browser.follow(await beginSignIn(browser, server.url), callback)
  expect((await completeSignIn(browser, server.url, url.searchParams)).status).toBe(200)
  const seeding = runTool('seed', [], {
    cwd: parent,
    settings: { DATABASE_URL: settings.DATABASE_URL ?? '' },
  })
  expect(await seeding).toMatch(/^Added /)
})

test('a server that ran during a restore and one that starts later accept the sign-ins of each other', async () => {
  await run('seed', folder)
  const file = path.join(parent, 'lims.backup.gz')
  await run('backup', folder, file)
  const settings = await externalSettings(onTestFinished)
  const DATABASE_URL = settings.DATABASE_URL ?? ''
  const first = await startServer(settings)
  const AUDIT_ANCHOR_FILE = path.join(parent, 'anchors.jsonl')
  const restoring = await runTool('restore', [file], {
    cwd: parent,
    settings: { DATABASE_URL, AUDIT_ANCHOR_FILE },
  })
  expect(restoring).toMatch(/^Restored /)
  expect(restoring).toContain('name a new one in AUDIT_ANCHOR_FILE')
  const second = await startServer({ ...(await ownAddress()), DATABASE_URL })
  for (const [here, there] of [
    [first, second],
    [second, first],
  ] as const) {
    const { token } = await signIn(here.url)
    const reply = await openBrowser().send(`${there.url}/api/samples/list`, { token })
    expect(reply.status).toBe(200)
  }
})

test('migrates a PGlite data folder with one command and keeps its files', async () => {
  await createPgliteFolder(path.join(folder, 'pgdata'))
  // Left behind by a migration that was killed.
  mkdirSync(path.join(folder, 'moving-over/data/postgresql-18'), { recursive: true })
  // The old files cannot be moved there.
  const kept = path.join(folder, 'earlier-version')
  mkdirSync(path.join(kept, 'pgdata'), { recursive: true })
  await expect(run('move-over', folder)).rejects.toMatchObject({
    stderr: `Nothing migrated: ${kept}/pgdata already exists. Move it to another folder, and repeat the command.\n`,
  })
  rmSync(kept, { recursive: true })
  writeFileSync(kept, '')
  await expect(run('move-over', folder)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Nothing migrated: EEXIST: [^\n]+\n$/),
  })
  rmSync(kept)
  expect(await run('move-over', folder)).toMatch(
    /^Migrated 1 batch, 22 samples, .* to .*postgresql-\d+\. The old files are kept in .*earlier-version/,
  )
  expect(existsSync(path.join(folder, 'earlier-version/pgdata/PG_VERSION'))).toBe(true)
  const server = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: folder })
  expect(await countSamples(server.url)).toBe(22)
  expect(await server.kill('SIGTERM')).toBe(0)
  await expect(run('move-over', folder)).rejects.toThrow(/Nothing to migrate/)
})

/** A folder of PGlite that belongs to the account of a service. */
async function createServiceFolder() {
  chmodSync(parent, 0o755)
  await createPgliteFolder(path.join(folder, 'pgdata'))
  const { uid, gid } = unprivilegedAccount()
  spawnSync('chown', ['-hR', `${uid}:${gid}`, folder])
  chmodSync(folder, 0o700)
  return uid
}

test.runIf(process.getuid?.() === 0)(
  'what root moves over belongs to the account of the service, also with a strict umask',
  async () => {
    const uid = await createServiceFolder()
    const umask = process.umask(0o077)
    onTestFinished(() => void process.umask(umask))
    await run('move-over', folder)
    const name = readdirSync(folder).find((one) => one.startsWith('postgresql-')) ?? ''
    for (const one of [name, 'earlier-version/pgdata']) expect(statSync(path.join(folder, one)).uid).toBe(uid)
  },
)

/** Replaces npm by one that first runs these shell commands, as another account could at that moment. */
function whileInstalling(commands: string): Record<string, string> {
  const npm = path.join(parent, 'npm')
  writeFileSync(npm, `#!/bin/sh\n${commands}\nPATH='${process.env.PATH}' exec npm "$@"\n`, { mode: 0o755 })
  return { PATH: `${parent}:${process.env.PATH}` }
}

test.runIf(process.getuid?.() === 0).each([
  ['pgdata/global/pg_control', 'ln', 'cannot be opened'],
  ['earlier-version', 'ln -s', 'Nothing saved: EACCES'],
])(
  'root follows no link to its own files that %s becomes while PGlite is installed',
  async (name, link, reason) => {
    await createServiceFolder()
    const place = path.join(folder, name)
    const victim = path.join(parent, 'victim')
    const state = `(ls -lR --full-time '${victim}'; find '${victim}' -type f | sort | xargs -r sha256sum)`
    const exchange = `
    mv '${place}' '${victim}' || mkdir '${victim}'
    ${link} '${victim}' '${place}'
    chown -R 0:0 '${victim}'
    chmod -R go= '${victim}'
    ${state} > '${parent}/before'`
    const settings = { LIMS_DATA_DIR: folder, ...whileInstalling(exchange) }
    await expect(runTool('move-over', [], { cwd: parent, settings })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    })
    const after = spawnSync('/bin/sh', ['-c', state], { encoding: 'utf8' }).stdout
    expect(after).toBe(readFileSync(path.join(parent, 'before'), 'utf8'))
    expect(readdirSync(folder)).not.toContain('postgresql-18')
  },
)

test.runIf(process.getuid?.() === 0)(
  'move-over whose old files cannot be moved, as to another disk, leaves them where they are, and can be repeated',
  async () => {
    await createPgliteFolder(path.join(folder, 'pgdata'))
    chmodSync(folder, 0o700)
    const kept = path.join(folder, 'earlier-version')
    symlinkSync(smallDisk(200), kept)
    await expect(run('move-over', folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing migrated: EXDEV: [^\n]+\n$/),
    })
    expect(existsSync(path.join(folder, 'pgdata/PG_VERSION'))).toBe(true)
    rmSync(kept)
    expect(await run('move-over', folder)).toMatch(/^Migrated 1 batch, 22 samples, /)
  },
)

test.runIf(process.getuid?.() === 0)(
  'move-over of root works with a temporary folder that only root can enter, and says if the owner cannot use PGlite',
  async () => {
    await createServiceFolder()
    const TMPDIR = path.join(parent, 'tmp')
    mkdirSync(TMPDIR, { mode: 0o700 })
    const settings = { LIMS_DATA_DIR: folder, TMPDIR }
    const emptyInstall = { ...settings, ...whileInstalling('exit 0') }
    await expect(runTool('move-over', [], { cwd: parent, settings: emptyInstall })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing migrated: \/tmp\/\S+\/dist cannot be used by [^\n]+\n$/),
    })
    expect(await runTool('move-over', [], { cwd: parent, settings })).toMatch(/^Migrated 1 batch/)
  },
)

test.runIf(process.getuid?.() === 0)(
  'move-over of root says how to give away a folder whose owner cannot migrate it, before it installs anything',
  async () => {
    const pgdata = path.join(folder, 'pgdata')
    mkdirSync(pgdata, { recursive: true })
    writeFileSync(path.join(pgdata, 'PG_VERSION'), '17\n')
    chmodSync(parent, 0o755)
    const refuses = (reason: string) =>
      expect(
        runTool('move-over', [], {
          cwd: parent,
          settings: { LIMS_DATA_DIR: folder, ...whileInstalling('exit 1') },
        }),
      ).rejects.toMatchObject({ code: 1, stderr: `Nothing migrated: ${reason}\n` })

    chownSync(folder, 54_321, 54_321)
    await refuses(
      `${folder} belongs to the number 54321, which is the number of no account here, so that PostgreSQL cannot run under it. Run 'chown -hR 0:0 ${folder}', and repeat the command.`,
    )
    const { uid, gid } = unprivilegedAccount()
    chownSync(folder, uid, gid)
    const advice = `Run 'chown -hR ${uid}:${gid} ${folder}', and repeat the command.`
    const owner = `the number ${uid}, to which a part of the data belongs`
    for (const mode of [0o755, 0o700]) {
      chmodSync(pgdata, mode)
      await refuses(`${pgdata} cannot be written by ${owner}. ${advice}`)
    }
    chownSync(folder, 0, 0)
    chownSync(pgdata, uid, gid)
    await refuses(`${folder} cannot be written by ${owner}. ${advice}`)
  },
)

test('move-over without a way to the npm registry says so', async () => {
  mkdirSync(path.join(folder, 'pgdata'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(folder, 'pgdata/PG_VERSION'), '17\n')
  const settings = {
    LIMS_DATA_DIR: folder,
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_fetch_retries: '0',
    npm_config_cache: path.join(parent, 'cache'),
  }
  await expect(runTool('move-over', [], { cwd: parent, settings })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\S+ cannot be installed: .*ECONNREFUSED.* needs the npm registry\.\n$/),
  })
})

/** Creates a database as the last version with PGlite left it. */
async function createPgliteFolder(pgdata: string) {
  mkdirSync(path.dirname(pgdata), { recursive: true })
  const { packageFolder, remove } = await installPglite()
  onTestFinished(remove)
  const { db, pglite, close } = await openPgliteFolder(packageFolder, pgdata)
  const migrations = path.join(root, 'server/src/db/migrations')
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql') && name < '0017')
  await pglite.exec('create table kysely_migration (name varchar primary key, timestamp varchar not null)')
  await pglite.exec('create table kysely_migration_lock (id varchar primary key, is_locked integer not null)')
  await pglite.exec(`insert into kysely_migration_lock values ('migration_lock', 0)`)
  for (const name of names.sort()) {
    await pglite.exec(readFileSync(path.join(migrations, name), 'utf8'))
    const done = name.replace('.sql', '')
    await sql`insert into kysely_migration values (${done}, ${new Date().toISOString()})`.execute(db)
  }
  await fillOldDatabase(db)
  await close()
}

test.runIf(process.getuid?.() === 0)('a restore stops before it fills the disk', async () => {
  await copyDataFolder(folder)
  const file = path.join(parent, 'lims.backup.gz')
  await run('seed', folder)
  await run('backup', folder, file)
  const disk = smallDisk(400)
  const small = path.join(disk, 'data')
  await copyDataFolder(small)
  fill(disk, 120)
  await expect(run('restore', small, file)).rejects.toMatchObject({
    code: 1,
    stderr: 'Nothing restored: less than 128 MB are free on the disk of the database.\n',
  })
})
