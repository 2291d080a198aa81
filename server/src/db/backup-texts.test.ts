import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { restore, rowsOf } from '../../test/backups.ts'
import { openLab } from '../../test/lab.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-backup-texts-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'lims.backup.gz')
const madeAt = new Date('2026-11-20T12:00:00.000Z')

async function expectToSurvive() {
  await writeBackup(lab.db, file, madeAt)
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  await restore(db, file)
  expect(await rowsOf(db)).toEqual(await rowsOf(lab.db))
}

/** Every code point that PostgreSQL can keep: all but NUL and the surrogates, which are no characters. */
function* everyCharacter(): Generator<string> {
  const piece = 0x1000
  for (let from = 0; from <= 0x10ffff; from += piece) {
    const points = Array.from({ length: piece }, (_, index) => from + index)
    const kept = points.filter((point) => point !== 0 && (point < 0xd800 || point > 0xdfff))
    if (kept.length > 0) yield kept.map((point) => String.fromCodePoint(point)).join('')
  }
}

test('A2 every character that can be stored survives backup and restore', async () => {
  const batch_id = await lab.addBatch({ name: 'Line\u2028and paragraph\u2029' })
  for (const [index, characters] of [...everyCharacter()].entries()) {
    const { id } = await lab.addSample({ batch_id, name: `U-${index}` })
    // In a column without an index of its words, which would take most of the time of this test.
    await unaudited(lab.db, (trx) =>
      trx.updateTable('sample').set({ tube_type: characters }).where('id', '=', id).execute(),
    )
  }
  await expectToSurvive()
})

const anyText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.toWellFormed().replaceAll('\0', ''))

test('A2 any text in any column survives backup and restore', async () => {
  const batch_id = await lab.addBatch()
  const hostile = fc.oneof(anyText, fc.stringMatching(/^[\u2028\u2029\n\r\t\\"{}\u0085 ]{1,20}$/))
  const texts = fc.sample(hostile, { numRuns: 300, seed: 20_261_120 })
  for (const text of texts) {
    const name = `N${text}`
    await lab.addSample({ batch_id, name, notes: text, subject_id: text, site_id: text })
  }
  const metadata = JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])))
  await unaudited(lab.db, (trx) => sql`update batch set metadata = ${metadata}::jsonb`.execute(trx))
  await expectToSurvive()
})
