import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { sealAll } from '../../test/seal-all.ts'
import { unaudited } from '../../test/unaudited.ts'
import { signatureLines, signStatement } from './sign-statement.ts'
import { verifySignedFile } from './verify-signed-file.ts'

const lab = await openLab()
const seal = () => sealAll(lab)

async function exported(format: string): Promise<string> {
  const { id } = await lab.addSample({ name: 'NB-1' })
  for (const notes of ['clear', 'turbid']) await lab.post('/samples/update', { id, notes })
  await seal()
  return (await lab.get('/audit/export', { format, action: 'sample.update' })).body
}
const folder = mkdtempSync(path.join(tmpdir(), 'lims-signed-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function verified(content: string) {
  const name = path.join(folder, 'file')
  writeFileSync(name, content)
  const file = await open(name)
  return verifySignedFile(lab.db, file).finally(() => file.close())
}
const findingOf = async (content: string) => (await verified(content)).finding

test.each(['csv', 'jsonl'])('an export as %s is verified, and says what it holds', async (format) => {
  expect(await verified(await exported(format))).toMatchObject({
    statement: { events: '2', filter: '{"action":"sample.update"}', lastSeal: '1' },
    finding: null,
  })
})

test('a database that has signed nothing verifies no file, and gets no key by that', async () => {
  const file = await exported('csv')
  await unaudited(lab.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.deleteFrom('audit_export_key').execute()
  })
  await expect(verified(file)).rejects.toThrow(/^Nothing verified: this database has no key, /)
  expect(await lab.db.selectFrom('audit_export_key').selectAll().execute()).toEqual([])
})

const noSignature = 'It has no signature at its end: it was cut off, or saved anew by another program.'
const altered = 'Its content was altered: the SHA-256 is not the one that was signed.'
const alteredEnd = 'The statement at its end, or the signature, was altered.'
const withoutLine = (index: number) => (file: string) =>
  file
    .split(/(?<=\n)/)
    .toSpliced(index, 1)
    .join('')
const forgeries: [string, string, (file: string) => string, string][] = [
  ['csv', 'a changed row', (file) => file.replace('turbid', 'clear!'), altered],
  ['csv', 'a removed row', withoutLine(1), altered],
  ['csv', 'rows in another order', (file) => file.replace(/(2,[^\n]*\n)(3,[^\n]*\n)/, '$2$1'), altered],
  ['csv', 'an added row', (file) => file.replace('# statement', '9,x\r\n# statement'), altered],
  ['csv', 'a file that was cut off', (file) => file.slice(0, file.indexOf('# signature')), noSignature],
  ['csv', 'an empty file', () => '', noSignature],
  ['csv', 'another number in the statement', (file) => file.replace('events=2', 'events=3'), alteredEnd],
  ['csv', 'another signature', (file) => file.replace(/signature ..../, 'signature AAAA'), alteredEnd],
  [
    ...(['csv', 'another key'] as const),
    (file) => file.replace(/(public key .{20}).../, '$1AAA'),
    'It was signed with another key than that of this laboratory.',
  ],
  ['jsonl', 'a changed row', (file) => file.replace('turbid', 'clear!'), altered],
  ['jsonl', 'a removed row', withoutLine(0), altered],
  ['jsonl', 'a file that was cut off', withoutLine(-1), noSignature],
]
test.each(forgeries)('of an export as %s, %s is found', async (format, _, forge, finding) => {
  const file = await exported(format)
  expect(forge(file)).not.toBe(file)
  expect(await findingOf(forge(file))).toBe(finding)
})

test('a change far before the end of a long file is found', async () => {
  const content = 'a line of the file\n'.repeat(10_000)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const signed = await signStatement(lab.db, { sha256 }, testNow)
  const file = content + signatureLines(signed, { comment: '#', lineEnd: '\n' })
  expect(await findingOf(file)).toBe(null)
  expect(await findingOf(file.replace('line', 'time'))).toBe(altered)
})

test('an export without events is verified', async () => {
  const file = (await lab.get('/audit/export', { format: 'jsonl', action: 'sample.update' })).body
  expect(await verified(file)).toMatchObject({ statement: { events: '0' }, finding: null })
})

test('a seal that is not in the database any more is said to be that', async () => {
  const file = await exported('csv')
  await unaudited(lab.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit_seal set hash = sha256(hash)`.execute(trx)
  })
  expect(await findingOf(file)).toMatch(/^The file is as it was signed, but seal 1, .* another one /)
})
