import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-backup-reading-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'lims.backup.gz')

/** Writes a backup over a connection with other settings of PostgreSQL. */
const writeBackupWith = (settings: Record<string, string>) =>
  lab.db.connection().execute(async (connection) => {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${name}, ${value}, false)`.execute(connection)
    return writeBackup(connection, file, testNow).finally(async () => {
      for (const name of Object.keys(settings))
        await sql`reset ${sql.ref(name)}`.execute(connection).catch(() => {})
    })
  })

const addBatch = async (numSamples: number) => {
  const batch = { name: 'Study', description: 'b', numSamples, tubeType: 'EDTA' }
  expect((await lab.post('/batches/add', batch)).statusCode).toBe(200)
}

test('a backup does not sort whole tables, which would fill the disk of the database', async () => {
  await addBatch(5000)
  await sql`
    insert into audit_event (id, at, person_id, action, entity_type, entity_id) overriding system value
    select 1000000 + n, ${testNow}::timestamptz, 'ada', 'sample.update', 'sample', 'x'
    from generate_series(1, 20000) n order by md5(n::text)
  `.execute(lab.db)
  await sql`analyze`.execute(lab.db)
  const counts = await writeBackupWith({
    // Holds the rows of one fetch, which is a statement of its own, but no table.
    work_mem: '2MB',
    temp_file_limit: '0',
    // As for a table that is larger than the memory of the machine: the planner then prefers a sort.
    effective_cache_size: '8kB',
    random_page_cost: '4',
  })
  expect(counts).toMatchObject({ sample: 5000 })
})

test('a backup may take longer to read than other statements of the server', async () => {
  await addBatch(3)
  const saving = await lab.db.transaction().execute(async (trx) => {
    await sql`lock table sample in access exclusive mode`.execute(trx)
    const backup = writeBackupWith({ statement_timeout: '1s' })
    backup.catch(() => {})
    expect(await waitsForLock(lab.db, backup)).toBe(true)
    await sql`select pg_sleep(1.5)`.execute(trx)
    return { backup }
  })
  expect(await saving.backup).toMatchObject({ sample: 3 })
})
