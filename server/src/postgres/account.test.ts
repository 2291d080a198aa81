import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runTool } from '../../../tools/test/run-tool.ts'
import { openBrowser } from '../../test/browser.ts'
import { copyProject } from '../../test/project-copy.ts'
import { ownAddress, spawnServer, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { giveToAccount } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'

vi.setConfig({ testTimeout: 180_000 })

const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('Not root: what is for root alone is not tested here.')

const copies = new Map<string, string>()
const removals: (() => void)[] = []
afterAll(() => {
  for (const remove of removals) remove()
})

/** One copy of the project for all tests, each with data of its own. Node compiles the files of a new path again. */
function projectIn(parent: string, mode: number): string {
  const key = `${parent} ${mode}`
  const project =
    copies.get(key) ?? copyProject(parent, mode, { ended: (remove) => void removals.push(remove) })
  copies.set(key, project)
  onTestFinished(() => rmSync(path.join(project, 'data'), { recursive: true, force: true }))
  return project
}
const openProject = () => projectIn(tmpdir(), 0o755)
const privateProject = () => projectIn(homedir(), 0o700)

type Server = Awaited<ReturnType<typeof startServer>>

async function expectToWork(server: Server) {
  const { token } = await signIn(server.url)
  const batch = { name: 'Study', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' }
  expect((await openBrowser().send(`${server.url}/api/batches/add`, { token, json: batch })).status).toBe(200)
}

async function expectToHaveBatch(server: Server) {
  const { token } = await signIn(server.url)
  const reply = await openBrowser().send(`${server.url}/api/batches/list`, { token })
  expect(await reply.json()).toMatchObject({ batches: [{ name: 'Study' }] })
}

/** A folder for PATH in which `unshare` fails, as it does where user namespaces are forbidden. */
function withoutNamespaces(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unshare = path.join(folder, 'unshare')
  writeFileSync(unshare, '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n')
  chmodSync(unshare, 0o755)
  return { PATH: `${folder}:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin` }
}

/** Starts a command for which /var/lib is another folder, empty but for what `fill` puts there. */
function withOwnVarLib(fill: (folder: string) => void = () => {}): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-var-lib-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  fill(folder)
  // A strict umask must not shut the account out of what is created for it.
  const script = 'umask 077 && mount --bind "$0" /var/lib && exec "$@"'
  return ['/usr/bin/unshare', '--mount', '/bin/sh', '-c', script, folder]
}

const ownerOf = (...file: string[]) => statSync(path.join(...file)).uid

test('an ordinary user runs it under the own account', async () => {
  const uid = isRoot ? unprivilegedAccount().uid : (process.getuid?.() ?? 0)
  const project = openProject()
  const data = path.join(project, 'data')
  mkdirSync(data)
  chownSync(data, uid, uid)
  const server = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: data }, { project, uid })
  await expectToWork(server)
  expect(ownerOf(data, 'postgresql-18')).toBe(uid)
  expect(await server.kill('SIGTERM')).toBe(0)
})

describe.runIf(isRoot)('root', () => {
  test('in a private folder runs it in a user namespace, and the files stay those of root', async () => {
    const project = privateProject()
    const server = await startServer(await ownAddress(), { project })
    await expectToWork(server)
    expect(ownerOf(project, 'data/postgresql-18')).toBe(0)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('in a world-readable folder without namespaces gives the data to an account of its own', async () => {
    const project = openProject()
    const settings = await ownAddress()
    const server = await startServer({ ...settings, ...withoutNamespaces() }, { project })
    await expectToWork(server)
    expect(ownerOf(project, 'data/postgresql-18')).toBe(unprivilegedAccount().uid)
    expect(await server.kill('SIGTERM')).toBe(0)

    const again = await startServer(settings, { project })
    await expectToHaveBatch(again)
    expect(await again.kill('SIGTERM')).toBe(0)
  })

  test('before the first start of a service runs it under the account that owns the data folder', async () => {
    const { uid, gid } = unprivilegedAccount()
    const project = copyProject(tmpdir(), 0o755)
    const data = path.join(project, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, uid, gid)
    const settings = { ...(await ownAddress()), LIMS_DATA_DIR: data }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect(await server.kill('SIGTERM')).toBe(0)

    const service = await startServer(settings, { project, uid })
    await expectToHaveBatch(service)
    expect(await service.kill('SIGTERM')).toBe(0)
  })

  test('gives a data folder of an owner without an account here to an account of its own', async () => {
    const project = openProject()
    const data = path.join(project, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, 54_321, 54_321)
    const settings = { ...(await ownAddress()), ...withoutNamespaces(), LIMS_DATA_DIR: data }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect(ownerOf(data)).toBe(unprivilegedAccount().uid)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('uses a volume that holds lost+found, and leaves that to root', async () => {
    const project = openProject()
    const data = path.join(project, 'data')
    mkdirSync(path.join(data, 'lost+found'), { recursive: true, mode: 0o700 })
    const settings = { ...(await ownAddress()), ...withoutNamespaces(), LIMS_DATA_DIR: data }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect([ownerOf(data), ownerOf(path.join(data, 'lost+found'))]).toEqual([unprivilegedAccount().uid, 0])
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('hands over a database that ran in a namespace when these are forbidden later', async () => {
    const project = openProject()
    const settings = await ownAddress()
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect(await server.kill('SIGTERM')).toBe(0)

    const again = await startServer({ ...settings, ...withoutNamespaces() }, { project })
    await expectToHaveBatch(again)
    expect(await again.kill('SIGTERM')).toBe(0)
  })

  test('in a private folder without namespaces keeps data and binaries in /var/lib/lims, and says so', async () => {
    const project = privateProject()
    const settings = { ...(await ownAddress()), ...withoutNamespaces() }
    const circumstances = { project, within: withOwnVarLib() }
    const { uid, gid } = unprivilegedAccount()
    const [data, victim] = [path.join(project, 'data'), path.join(project, 'victim')]
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, uid, gid)
    writeFileSync(victim, 'kept')
    onTestFinished(() => rmSync(victim))
    symlinkSync(victim, path.join(data, 'moved-to'))
    lchownSync(path.join(data, 'moved-to'), uid, gid)
    const server = await startServer(settings, circumstances)
    expect(readFileSync(victim, 'utf8')).toBe('kept')
    expect(server.lines().join('\n')).toContain(
      `in /var/lib/lims/data, because the account of the database cannot reach ${project}.`,
    )
    await expectToWork(server)
    expect(existsSync(path.join(project, 'data/moved-to'))).toBe(true)
    expect(await server.kill('SIGTERM')).toBe(0)

    const again = await startServer(settings, circumstances)
    await expectToHaveBatch(again)
    expect(await again.kill('SIGTERM')).toBe(0)
  })

  test.each([
    ['postgresql-17', 'holds a database of PostgreSQL 17'],
    ['pgdata', 'was made by an earlier version'],
  ])('begins no database beside the %s of a former program folder in /var/lib/lims', async (name, reason) => {
    const project = privateProject()
    const within = withOwnVarLib((folder) => {
      mkdirSync(path.join(folder, 'lims/data', name), { recursive: true, mode: 0o700 })
      writeFileSync(path.join(folder, 'lims/data', name, 'PG_VERSION'), '17\n')
    })
    for (const _ of [1, 2]) {
      const server = spawnServer({ ...(await ownAddress()), ...withoutNamespaces() }, { project, within })
      expect(await server.exited).toBe(1)
      expect(server.lines()).toEqual([expect.stringContaining(`LIMS_DATA_DIR /var/lib/lims/data ${reason}`)])
    }
    expect(existsSync(path.join(project, 'data/moved-to'))).toBe(false)
  })

  test('ignores the file moved-to of the account of the database, and gives it no folder of root', async () => {
    const project = openProject()
    const settings = { ...(await ownAddress()), ...withoutNamespaces() }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect(await server.kill('SIGTERM')).toBe(0)

    const home = mkdtempSync(path.join(tmpdir(), 'lims-home-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const { uid, gid } = unprivilegedAccount()
    const movedTo = path.join(project, 'data/moved-to')
    writeFileSync(movedTo, `${home}\n`)
    chownSync(movedTo, uid, gid)
    const again = await startServer(settings, { project })
    await expectToHaveBatch(again)
    expect(ownerOf(home)).toBe(0)
    expect(await again.kill('SIGTERM')).toBe(0)
  })

  test.each([
    ['of root that names another folder', 0, 'does not name /var/lib/lims/data. Set LIMS_DATA_DIR'],
    ['of another account, before there is a database', 54_321, 'belongs to another account and is not'],
  ])('creates no empty database beside a file moved-to %s', async (_, uid, reason) => {
    const project = openProject()
    mkdirSync(path.join(project, 'data'), { mode: 0o700 })
    const movedTo = path.join(project, 'data/moved-to')
    writeFileSync(movedTo, path.join(project, 'data/elsewhere'))
    chownSync(movedTo, uid, uid)
    const server = spawnServer(await ownAddress(), { project })
    expect(await server.exited).toBe(1)
    expect(server.lines()).toEqual([expect.stringContaining(`${movedTo} ${reason}`)])
    expect(existsSync(path.join(project, 'data/postgresql-18'))).toBe(false)
  })

  test('gives the account no folder with other files, and none behind a link of another account', async () => {
    const { name, uid, gid } = unprivilegedAccount()
    const project = openProject()
    const parent = mkdtempSync(path.join(tmpdir(), 'lims-given-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    chmodSync(parent, 0o755)
    const [home, empty, link] = ['home', 'empty', 'link'].map((one) => path.join(parent, one)) as [
      string,
      string,
      string,
    ]
    for (const folder of [home, empty]) mkdirSync(folder, { mode: 0o700 })
    writeFileSync(path.join(home, '.bashrc'), '')
    symlinkSync(empty, link)
    lchownSync(link, uid, gid)
    const refusalOf = async (folder: string) => {
      const settings = { ...(await ownAddress()), LIMS_DATA_DIR: folder, LIMS_DATABASE_USER: name }
      const server = spawnServer(settings, { project })
      expect(await server.exited).toBe(1)
      return server.lines().join()
    }
    expect(await refusalOf(home)).toContain(`${home} holds other files, such as .bashrc, and would be given`)
    expect(await refusalOf(link)).toContain(`${link} is a symbolic link of another account, and leads to`)
    expect([home, empty].map((folder) => ownerOf(folder))).toEqual([0, 0])
  })

  test('says why a database cannot be given to its account, also where the machine has no chown', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lims-given-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    lockDataFolder(folder, 'command').release()
    const databaseFolder = path.join(folder, 'postgresql-18')
    mkdirSync(databaseFolder)
    const account = unprivilegedAccount()
    vi.stubEnv('PATH', '/nowhere')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() =>
      giveToAccount({ folder, databaseFolder, account, binaries: findBinaries(), note: '' }),
    ).toThrow(`${databaseFolder} cannot be given to ${account.name}: spawnSync chown ENOENT`)
  })

  test('runs no copy of PostgreSQL that another account has put into /var/lib/lims', async () => {
    const project = privateProject()
    const copy = `lims/postgresql-${findBinaries().version}`
    const within = withOwnVarLib((folder) => {
      mkdirSync(path.join(folder, copy), { recursive: true })
      chownSync(path.join(folder, copy), 54_321, 54_321)
    })
    const server = spawnServer({ ...(await ownAddress()), ...withoutNamespaces() }, { project, within })
    expect(await server.exited).toBe(1)
    expect(server.lines()).toEqual([
      `/var/lib/${copy} belongs to another account. Delete it, and start again.`,
    ])
  })

  test('names what to set when LIMS_DATA_DIR is where that account cannot go', async () => {
    const project = privateProject()
    const data = path.join(project, 'data')
    const settings = { ...(await ownAddress()), ...withoutNamespaces(), LIMS_DATA_DIR: data }
    const server = spawnServer(settings, { project, within: withOwnVarLib() })
    expect(await server.exited).toBe(1)
    expect(server.lines()).toEqual([
      `LIMS_DATA_DIR ${data} cannot be reached by the account ${unprivilegedAccount().name}, which the database runs under because PostgreSQL refuses to run as root. Set LIMS_DATA_DIR to a folder such as /var/lib/lims/data, or LIMS_DATABASE_USER to an account that can enter all folders above.`,
    ])
  })

  test('names an account that does not exist', async () => {
    const server = spawnServer({ ...(await ownAddress()), LIMS_DATABASE_USER: 'nobody-here' })
    expect(await server.exited).toBe(1)
    expect(server.lines()).toEqual(['Setting LIMS_DATABASE_USER is wrong: there is no account nobody-here.'])
  })

  test('runs it under the account that LIMS_DATABASE_USER names', async () => {
    const { name, uid } = unprivilegedAccount()
    const project = openProject()
    const settings = { ...(await ownAddress()), LIMS_DATABASE_USER: name }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    expect(ownerOf(project, 'data/postgresql-18')).toBe(uid)
    expect(spawnSync('pgrep', ['-u', String(uid), '-f', project]).status).toBe(0)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('a database that runs keeps its files, whatever account a command or a second server names', async () => {
    const { name, uid } = unprivilegedAccount()
    const project = openProject()
    const data = path.join(project, 'data')
    const settings = { ...(await ownAddress()), LIMS_DATA_DIR: data }
    const other = { ...settings, LIMS_DATABASE_USER: name }
    const server = await startServer(settings, { project })
    await expectToWork(server)
    const tool = { cwd: project, settings: other }
    expect(await runTool('backup', [path.join(project, 'lims.backup.gz')], tool)).toContain('3 samples')
    expect(await spawnServer({ ...other, ...(await ownAddress()) }, { project }).exited).toBe(1)
    for (const file of ['.', 'in-use.lock', 'postgresql-18', 'postgresql-18/base'])
      expect.soft(ownerOf(data, file), file).toBe(0)
    await expectToHaveBatch(server)
    expect(await server.kill('SIGTERM')).toBe(0)

    const again = await startServer(other, { project })
    await expectToHaveBatch(again)
    for (const file of ['.', 'in-use.lock', 'in-use.pid', 'postgresql-18', 'postgresql-18/base'])
      expect.soft(ownerOf(data, file), file).toBe(uid)
    expect(await again.kill('SIGTERM')).toBe(0)
  })
})
