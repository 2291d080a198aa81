import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { copyDataFolder } from '../../test/data-folder-copy.ts'
import { openReceiveLoad } from '../../test/receive-load.ts'
import { ownAddress, type ServerProcess, spawnServer, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'
import { fill, smallDisk } from '../../test/small-disk.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { leftovers } from './leftovers.ts'
import { readPostmasterFile } from './postmaster-file.ts'

vi.setConfig({ testTimeout: 600_000 })

/** How often each is killed: KILLS=30 for a long run. */
const kills = Number(process.env.KILLS ?? 3)
const backWithinMs = 10_000

async function bundledSettings() {
  const parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'lims-killed-')))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = path.join(parent, 'data')
  await copyDataFolder(folder)
  return {
    databaseFolder: path.join(folder, 'postgresql-18'),
    settings: { ...(await ownAddress()), LIMS_DATA_DIR: folder },
  }
}

/** Without those about single requests. */
const plainLines = (server: ServerProcess) => server.lines().filter((line) => !line.startsWith('{'))

const postmasterOf = (databaseFolder: string) => readPostmasterFile(databaseFolder)?.pid ?? 0

async function untilReady(url: string) {
  const begun = performance.now()
  await vi.waitFor(
    async () => expect((await openBrowser().send(`${url}/api/health/ready`)).status).toBe(200),
    { timeout: backWithinMs, interval: 50 },
  )
  return performance.now() - begun
}

test('a server that is killed under load loses nothing it acknowledged, and leaves no database behind', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  let server = await startServer(settings)
  const load = await openReceiveLoad(server.url)
  for (let kill = 1; kill <= kills; kill++) {
    const before = load.acknowledged.size
    const stop = await load.start(`Killed server ${kill}`, 1000)
    await vi.waitUntil(() => load.acknowledged.size > before + 100, { timeout: 60_000, interval: 5 })
    await server.kill('SIGKILL')
    await stop()
    if (kill % 2 === 0) {
      // What a service manager does waits for nothing; what a person does comes later.
      await vi.waitUntil(() => leftovers(databaseFolder).length === 0, { timeout: 60_000, interval: 50 })
    }
    server = await startServer(settings)
    expect(await untilReady(server.url)).toBeLessThan(backWithinMs)
  }
  expect(await load.lost()).toEqual([])
  expect(load.acknowledged.size).toBeGreaterThan(kills * 100)
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(leftovers(databaseFolder)).toEqual([])
})

/** The postmaster in every second turn, else one of the processes that serve a connection. */
function killDatabase(databaseFolder: string, turn: number) {
  const postmaster = postmasterOf(databaseFolder)
  const children = execFileSync('pgrep', ['-P', String(postmaster), '-f', 'postgres: lims'], {
    encoding: 'utf8',
  })
  const [backend] = children.split('\n').map(Number)
  process.kill(turn % 2 === 0 ? postmaster : (backend ?? postmaster), 'SIGKILL')
}

test('a database that is killed under load is back by itself, and nothing acknowledged is lost', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  const server = await startServer(settings)
  const load = await openReceiveLoad(server.url)
  for (let kill = 1; kill <= kills; kill++) {
    const before = load.acknowledged.size
    const stop = await load.start(`Killed database ${kill}`, 1000)
    await vi.waitUntil(() => load.acknowledged.size > before + 100, { timeout: 60_000, interval: 5 })
    killDatabase(databaseFolder, kill)
    await wait(100)
    expect(await untilReady(server.url)).toBeLessThan(backWithinMs)
    await stop()
  }
  expect(await load.lost()).toEqual([])
  expect(plainLines(server)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The database has ended by itself with signal SIGKILL.*Starting it again\.$/),
      'The database runs again.',
      expect.stringMatching(/^Database: LOG: client backend .* was terminated by signal 9: Killed$/),
    ]),
  )
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a start ends what is left when a server and its watcher were killed together', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  const server = await startServer(settings)
  const postmaster = postmasterOf(databaseFolder)
  const watchers = execFileSync('pgrep', ['-f', `read -r message.* ${postmaster} `], { encoding: 'utf8' })
  for (const pid of watchers.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
  await server.kill('SIGKILL')
  expect(leftovers(databaseFolder)).toContain(postmaster)

  const again = await startServer(settings)
  await untilReady(again.url)
  expect(leftovers(databaseFolder)).not.toContain(postmaster)
  expect(await again.kill('SIGTERM')).toBe(0)
})

test('a server starts after a power failure although another program of its account has the number of the database', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  const server = await startServer(settings)
  const files = [
    path.join(databaseFolder, 'postmaster.pid'),
    path.join(settings.LIMS_DATA_DIR, '.s.PGSQL.5432.lock'),
  ]
  const { uid, gid } = statSync(databaseFolder)
  const program = spawn('sleep', ['600'], { uid, gid })
  onTestFinished(() => void program.kill())
  const left = files.map((file) => readFileSync(file, 'utf8').replace(/^\d+/, String(program.pid)))
  expect(await server.kill('SIGTERM')).toBe(0)
  files.forEach((file, index) => {
    writeFileSync(file, left[index] ?? '')
    chownSync(file, uid, gid)
  })

  const again = await startServer(settings)
  await untilReady(again.url)
  expect(program.exitCode).toBeNull()
  expect(await again.kill('SIGTERM')).toBe(0)
})

test('a closed terminal stops the server and its database in good order', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  const server = await startServer(settings)
  expect(await server.kill('SIGHUP')).toBe(0)
  expect(leftovers(databaseFolder)).toEqual([])
  expect(readPostmasterFile(databaseFolder)).toBeUndefined()
})

test('a computer that slept goes on', async () => {
  const { settings, databaseFolder } = await bundledSettings()
  const server = await startServer(settings)
  const { token } = await signIn(server.url)
  const everyone = [server.pid, ...leftovers(databaseFolder)]
  for (const pid of everyone) process.kill(pid, 'SIGSTOP')
  await wait(2000)
  for (const pid of everyone) process.kill(pid, 'SIGCONT')
  expect((await openBrowser().send(`${server.url}/api/batches/list`, { token })).status).toBe(200)
  expect(await server.kill('SIGTERM')).toBe(0)
})

type Load = Awaited<ReturnType<typeof openReceiveLoad>>

let batches = 0
const addBatch = (load: Load) =>
  load.call('/batches/add', { name: `B${++batches}`, description: 'b', numSamples: 3, tubeType: 'EDTA' })

describe.runIf(process.getuid?.() === 0)('a full disk', () => {
  test('B1 refuses writes with 507 before space ends, goes on reading, and takes writes again', async () => {
    const disk = smallDisk(400)
    const server = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: path.join(disk, 'data') })
    const load = await openReceiveLoad(server.url)
    const makeRoom = fill(disk, 30)
    await vi.waitFor(async () => expect((await addBatch(load)).status).toBe(507), 60_000)
    expect((await addBatch(load)).body).toEqual({
      code: 'disk-full',
      message: 'The disk of the server is full. Nothing can be saved until space is freed.',
    })
    expect((await load.call('/samples/list')).status).toBe(200)
    const full = `The disk is full: less than 64 MB are free in ${path.join(disk, 'data')}. Nothing can be saved.`
    await vi.waitFor(() => expect(server.lines()).toContain(full), 60_000)

    makeRoom()
    await vi.waitFor(async () => expect((await addBatch(load)).status).toBe(200), 60_000)
    expect(server.lines().filter((line) => line.startsWith('The disk'))).toEqual([
      full,
      'The disk has space again.',
    ])
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('B1 filled to the last byte is logged; the database restarts once there is space, and no acknowledged write is lost', async () => {
    const disk = smallDisk(400)
    const folder = path.join(disk, 'data')
    mkdirSync(folder)
    const server = await startServer({ ...(await ownAddress()), LIMS_DATA_DIR: folder })
    const load = await openReceiveLoad(server.url)
    const stop = await load.start('Study', 5000)
    await vi.waitUntil(() => load.acknowledged.size > 100, { timeout: 60_000, interval: 5 })
    const makeRoom = fill(disk, 0)
    // The log of changes is written in files of 16 MB: what is left of one is used up first.
    const isRefused = async () => (await load.call('/samples/receive', { identifier: 'T1' })).status === 507
    await vi.waitUntil(isRefused, { timeout: 60_000, interval: 100 })
    await stop()

    makeRoom()
    await vi.waitFor(async () => expect((await addBatch(load)).status).toBe(200), 60_000)
    const again = await load.start('Study 2', 100)
    await vi.waitUntil(() => load.acknowledged.size > 150, { timeout: 60_000, interval: 5 })
    await again()
    expect(await load.lost()).toEqual([])
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})

test('a server waits for a command that uses its folder, and then starts', async () => {
  const { settings } = await bundledSettings()
  const command = lockDataFolder(settings.LIMS_DATA_DIR, 'command')
  const server: ServerProcess = spawnServer(settings)
  await server.says(`A command (process ${process.pid}) uses ${settings.LIMS_DATA_DIR}. Waiting for it.`)
  command.release()
  await server.says('Sign-in: ')
  expect(await server.kill('SIGTERM')).toBe(0)
})
