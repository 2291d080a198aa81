import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { edited } from '../../test/backups.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import type { Transaction } from '../db/database.ts'
import { readTable, verifyBackup } from '../db/read-backup.ts'
import { restoreBackup } from '../db/restore-backup.ts'
import { writeBackup } from '../db/write-backup.ts'
import { StartError } from '../errors/start-error.ts'
import { AnchorFile, AnchorFileSilent, readAnchorLines } from './anchor-file.ts'
import { Anchorer } from './anchorer.ts'
import { readHorizon } from './seal-queries.ts'
import { Sealer, sealBeforeErasure } from './sealer.ts'
import { verifyBackupChain, verifyDatabase } from './verify-audit.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-audit-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const anchorFile = path.join(folder, 'anchors.jsonl')
const backupFile = path.join(folder, 'lims.backup.gz')
const now = () => testNow
const errors: string[] = []
const log = { error: (line: unknown) => void errors.push(String(line)) }
const later = minutesLater(20)

const settings: { anchorFile: string; tsaCaFile: string | undefined } = { anchorFile, tsaCaFile: undefined }
const newAnchorer = (file = anchorFile) =>
  new Anchorer({ db: lab.db, now, log, anchorFile: new AnchorFile(file) })
const sealAll = () => new Sealer({ db: lab.db, now, log, settleMs: 0 }).sealAll()
const verifyBackupFile = () => verifyBackupChain((table) => readTable(backupFile, table), settings, later)
const verify = () => verifyDatabase(lab.db, settings, () => later)

/** Writes as an administrator of the database can, past all triggers. */
const forge = (work: (trx: Transaction) => Promise<unknown>) =>
  lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await work(trx)
  })

/** Three seals: events 1 to 4, with Ada's sign-in, 6 to 8 and 9 to 11; the transaction of event 5 was rolled back. */
beforeEach(async () => {
  rmSync(anchorFile, { force: true })
  errors.length = 0
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await lab.addSample({ name })
    for (const notes of ['clear', 'turbid', 'clear']) await lab.post('/samples/update', { id, notes })
    await sealAll()
    if (name === 'One') await sql`select nextval('audit_event_id_seq')`.execute(lab.db)
  }
  await newAnchorer().anchor()
})

test('an untouched audit trail verifies, with its anchors', async () => {
  expect(await verify()).toEqual({ seals: 3, events: 10, erased: 0, unsealed: 0, anchors: 1, finding: null })
})

const forgeries: [string, (trx: Transaction) => Promise<unknown>, RegExp][] = [
  [
    'an altered event',
    (trx) => sql`update audit_event set after = after || '{"notes": "fine"}' where id = 3`.execute(trx),
    /^Event 3 was altered after it was sealed in seal 1 \(sample\.update of sample [\w-]+ by ada at /,
  ],
  [
    'another person in an event',
    (trx) => sql`update audit_event set person_id = 'bo' where id = 6`.execute(trx),
    /^Event 6 was altered/,
  ],
  [
    'a removed event',
    (trx) => sql`delete from audit_event where id = 6`.execute(trx),
    /^Event 6 was removed: seal 2 covers it\.$/,
  ],
  [
    'an event that was removed with its commitment',
    async (trx) => {
      await sql`delete from audit_event where id = 7`.execute(trx)
      await sql`delete from audit_commitment where event_id = 7`.execute(trx)
    },
    /^Event 7 was removed: seal 2 covers 3 of the events 6 to 8, and 2 are there\.$/,
  ],
  [
    'an inserted event',
    (trx) => copyEvent(trx, 3, 5),
    /^Event 5 of .* was inserted: it has no seal, though events after it have\.$/,
  ],
  [
    'an event inserted before all others',
    (trx) => copyEvent(trx, 3, -7),
    /^Event -7 of .* was inserted: it has no seal, though events after it have\.$/,
  ],
  [
    'reordered events',
    async (trx) => {
      await copyEvent(trx, 2, 5)
      await sql`delete from audit_event where id = 2`.execute(trx)
      await copyEvent(trx, 3, 2)
      await sql`delete from audit_event where id = 3`.execute(trx)
      await copyEvent(trx, 5, 3)
      await sql`delete from audit_event where id = 5`.execute(trx)
    },
    /^Event 2 was reordered: it holds what event 3 held/,
  ],
  [
    'a cut tail',
    async (trx) => {
      await sql`delete from audit_event where id > 8`.execute(trx)
      await sql`delete from audit_commitment where event_id > 8`.execute(trx)
      await sql`delete from audit_seal where number = 3`.execute(trx)
    },
    /^The audit trail was cut off at its end: the anchor file of .* names seal 3, and the last one is 2 with event 8\.$/,
  ],
  [
    'a chain that was recomputed after an event was altered',
    async (trx) => {
      await sql`update audit_event set after = after || '{"notes": "fine"}' where id = 6`.execute(trx)
      await recompute(trx)
    },
    /^The chain was recomputed: the anchor file of .* names another seal 3\./,
  ],
  [
    'a commitment that was recomputed alone',
    (trx) =>
      sql`update audit_commitment set commitment = sha256('x'), salt = salt where event_id = 6`.execute(trx),
    /^Event 6 was altered/,
  ],
  [
    'an altered seal',
    (trx) =>
      sql`update audit_seal set sealed_at = sealed_at - interval '1 day' where number = 2`.execute(trx),
    /^Seal 2 was altered\.$/,
  ],
  [
    'a removed seal',
    (trx) => sql`delete from audit_seal where number = 2`.execute(trx),
    /^Seal 2 was removed\.$/,
  ],
  [
    'an event that was emptied without an erasure',
    async (trx) => {
      await sql`update audit_event set before = null, after = null where id = 6`.execute(trx)
      await sql`update audit_commitment set salt = null, erased_by = 9 where event_id = 6`.execute(trx)
    },
    /^Event 6 was emptied: event 9, which it names, is no erasure\.$/,
  ],
]

const copyEvent = (trx: Transaction, from: number, to: number) =>
  sql`
    insert into audit_event (id, at, person_id, action, entity_type, entity_id, before, after)
    overriding system value
    select ${to}::bigint, at, person_id, action, entity_type, entity_id, before, after from audit_event where id = ${from}
  `.execute(trx)

/** What somebody who can do everything in the database, and knows how it works, would do. */
async function recompute(trx: Transaction) {
  await sql`
    update audit_commitment c set commitment = sha256(salt || convert_to(audit_event_text(e), 'UTF8'))
    from audit_event e where e.id = c.event_id
  `.execute(trx)
  await sql`
    update audit_seal s set root = (
      select sha256(string_agg(commitment, '' order by event_id)) from audit_commitment where seal = s.number
    )
  `.execute(trx)
  for (const number of [1, 2, 3]) {
    await sql`update audit_seal s set previous_hash = coalesce(
      (select hash from audit_seal where number = ${number}::int - 1), previous_hash) where number = ${number}
    `.execute(trx)
    await sql`update audit_seal s set hash = sha256(convert_to(audit_seal_text(s), 'UTF8'))
      where number = ${number}`.execute(trx)
  }
}

test.each(forgeries)('the verification finds %s, and names it', async (_, change, finding) => {
  await forge(change)
  expect((await verify()).finding).toMatch(finding)
})

test.each(forgeries)('the verification of a backup finds %s', async (_, change, finding) => {
  await forge(change)
  await writeBackup(lab.db, backupFile, later)
  expect((await verifyBackupFile()).finding).toMatch(finding)
})

test('a chain that was recomputed whole verifies without an anchor: that is what anchors are for', async () => {
  await forge(async (trx) => {
    await sql`update audit_event set after = after || '{"notes": "fine"}' where id = 6`.execute(trx)
    await recompute(trx)
  })
  expect(await verifyDatabase(lab.db, { ...settings, anchorFile: undefined }, () => later)).toMatchObject({
    finding: null,
  })
})

test('an event that waits for its seal is a finding after ten minutes', async () => {
  const { id } = await lab.addSample()
  await lab.post('/samples/update', { id, notes: 'new' })
  const atOnce = await verifyDatabase(lab.db, settings, now)
  expect(atOnce).toMatchObject({ unsealed: 1, anchors: 1, finding: null })
  expect((await verify()).finding).toMatch(/^Event 12 of .* has no seal after more than 10 minutes/)
})

test('a long write, of minutes from its request to its end, is no finding in the moment before it is sealed', async () => {
  const [isSaved, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = lab.db.transaction().execute(async (trx) => {
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${testNow}, 'ada', 'sample.update', 'sample', 'x')`.execute(trx)
    isSaved.resolve()
    await mayEnd.promise
  })
  await isSaved.promise
  const { id } = await lab.addSample({ name: 'Four' })
  await lab.post('/samples/update', { id, notes: 'new' })
  await sealAll()
  mayEnd.resolve()
  await long
  const after = (minutes: number) => verifyDatabase(lab.db, settings, () => minutesLater(minutes))
  expect(await after(9)).toMatchObject({ seals: 4, unsealed: 1, finding: null })
  expect((await after(11)).finding).toMatch(/^Event 12 of .* was inserted/)
})

test('times are judged by when the anchor file has been read, as the events are', async () => {
  const slow = path.join(folder, 'slow.jsonl')
  execFileSync('mkfifo', [slow])
  let at = testNow
  const verified = verifyDatabase(lab.db, { ...settings, anchorFile: slow }, () => at)
  at = new Date(testNow.getTime() + 70_000)
  const insert = (trx: Transaction, id: string) =>
    sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${new Date(testNow.getTime() + 65_000)}, 'ada', 'sample.update', 'sample', ${id})`.execute(trx)
  const [isSaved, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = lab.db.transaction().execute(async (trx) => {
    await insert(trx, 'late')
    isSaved.resolve()
    await mayEnd.promise
  })
  await isSaved.promise
  await lab.db.transaction().execute((trx) => insert(trx, 'sealed'))
  await sealAll()
  mayEnd.resolve()
  await late
  writeFileSync(slow, readFileSync(anchorFile))
  expect(await verified).toMatchObject({ seals: 4, unsealed: 1, anchors: 1, finding: null })
})

test('an event below the horizon is never sealed: whoever inserts one is found later too', async () => {
  const sealer = new Sealer({ db: lab.db, now, log, settleMs: 0 })
  const { id } = await lab.addSample()
  // The horizon waits for every transaction of the server, also those of other tests.
  const passTheHorizon = async () => {
    await lab.post('/samples/update', { id, notes: randomUUID() })
    await sealer.sealAll()
    expect(await readHorizon(lab.db)).toBeGreaterThanOrEqual(5)
  }
  await vi.waitFor(passTheHorizon, { timeout: 20_000, interval: 20 })
  await forge((trx) => copyEvent(trx, 3, 5))
  expect(await sealer.sealAll()).toBe(0)
  expect(await new Sealer({ db: lab.db, now, log }).sealAll()).toBe(0)
  expect((await verify()).finding).toMatch(/^Event 5 of .* was inserted/)
})

test('the horizon stays below an event whose transaction has not ended', async () => {
  const sealer = new Sealer({ db: lab.db, now, log, settleMs: 0 })
  const [isSaved, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = lab.db.transaction().execute(async (trx) => {
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${testNow}, 'ada', 'sample.update', 'sample', 'late')`.execute(trx)
    isSaved.resolve()
    await mayEnd.promise
  })
  await isSaved.promise
  for (const name of ['Four', 'Five']) {
    const { id } = await lab.addSample({ name })
    await lab.post('/samples/update', { id, notes: name })
    await sealer.sealAll()
    await sealer.sealAll()
  }
  mayEnd.resolve()
  await late
  expect(await sealer.sealAll()).toBe(1)
  expect(await verify()).toMatchObject({ seals: 6, events: 13, unsealed: 0, finding: null })
})

test('an erased event keeps its commitment, and the chain verifies', async () => {
  await lab.db.transaction().execute(async (trx) => {
    await sealBeforeErasure(trx, testNow)
    const { rows } = await sql<{ id: number }>`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after)
      values (${testNow}, 'ada', 'subject.erase', 'subject', 'x', '{}') returning id`.execute(trx)
    await sql`update audit_commitment set salt = null, erased_by = ${rows[0]?.id} where event_id = 6`.execute(
      trx,
    )
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit_event set before = null, after = null, reason = null where id = 6`.execute(trx)
  })
  expect(await verify().then(({ finding }) => finding)).toMatch(/has no seal after more than 10 minutes/)
  await sealAll()
  expect(await verify()).toMatchObject({ erased: 1, events: 10, finding: null })
  expect(
    await sql`select from audit_commitment where salt is null and erased_by = 12`.execute(lab.db),
  ).toMatchObject({
    rows: [{}],
  })
})

test('a restored backup has the chain, verifies, and is sealed on', async () => {
  await writeBackup(lab.db, backupFile, later)
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const backup = await verifyBackup(backupFile)
  expect(await verifyBackupFile()).toMatchObject({ seals: 3, events: 10, finding: null })
  await restoreBackup(db, backup)
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    values (${testNow}, 'ada', 'sample.update', 'sample', 'x')`.execute(db)
  expect(await new Sealer({ db, now, log }).sealAll()).toBe(1)
  expect(await verifyDatabase(db, settings, () => later)).toMatchObject({
    seals: 4,
    events: 11,
    finding: null,
  })
})

test('a backup is verified with the anchors that were written until it was made', async () => {
  await writeBackup(lab.db, backupFile, later)
  const { id } = await lab.addSample()
  await lab.post('/samples/update', { id, notes: 'new' })
  await sealAll()
  const afterwards = new Date(later.getTime() + 1)
  await new Anchorer({
    db: lab.db,
    now: () => afterwards,
    log,
    anchorFile: new AnchorFile(anchorFile),
  }).anchor()
  expect(await verifyBackupFile()).toMatchObject({ seals: 3, anchors: 1, finding: null })
  expect(await verifyDatabase(lab.db, settings, () => afterwards)).toMatchObject({ seals: 4, anchors: 2 })
})

test('a verification sees the audit trail as it was when it began', async () => {
  const verifying = await lab.db.transaction().execute(async (trx) => {
    await sql`lock table audit_event in access exclusive mode`.execute(trx)
    const verified = verify()
    expect(await waitsForLock(lab.db, verified)).toBe(true)
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${testNow}, 'ada', 'sample.update', 'sample', 'x')`.execute(trx)
    return { verified }
  })
  expect(await verifying.verified).toMatchObject({ events: 10, unsealed: 0, finding: null })
  expect((await verify()).finding).toMatch(/has no seal after more than 10 minutes/)
})

test('a backup verifies also if its database wrote bytes as escapes', async () => {
  await lab.db.connection().execute(async (connection) => {
    await sql`set bytea_output = escape`.execute(connection)
    await writeBackup(connection, backupFile, later).finally(() =>
      sql`set bytea_output = hex`.execute(connection),
    )
  })
  expect(await verifyBackupFile()).toMatchObject({ seals: 3, events: 10, anchors: 1, finding: null })
})

test('a backup whose events were edited, and its digest too, is found', async () => {
  await writeBackup(lab.db, backupFile, later)
  writeFileSync(
    backupFile,
    edited(readFileSync(backupFile), (lines) =>
      lines.map((line) =>
        line.replace(/^(audit_event\t.*)turbid/, '$1perfect').replace('lims-backup-2', 'lims-backup-1'),
      ),
    ),
  )
  await verifyBackup(backupFile)
  expect((await verifyBackupFile()).finding).toMatch(/^Event 3 was altered/)
})

test('the anchor file gets one line for a new head, and half a line after a crash spoils nothing', async () => {
  const lines = () => readFileSync(anchorFile, 'utf8').split('\n').filter(Boolean)
  await newAnchorer().anchor()
  expect(lines()).toHaveLength(1)
  writeFileSync(anchorFile, `${lines()[0]}\n{"seal": 4, "ha`)
  const { id } = await lab.addSample()
  await lab.post('/samples/update', { id, notes: 'new' })
  await sealAll()
  await newAnchorer().anchor()
  expect(lines()).toHaveLength(3)
  expect(await verify()).toMatchObject({ anchors: 2, finding: null })
})

test('an anchor whose newline an editor took away still counts', async () => {
  await newAnchorer().anchor()
  writeFileSync(anchorFile, readFileSync(anchorFile, 'utf8').trimEnd())
  expect(await verify()).toMatchObject({ anchors: 1, finding: null })
})

test('an anchor file that cannot be written is logged once, and written when it can be', async () => {
  const missing = path.join(folder, 'not-mounted', 'anchors.jsonl')
  const anchorer = newAnchorer(missing)
  await anchorer.anchor()
  await anchorer.anchor()
  expect(errors).toEqual([
    expect.stringMatching(/^the audit trail cannot be anchored in AUDIT_ANCHOR_FILE: ENOENT/),
  ])
})

test('an anchor file that does not reply is waited for a limited time', async () => {
  const silent = path.join(folder, 'silent')
  execFileSync('mkfifo', [silent])
  // Whoever reads from it waits until somebody writes.
  onTestFinished(() => closeSync(openSync(silent, constants.O_RDWR)))
  const reading = readAnchorLines(silent, 50).next()
  await expect(reading).rejects.toThrow(
    new AnchorFileSilent(
      'Nothing verified: AUDIT_ANCHOR_FILE cannot be read: it has not replied for 0.05 s or longer.',
    ),
  )
})

test('a file of the settings that cannot be read is named in one sentence, and not as a fault of the trail', async () => {
  const verifyWith = (files: Partial<typeof settings>) =>
    verifyDatabase(lab.db, { ...settings, ...files }, () => later)
  const missing = path.join(folder, 'none')
  for (const [files, reason] of [
    [{ anchorFile: missing }, 'AUDIT_ANCHOR_FILE cannot be read: ENOENT'],
    [{ anchorFile: folder }, 'AUDIT_ANCHOR_FILE cannot be read: EISDIR'],
    [{ tsaCaFile: missing }, 'AUDIT_TSA_CA cannot be read: ENOENT'],
  ] as const) {
    const verified = verifyWith(files)
    await expect(verified).rejects.toThrow(StartError)
    await expect(verified).rejects.toThrow(`Nothing verified: ${reason}`)
  }
})
