import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-anchors-'))
const file = path.join(folder, 'anchors.jsonl')
const lab = await openLab({ AUDIT_ANCHOR_FILE: file })
const anchorFile = async () => (await lab.get('/audit/proof')).json().anchors.file
afterAll(() => rmSync(folder, { recursive: true }))

test('the proof says when a seal was last anchored in the file, and that a file cannot be read', async () => {
  expect(await anchorFile()).toEqual({ lastAt: null })
  const at = testNow.toISOString()
  writeFileSync(file, `${JSON.stringify({ seal: 1, hash: '00'.repeat(32), at })}\n`)
  expect(await anchorFile()).toEqual({ lastAt: at })
  rmSync(file)
  mkdirSync(file)
  expect(await anchorFile()).toEqual({ lastAt: null, isUnreadable: true })
})
