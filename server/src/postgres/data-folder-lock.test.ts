import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockAfterCommand, lockDataFolder } from './data-folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lims-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

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
  await vi.waitUntil(() => lines.length > 0)
  expect(lines).toEqual([`A command (process ${process.pid}) uses ${folder}. Waiting for it.`])
  command.release()
  const server = await waiting
  await expect(lockAfterCommand(folder, () => {})).rejects.toThrow(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${process.pid}).`,
  )
  server.release()
})
