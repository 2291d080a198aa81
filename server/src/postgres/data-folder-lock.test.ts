import {
  chownSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareDataFolder } from './data-folder.ts'
import { lockAfterCommand, lockDataFolder } from './data-folder-lock.ts'

let folder: string
let elsewhere: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lims-lock-'))
  elsewhere = mkdtempSync(path.join(tmpdir(), 'lims-elsewhere-'))
})
afterEach(() => {
  for (const one of [folder, elsewhere]) rmSync(one, { recursive: true })
})

test('a folder belongs to one holder until it is released', () => {
  const lock = lockDataFolder(folder, 'server')
  expect(() => lockDataFolder(folder, 'server')).toThrow(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${process.pid}).`,
  )
  lock.release()
  lockDataFolder(folder, 'server').release()
})

test('a lock file that is broken is not taken for another process', () => {
  writeFileSync(path.join(folder, 'in-use.lock'), 'x'.repeat(2000))
  expect(() => lockDataFolder(folder, 'server')).toThrow(
    `LIMS_DATA_DIR ${folder} cannot be locked: file is not a database`,
  )
})

test('a server waits for a command that has the folder, and says so', async () => {
  const command = lockDataFolder(folder, 'command')
  const lines: string[] = []
  const waiting = lockAfterCommand(folder, (line) => lines.push(line))
  await vi.waitUntil(() => lines.length > 0, { timeout: 20_000 })
  expect(lines).toEqual([`A command (process ${process.pid}) uses ${folder}. Waiting for it.`])
  command.release()
  const server = await waiting
  await expect(lockAfterCommand(folder, () => {})).rejects.toThrow(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${process.pid}).`,
  )
  server.release()
})

test.each([
  ['none is written', undefined],
  ['the server before it is', '4711 server'],
])('a command that has just taken the folder is waited for while %s', async (_when, before) => {
  const command = lockDataFolder(folder, 'command')
  const holder = path.join(folder, 'in-use.pid')
  rmSync(holder)
  if (before) writeFileSync(holder, before)
  const lines: string[] = []
  const waiting = lockAfterCommand(folder, (line) => lines.push(line), { writesWithinMs: 60_000 })
  // A refusal would come at the second try.
  await Promise.race([waiting, wait(200)])
  writeFileSync(holder, `${process.pid} command`)
  await vi.waitUntil(() => lines.length > 0, { timeout: 20_000 })
  command.release()
  ;(await waiting).release()
})

test('a command that takes the folder after another one is waited for too', async () => {
  const command = lockDataFolder(folder, 'command')
  const holder = path.join(folder, 'in-use.pid')
  const lines: string[] = []
  const waiting = lockAfterCommand(folder, (line) => lines.push(line), { writesWithinMs: 2000 })
  await Promise.race([waiting, wait(2200)])
  rmSync(holder)
  await Promise.race([waiting, wait(100)])
  writeFileSync(holder, '4711 command')
  await vi.waitUntil(() => lines.length > 1, { timeout: 20_000 })
  expect(lines[1]).toContain('(process 4711)')
  command.release()
  ;(await waiting).release()
})

test.each([
  ['.writable', symlinkSync],
  ['in-use.lock', symlinkSync],
  ['in-use.pid', symlinkSync],
  ['in-use.lock', linkSync],
  ['in-use.pid', linkSync],
])('nothing is written where a link %s in the folder leads', (name, link) => {
  const victim = path.join(elsewhere, 'victim')
  writeFileSync(victim, 'kept')
  writeFileSync(path.join(folder, 'in-use.lock'), '')
  rmSync(path.join(folder, name), { force: true })
  link(victim, path.join(folder, name))
  prepareDataFolder({ folder, isGiven: true, databaseUser: undefined }, findBinaries())
  try {
    lockDataFolder(folder, 'server').release()
  } catch (error) {
    expect(String(error)).toContain(`${path.join(folder, name)} is not the file of a lock. Delete it.`)
  }
  expect(readFileSync(victim, 'utf8')).toBe('kept')
})

test('a link in place of in-use.pid is not followed', () => {
  const secret = path.join(elsewhere, 'secret')
  writeFileSync(secret, '4711 and-more')
  const lock = lockDataFolder(folder, 'server')
  rmSync(path.join(folder, 'in-use.pid'))
  symlinkSync(secret, path.join(folder, 'in-use.pid'))
  expect(() => lockDataFolder(folder, 'server')).toThrow('is in use by another LIMS (process unknown).')
  lock.release()
})

test.runIf(process.getuid?.() === 0)(
  'root leaves the files of the lock to the account that owns the folder, and reads no database in their place',
  () => {
    const { uid, gid } = unprivilegedAccount()
    const file = path.join(folder, 'in-use.lock')
    writeFileSync(file, '', { mode: 0o644 })
    chownSync(folder, uid, gid)
    lockDataFolder(folder, 'command').release()
    for (const name of ['in-use.lock', 'in-use.pid'])
      expect(statSync(path.join(folder, name)), name).toMatchObject({ uid, gid, mode: 0o100600 })

    rmSync(file)
    const database = new DatabaseSync(file)
    database.exec('create table sample (id)')
    database.close()
    expect(() => lockDataFolder(folder, 'command')).toThrow(
      'in-use.lock is not the file of a lock. Delete it.',
    )
  },
)
