import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lims-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder belongs to one holder until it is released', () => {
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${process.pid}).`,
  )
  lock.release()
  lockDataFolder(folder).release()
})

test('a lock file that is broken is not taken for another process', () => {
  writeFileSync(path.join(folder, 'in-use.lock'), 'x'.repeat(2000))
  expect(() => lockDataFolder(folder)).toThrow(
    `LIMS_DATA_DIR ${folder} cannot be locked: file is not a database`,
  )
})
