import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { AnchorFile } from '../audit/anchor-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-anchors-'))
const file = path.join(folder, 'anchors.jsonl')
const lab = await openLab({ AUDIT_ANCHOR_FILE: file })
const anchorFile = async () => (await lab.get('/audit/proof')).json().anchors.file
afterAll(() => rmSync(folder, { recursive: true }))

test('the proof says when a seal was last anchored in the file, and that a file cannot be read', async () => {
  expect(await anchorFile()).toEqual({ lastAt: null })
  const at = testNow.toISOString()
  writeFileSync(file, `${JSON.stringify({ seal: 1, hash: '00'.repeat(32), at })}\n`)
  expect(await Promise.all([anchorFile(), anchorFile()])).toEqual([{ lastAt: at }, { lastAt: at }])
  rmSync(file)
  mkdirSync(file)
  expect(await anchorFile()).toEqual({ lastAt: null, isUnreadable: true })
})

test('an anchor file that does not reply holds up neither the proof nor other work on files', async () => {
  const silent = path.join(folder, 'silent.jsonl')
  execFileSync('mkfifo', [silent])
  // Whoever reads from it waits until somebody writes.
  onTestFinished(() => closeSync(openSync(silent, constants.O_RDWR)))
  const silentFile = new AnchorFile(silent, { workMs: 50, readMs: 50 })
  const server = await lab.startServer({ anchorFile: silentFile })
  const headers = { authorization: `Bearer ${lab.token()}` }
  // More than the threads that Node.js has for files.
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => server.inject({ url: '/api/audit/proof', headers })),
  )
  expect(replies.map((reply) => reply.json().anchors?.file)).toEqual(
    replies.map(() => ({ lastAt: null, isUnreadable: true })),
  )
  expect((await stat(folder)).isDirectory()).toBe(true)
  expect(silentFile.isPending).toBe(true)
})
