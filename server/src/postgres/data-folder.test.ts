import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { copyProject } from '../../test/project-copy.ts'
import { ownAddress, spawnServer, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { giveToAccount, prepareDataFolder } from './data-folder.ts'
import { lockFiles } from './data-folder-lock.ts'

vi.setConfig({ testTimeout: 120_000 })

let parent: string
let folder: string
let settings: Record<string, string>
beforeEach(async () => {
  parent = mkdtempSync(path.join(tmpdir(), 'lims-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  folder = path.join(parent, 'data')
  settings = { ...(await ownAddress()), LIMS_DATA_DIR: folder }
})

async function refusal() {
  const server = spawnServer(settings)
  expect(await server.exited).toBe(1)
  return server.lines()
}

test('A6 no other account can enter the data folder or read a file in it', async () => {
  const server = await startServer(settings)
  await signIn(server.url)
  for (const file of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    expect.soft(lstatSync(path.join(folder, file)).mode & 0o077, file).toBe(0)
  }
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('A6 a data folder that was open to others is closed', async () => {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const server = await startServer(settings)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('A6 an open folder that holds other files is refused and stays as it is', async () => {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  writeFileSync(path.join(folder, 'thesis.txt'), '')
  expect(await refusal()).toEqual([
    `LIMS_DATA_DIR ${folder} is open to other accounts of this computer and holds other files, such as thesis.txt. Choose a folder of its own.`,
  ])
  expect(statSync(folder).mode & 0o777).toBe(0o755)
})

test.runIf(process.getuid?.() === 0)(
  'root gives no folder away to which a link of another account leads since the folder was checked',
  () => {
    const account = unprivilegedAccount()
    const [own, ofRoot, link] = ['own', 'of-root', 'link'].map((name) => path.join(parent, name)) as [
      string,
      string,
      string,
    ]
    for (const one of [own, ofRoot]) {
      mkdirSync(one, { mode: 0o700 })
      for (const file of lockFiles(one)) writeFileSync(file, '')
    }
    chmodSync(parent, 0o755)
    lchownSync(own, account.uid, account.gid)
    const leadTo = (target: string) => {
      rmSync(link, { force: true })
      symlinkSync(target, link)
      lchownSync(link, account.uid, account.gid)
    }
    leadTo(own)
    const databaseUser = account.name
    const checked = prepareDataFolder({ folder: link, isGiven: true, databaseUser }, findBinaries())
    giveToAccount(checked)
    leadTo(ofRoot)
    expect(() => giveToAccount(checked)).toThrow(
      `${link} cannot be given to ${account.name}: ${link} is a symbolic link of another account`,
    )
    for (const one of [ofRoot, ...lockFiles(ofRoot)]) expect.soft(statSync(one).uid, one).toBe(0)
    leadTo(link)
    expect(() => giveToAccount(checked)).toThrow(
      `${link} cannot be given to ${account.name}: the symbolic link ${link} leads in a circle`,
    )
  },
)

test.each([
  ['in place of the folder', '.', 'EEXIST'],
  ['in place of a folder above it', 'below', 'ENOTDIR'],
])('a file %s is refused, and one line says so', async (_, inside, code) => {
  writeFileSync(folder, '')
  settings.LIMS_DATA_DIR = path.join(folder, inside)
  expect(await refusal()).toEqual([
    expect.stringMatching(`^LIMS_DATA_DIR ${settings.LIMS_DATA_DIR} cannot be written: ${code}`),
  ])
})

test('a folder of the earlier engine is refused with the command that moves it over', async () => {
  mkdirSync(path.join(folder, 'pgdata'), { recursive: true })
  writeFileSync(path.join(folder, 'pgdata/PG_VERSION'), '18')
  expect(await refusal()).toEqual([
    `LIMS_DATA_DIR ${folder} was made by an earlier version, whose embedded database this one cannot read. Move it over with: npm run move-over`,
  ])
})

test('a folder with the database of another PostgreSQL is refused with what to do, and stays as it is', async () => {
  mkdirSync(path.join(folder, 'postgresql-17'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(folder, 'postgresql-17/PG_VERSION'), '17\n')
  expect(await refusal()).toEqual([
    `LIMS_DATA_DIR ${folder} holds a database of PostgreSQL 17, which PostgreSQL 18 of this version cannot read. Run 'npm run backup' with the version of this program that wrote it, move the folder aside, run 'npm run restore' with this version, and start: see docs/operations.md, 'The next version of PostgreSQL'.`,
  ])
  expect(existsSync(path.join(folder, 'postgresql-18'))).toBe(false)
})

test('a folder whose path is too long for a socket works', async () => {
  const long = path.join(folder, 'x'.repeat(120), 'data')
  const server = await startServer({ ...settings, LIMS_DATA_DIR: long })
  const { token } = await signIn(server.url)
  expect((await openBrowser().send(`${server.url}/api/batches/list`, { token })).status).toBe(200)
  const places = [...new Set(['/tmp', tmpdir()])].flatMap((place) =>
    readdirSync(place).flatMap((name) => (name.startsWith('lims-') ? path.join(place, name) : [])),
  )
  const modes = new Set(places.filter(hasSocket).map((place) => statSync(place).mode & 0o077))
  expect(modes).toEqual(new Set([0]))
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a data folder behind a symbolic link keeps its data when the server stops', async () => {
  const real = path.join(parent, 'real')
  mkdirSync(real)
  symlinkSync(real, folder)
  for (const start of [1, 2]) {
    const server = await startServer(settings)
    await signIn(server.url)
    expect(await server.kill('SIGTERM'), `start ${start}`).toBe(0)
    expect(existsSync(path.join(real, 'postgresql-18/PG_VERSION'))).toBe(true)
  }
})

/** Another test may have removed the folder by now. */
const hasSocket = (candidate: string) => existsSync(path.join(candidate, '.s.PGSQL.5432'))

test('packages that were installed without their scripts are completed at the start', async () => {
  const project = copyProject(tmpdir(), 0o755, { withLinks: false })
  const server = await startServer(settings, { project })
  expect(await server.kill('SIGTERM')).toBe(0)
})
