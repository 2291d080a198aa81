import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import type { Db } from '../db/database.ts'
import { verifyBackup } from '../db/read-backup.ts'
import { restoreBackup } from '../db/restore-backup.ts'
import { writeBackup } from '../db/write-backup.ts'
import { AnchorFile, appendAnchor, readLastAnchor } from './anchor-file.ts'
import { Anchorer } from './anchorer.ts'
import { saveAuditEvent } from './audit-queries.ts'
import { Sealer } from './sealer.ts'
import { maxReplyBytes } from './time-stamp.ts'
import { verifyDatabase } from './verify-audit.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-anchorer-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const anchorFile = path.join(folder, 'anchors.jsonl')
const backupFile = path.join(folder, 'lims.backup.gz')
const now = () => testNow
const later = minutesLater(20)
const errors: string[] = []
const log = { error: (line: unknown) => void errors.push(String(line)) }

const seal = (db: Db) => new Sealer({ db, now, log, settleMs: 0 }).sealAll()
const newAnchorer = (db: Db, file = anchorFile) =>
  new Anchorer({ db, now, log, anchorFile: new AnchorFile(file) })
const verify = (db: Db, file = anchorFile) =>
  verifyDatabase(db, { anchorFile: file, tsaCaFile: undefined }, () => later)

/** Edits a sample of the laboratory, then seals and anchors that. */
async function work(name: string) {
  const { id } = await lab.addSample({ name })
  await lab.post('/samples/update', { id, notes: 'new' })
  expect(await seal(lab.db)).toBeGreaterThan(0)
  await newAnchorer(lab.db).anchor()
}

/** One seal, which is anchored, and a backup after it. */
beforeEach(async () => {
  rmSync(anchorFile, { force: true })
  errors.length = 0
  await work('One')
  await writeBackup(lab.db, backupFile, later)
})

/** Restores the backup into another database, as `npm run restore` does, and seals there. Returns that database. */
async function rehearse(): Promise<Db> {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const after = { backupMadeAt: later.toISOString(), endedSessions: 0, appliedErasures: 0 }
  await restoreBackup(db, await verifyBackup(backupFile), async (trx) => {
    const actor = { userId: 'account:root', at: later }
    await saveAuditEvent(trx, { action: 'database.restore', entityId: 'lims', after }, actor)
  })
  return db
}

test('a rehearsal of a restore appends nothing to the anchor file of the laboratory, which has gone on', async () => {
  const db = await rehearse()
  await work('Two')
  const anchors = readFileSync(anchorFile, 'utf8')
  await newAnchorer(db).anchor()
  expect(readFileSync(anchorFile, 'utf8')).toBe(anchors)
  const refusal = 'the audit trail cannot be anchored in AUDIT_ANCHOR_FILE: its last anchor, seal 2 of '
  expect(errors).toEqual([expect.stringMatching(`^${refusal}.*Z, is not of this database\\.`)])
  expect(await verify(lab.db)).toMatchObject({ seals: 2, anchors: 2, finding: null })
})

test('a rehearsal of the newest backup appends nothing to that file either, and begins one of its own', async () => {
  const db = await rehearse()
  const anchors = readFileSync(anchorFile, 'utf8')
  await newAnchorer(db).anchor()
  expect(readFileSync(anchorFile, 'utf8')).toBe(anchors)
  expect(errors).toEqual([
    expect.stringMatching(/ seal 1 of .*Z, is from before a backup was restored\. .* put the file aside /),
  ])

  // As a server does: it anchors at its start, and seals the restore a second later.
  const own = path.join(folder, 'own.jsonl')
  await newAnchorer(db, own).anchor()
  expect(await seal(db)).toBe(1)
  await newAnchorer(db, own).anchor()
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    values (${later}, 'ada', 'sample.update', 'sample', 'x')`.execute(db)
  expect(await seal(db)).toBe(1)
  await newAnchorer(db, own).anchor()
  expect(errors).toHaveLength(1)
  expect(await verify(db, own)).toMatchObject({ seals: 3, anchors: 2, finding: null })
})

test('the largest time stamp that is taken is found in the file, and not written again each minute', async () => {
  const timeStamp = Buffer.alloc(maxReplyBytes).toString('base64')
  const line = { seal: 2, hash: 'ab', at: testNow.toISOString(), timeStamp }
  await appendAnchor(anchorFile, line)
  expect(await readLastAnchor(anchorFile)).toEqual(line)
})
