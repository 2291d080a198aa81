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

test('a folder is one holder’s, until it is released', () => {
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${process.pid}).`,
  )
  lock.release()
  lockDataFolder(folder).release()
})

test('a folder that is not there is made', () => {
  lockDataFolder(path.join(folder, 'a/b')).release()
})

test('a lock file that is broken is not taken for another process', () => {
  writeFileSync(path.join(folder, 'in-use.lock'), 'x'.repeat(2000))
  expect(() => lockDataFolder(folder)).toThrow(
    `LIMS_DATA_DIR ${folder} cannot be locked: file is not a database`,
  )
})

test('a file in place of the folder is told', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(() => lockDataFolder(file)).toThrow(`LIMS_DATA_DIR ${file} cannot be written: EEXIST`)
})
