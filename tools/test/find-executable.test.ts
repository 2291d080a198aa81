import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findExecutable } from './find-executable.ts'

const empty = mkdtempSync(join(tmpdir(), 'find-executable-'))
const full = mkdtempSync(join(tmpdir(), 'find-executable-'))
const path = [empty, full].join(delimiter)
for (const name of ['chromium', 'notes']) writeFileSync(join(full, name), '')
chmodSync(join(full, 'chromium'), 0o755)
symlinkSync(join(full, 'chromium'), join(full, 'google-chrome'))
chmodSync(join(full, 'notes'), 0o644)

afterAll(() => {
  for (const folder of [empty, full]) rmSync(folder, { recursive: true })
})

test('finds a program in any folder of PATH', () => {
  expect(findExecutable(['chromium'], path)).toBe(join(full, 'chromium'))
})

test('follows a link to the program itself', () => {
  expect(findExecutable(['chrome', 'google-chrome'], path)).toBe(join(full, 'chromium'))
})

test('a file that may not be executed is not a program', () => {
  expect(findExecutable(['notes', 'missing'], path)).toBeUndefined()
})
