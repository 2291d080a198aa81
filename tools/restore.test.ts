import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../server/test/postgres-database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-restore-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function restore(file: string) {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const script = path.join(import.meta.dirname, 'restore.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file], {
    env: { DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 30_000,
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { said, code }
}

const head = { format: 'lims-backup-2', migration: '0001-sign-in', madeAt: '2026-11-20T12:00:00.000Z' }
const headLine = `${JSON.stringify({ ...head, sequences: [] })}\n`

test.each([
  ['is something else', Buffer.from('name,volume\n'), /cannot be read whole/],
  ['is gzip of something else', gzipSync('name,volume\n'), /is no backup of this program/],
  ['lacks its end', gzipSync(headLine), /its end is missing/],
  ['has no row of the head', gzipSync(`${headLine}sample\t{"id":1}\n`), /its end is missing/],
])('B4 restore with a file that %s ends with code 1 and one sentence', async (_, content, words) => {
  const file = path.join(folder, 'wrong.backup.gz')
  writeFileSync(file, content)
  const { said, code } = await restore(file)
  expect(said).toMatch(words)
  expect(said.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
})

test('B4 restore with a file that is not there ends with code 1 and one sentence', async () => {
  const { said, code } = await restore(path.join(folder, 'none.backup.gz'))
  expect(said).toMatch(/^\S+ cannot be read whole: ENOENT.*\.\n$/)
  expect(code).toBe(1)
})
