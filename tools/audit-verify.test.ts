import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { saveAuditEvent } from '../server/src/audit/audit-queries.ts'
import { Sealer } from '../server/src/audit/sealer.ts'
import { signatureLines, signStatement } from '../server/src/audit-trail/sign-statement.ts'
import { readConfig } from '../server/src/config.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { openBrowser } from '../server/test/browser.ts'
import { copyDataFolder } from '../server/test/data-folder-copy.ts'
import { externalSettings, ownAddress, startServer } from '../server/test/server-process.ts'
import { signIn } from '../server/test/sign-in.ts'
import { runTool } from './test/run-tool.ts'

vi.setConfig({ testTimeout: 180_000 })

test('a server seals and anchors what happens, and audit:verify proves it, or names what was altered', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = {
    LIMS_DATA_DIR: path.join(folder, 'data'),
    AUDIT_ANCHOR_FILE: path.join(folder, 'anchors.jsonl'),
  }
  const run = (tool: string, ...args: string[]) => runTool(tool, args, { cwd: folder, settings })
  const address = await ownAddress()
  await copyDataFolder(settings.LIMS_DATA_DIR)
  const first = await startServer({ ...address, ...settings })
  const { token } = await signIn(first.url)
  const batch = { name: 'Study', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' }
  await openBrowser().send(`${first.url}/api/batches/add`, { token, json: batch })
  await vi.waitFor(async () => expect((await proofOf(first.url, token)).unsealed).toBe(0), {
    timeout: 30_000,
  })
  expect(await first.kill('SIGTERM')).toBe(0)

  // The next start anchors what was sealed before.
  const server = await startServer({ ...address, ...settings })
  await vi.waitFor(() => expect(existsSync(settings.AUDIT_ANCHOR_FILE)).toBe(true), { timeout: 30_000 })
  expect((await proofOf(server.url, token)).anchors.file?.lastAt).toMatch(/^\d{4}-/)
  const stdout = await run('audit-verify')
  expect(stdout).toMatch(
    /^Verified 2 events in [12] seals of the bundled PostgreSQL .* 1 anchors? and time stamps agree\./,
  )
  const file = path.join(folder, 'lims.backup.gz')
  await run('backup', file)
  expect(await run('audit-verify', '--backup', file)).toMatch(
    /^Verified 2 events in [12] seals of .*backup\.gz, made at \d{4}-[\d:T.-]+Z: 0 erased/,
  )

  const cut = path.join(folder, 'cut.backup.gz')
  writeFileSync(cut, readFileSync(file).subarray(0, -100))
  await expect(run('audit-verify', '--backup', cut)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing verified: .*cut\.backup\.gz cannot be read whole: /),
  })

  // The export is in the trail itself.
  const exported = path.join(folder, 'audit.csv')
  const reply = await openBrowser().send(`${server.url}/api/audit/export`, { token })
  writeFileSync(exported, Buffer.from(await reply.arrayBuffer()))
  expect(await run('audit-verify', '--export', exported)).toMatch(
    /^Verified .*audit\.csv: events 3, at .*, filter .*, lastSeal [12]\.\nNothing was altered/,
  )
  writeFileSync(exported, readFileSync(exported, 'utf8').replace('Study', 'Other'))
  await expect(run('audit-verify', '--export', exported)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^FOUND: Its content was altered/),
  })
  // Of more than 2 GiB; on the disk it has holes.
  const end = readFileSync(exported, 'utf8').split('\n').slice(-4).join('\n')
  truncateSync(exported, 2 ** 31)
  appendFileSync(exported, `\n${end.replace(/events=\d+/, 'events=9')}`)
  await expect(run('audit-verify', '--export', exported)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^FOUND: The statement at its end, or the signature, was altered/),
  })
  await expect(run('audit-verify', '--export', folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing verified: .* cannot be read: it is no file\./),
  })
  await expect(run('audit-verify', '--export', 'none.csv')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing verified: none\.csv cannot be read: ENOENT/),
  })

  const { db, close } = await joinDatabase(readConfig(settings), () => {})
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit_event set person_id = 'nobody' where action = 'batch.create'`.execute(trx)
  })
  await close()
  await expect(run('audit-verify')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^FOUND: Event 2 was altered after it was sealed in seal [12] \(batch\.create/,
    ),
  })
  expect(await server.kill('SIGTERM')).toBe(0)
  await expect(run('audit-verify', '--all')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Unknown option '--all'.*Use: npm run audit:verify/),
  })
})

test('audit:verify of an export against a database that no server has prepared says so in one line', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'audit.csv'), 'number\n')
  const { DATABASE_URL = '' } = await externalSettings(onTestFinished, { isMigrated: false })
  const verify = runTool('audit-verify', ['--export', 'audit.csv'], {
    cwd: folder,
    settings: { DATABASE_URL },
  })
  await expect(verify).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Nothing verified: no server has used the PostgreSQL \w+ on .*\. Are these the settings of the server\?\n$/,
    ),
  })
})

test('what was altered cannot hide the finding on a terminal', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { DATABASE_URL = '' } = await externalSettings(onTestFinished)
  const run = (...args: string[]) =>
    runTool('audit-verify', args, { cwd: folder, settings: { DATABASE_URL } }).catch(
      (error: unknown) => error,
    )
  // It deletes the line, writes another one, and hides what follows.
  const hiding = '\u001b[2K\rNothing was altered, removed, inserted or reordered.\u001b[8m\u202e'
  const shown = String.raw`\u{1b}[2K\u{d}Nothing was altered, removed, inserted or reordered.\u{1b}[8m\u{202e}`
  const { db, close } = await joinDatabase(readConfig({ DATABASE_URL }), () => {})
  const at = new Date()
  await inTransaction(db, (trx) =>
    saveAuditEvent(trx, { action: 'session.open', entityId: 'mine' }, { userId: 'ada', at }),
  )
  await new Sealer({ db, now: () => at, log: { error: () => {} } }).sealAll()
  const signed = await signStatement(db, { events: '1' }, at)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit_event set entity_id = ${hiding}`.execute(trx)
  })
  await close()
  const statement = new URLSearchParams({ events: hiding }).toString()
  const lines = signatureLines({ ...signed, statement }, { comment: '#', lineEnd: '\n' })
  writeFileSync(path.join(folder, 'forged.csv'), `id\n${lines}`)

  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^FOUND: Event 1 was altered after it was sealed in seal 1 \([^\p{Cc}\p{Cf}]+\n$/u,
    ),
  })
  expect(await run()).toMatchObject({ stderr: expect.stringContaining(`session ${shown} by ada`) })
  expect(await run('--export', 'forged.csv')).toMatchObject({
    code: 1,
    stdout: `Verified forged.csv: events ${shown}.\n`,
    stderr: 'FOUND: The statement at its end, or the signature, was altered.\n',
  })
})

test('an anchor file of many years is verified with little memory', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const anchors = path.join(folder, 'anchors.jsonl')
  const at = (index: number) => new Date(Date.UTC(2026, 10, 20) + index * 60_000).toISOString()
  const hash = (index: number) => createHash('sha256').update(String(index)).digest('hex')
  for (let from = 1; from <= 300_000; from += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, index) => from + index).map((index) =>
      JSON.stringify({ seal: index, hash: hash(index), at: at(index - 300_000) }),
    )
    appendFileSync(anchors, `${lines.join('\n')}\n`)
  }
  const { DATABASE_URL = '' } = await externalSettings(onTestFinished)
  const verify = runTool('audit-verify', [], {
    cwd: folder,
    settings: { DATABASE_URL, AUDIT_ANCHOR_FILE: anchors, NODE_OPTIONS: '--max-old-space-size=96' },
  })
  await expect(verify).rejects.toMatchObject({
    code: 1,
    stderr: `FOUND: The audit trail was cut off at its end: the anchor file of ${at(-299_999)} names seal 1, and the last one is 0.\n`,
  })
})

async function proofOf(url: string, token: string) {
  const reply = await openBrowser().send(`${url}/api/audit/proof`, { token })
  return (await reply.json()) as { unsealed: number; anchors: { file: { lastAt: string | null } | null } }
}
