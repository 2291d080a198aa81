import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { inheritCompileCache } from '../server/src/programs/compile-cache.ts'
import { createDatabase } from '../server/test/postgres-database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-restore-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function restore(file: string) {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const script = path.join(import.meta.dirname, 'restore.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file], {
    env: { ...inheritCompileCache(), DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { stderr, code }
}

const head = { format: 'lims-backup-2', migration: '0001-sign-in', madeAt: '2026-11-20T12:00:00.000Z' }
const headLine = `${JSON.stringify({ ...head, sequences: [] })}\n`

test.each([
  ['is not a backup', Buffer.from('name,volume\n'), /cannot be read whole/],
  ['is a gzip file of something else', gzipSync('name,volume\n'), /is not a backup of this program/],
  ['is truncated', gzipSync(headLine), /its end is missing/],
  ['has no table row', gzipSync(`${headLine}sample\t{"id":1}\n`), /its end is missing/],
])('B4 restore with a file that %s ends with code 1 and one sentence', async (_, content, message) => {
  const file = path.join(folder, 'wrong.backup.gz')
  writeFileSync(file, content)
  const { stderr, code } = await restore(file)
  expect(stderr).toMatch(message)
  expect(stderr.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
})

test('B4 restore with a missing file ends with code 1 and one sentence', async () => {
  const { stderr, code } = await restore(path.join(folder, 'none.backup.gz'))
  expect(stderr).toMatch(/^\S+ cannot be read whole: ENOENT.*\.\n$/)
  expect(code).toBe(1)
})
