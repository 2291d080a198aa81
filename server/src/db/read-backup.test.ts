import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { edited, restore, rowsOf } from '../../test/backups.ts'
import { openLab } from '../../test/lab.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { StartError } from '../errors/start-error.ts'
import { verifyBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-read-backup-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'lims.backup.gz')
const madeAt = new Date('2026-11-20T12:00:00.000Z')

async function openUnused() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  return db
}

beforeEach(async () => {
  const batch = { name: 'Zürich', description: 'a', numSamples: 30, tubeType: 'EDTA', samplePrefix: 'ZH' }
  await lab.post('/batches/add', batch)
  await writeBackup(lab.db, file, madeAt)
})

const rowOfSample = (lines: string[], edit: (row: string) => string) =>
  lines.map((line) => (line.startsWith('sample\t') ? edit(line) : line))
const repacked: [string, (whole: Buffer) => Buffer][] = [
  ['lacks the last 8 bytes, the check sum of gzip', (whole) => whole.subarray(0, -8)],
  ['lacks its last byte', (whole) => whole.subarray(0, -1)],
  [
    'has another name in a row, packed again',
    (whole) => edited(whole, (lines) => lines.map((line) => line.replace('ZH-0007', 'ZH-0008'))),
  ],
  [
    'has a row that is no JSON, packed again',
    (whole) => edited(whole, (lines) => rowOfSample(lines, (row) => row.slice(0, -1))),
  ],
  [
    'has two rows in another order, packed again',
    (whole) =>
      edited(whole, (lines) => {
        const at = lines.findIndex((line) => line.startsWith('sample\t'))
        return lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '')
      }),
  ],
  [
    'has an end that is not JSON',
    (whole) => edited(whole, (lines) => lines.with(-2, (lines.at(-2) ?? '').slice(0, -1))),
  ],
  [
    'has rows after its end',
    (whole) => edited(whole, (lines) => [...lines.slice(0, -1), lines.at(-3) ?? '', '']),
  ],
  ['has no digest in its end', (whole) => edited(whole, (lines) => lines.with(-2, '{"counts":{}}'))],
]

test.each(repacked)(
  'B6 a backup that %s is refused in one sentence, before a database is opened',
  async (_, spoil) => {
    const bad = path.join(folder, 'bad.backup.gz')
    writeFileSync(bad, spoil(readFileSync(file)))
    await expect(verifyBackup(bad)).rejects.toThrow(StartError)
    await expect(verifyBackup(bad)).rejects.toThrow(/^[^\n]+ cannot be read whole: [^\n]+\.$/)
  },
)

/** As versions before November 2026 wrote it. */
const withoutDigest = (whole: Buffer) =>
  edited(whole, ([head = '', ...rest]) =>
    [head.replace('lims-backup-2', 'lims-backup-1'), ...rest].map((line) =>
      line.replace(/,"sha256":"\w+"}$/, '}'),
    ),
  )

test('B6 a backup of the format without a digest is restored', async () => {
  const old = path.join(folder, 'old.backup.gz')
  writeFileSync(old, withoutDigest(readFileSync(file)))
  const db = await openUnused()
  await restore(db, old)
  expect(await rowsOf(db)).toEqual(await rowsOf(lab.db))
})

test('B6 a backup with rows of one table in two places is refused: a verification would read the first ones only', async () => {
  const torn = edited(withoutDigest(readFileSync(file)), (lines) => {
    const event = lines.find((line) => line.startsWith('audit_event\t')) ?? ''
    return [...lines.slice(0, -2), event, ...lines.slice(-2)]
  })
  writeFileSync(file, torn)
  await expect(verifyBackup(file)).rejects.toThrow('its rows of audit_event are not together')
})

test('B6 a row that does not fit its table is one sentence, and nothing is restored', async () => {
  const bad = path.join(folder, 'bad.backup.gz')
  const spoil = (row: string) => row.replace('"volume_nl": ', '"volume_nl": -1')
  writeFileSync(
    bad,
    edited(withoutDigest(readFileSync(file)), (lines) => rowOfSample(lines, spoil)),
  )
  const db = await openUnused()
  await expect(restore(db, bad)).rejects.toThrow(/cannot be read whole: a row does not fit/)
  expect((await rowsOf(db)).tables.sample).toEqual([])
})
