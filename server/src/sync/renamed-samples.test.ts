import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { scanning } from '../../test/scanning.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import { migrate } from '../db/migrate.ts'

// Heartbeats of a scan that waits would wait too.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
const earlier = await openTestDatabase()
afterAll(earlier.close)
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const update = async (id: string, fields: object) =>
  expect((await lab.post('/samples/update', { id, ...fields })).statusCode).toBe(200)

test('the file of a sample whose name was exchanged with that of another goes to the other, and the link is in doubt', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-P001' })
  const other = await lab.addSample({ alias: 'T0000002', name: 'NB-P002' })
  repository.add('NB-P001.bam', makeBam())
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  await update(id, { name: 'NB-P002' })
  await update(other.id, { name: 'NB-P001' })
  expect(await scan()).toMatchObject({ samplesLinked: 1 })

  const doubt = 'NB-P001.bam no longer names NB-P002 (T0000001)'
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: null, metadata: { bamDoubt: doubt } })
  expect((await sampleOf(other.id)).bamFileUri).toBe('NB-P001.bam')
  expect(await messages()).toEqual([
    'NB-P001.bam is linked to NB-P002 (T0000001), and that link is in doubt: see the sample',
  ])
})

test('the link of a sample that gets another subject than the header names is in doubt, until it is corrected', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: 'P001' })
  repository.add('T0000001.bam', makeBam(['P001']))
  await scan()
  await update(id, { subjectId: 'P002' })
  expect(await scan()).toMatchObject({ samplesLinked: 0 })
  const why = 'T0000001.bam is of NB-1 (T0000001) by its path, but of P001 by its header'
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: null, metadata: { bamDoubt: why } })

  await update(id, { subjectId: 'P001' })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('T0000001.bam')
})

test('a save over a link or a doubt of a scan reports the BAM file as one field', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1', subject_id: 'P001' })
  repository.add('T0000001.bam', makeBam(['P001']))
  await scan()
  const stale = async (version: number) =>
    (await lab.post('/samples/update', { id, version, notes: 'clear' })).json()
  const linked = await stale(1)
  expect(linked.message).toMatch(/ changed bamFileUri of NB-1\.$/)
  expect(linked.changes.map(({ field }: { field: string }) => field)).toEqual(['bamFileUri'])
  await update(id, { subjectId: 'P002' })
  await scan()
  expect((await stale(3)).message).toMatch(/ changed bamFileUri of NB-1\.$/)
})

test('a sample that changes in ways that its file still fits keeps the link as it is', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('T0000001.bam', makeBam())
  await scan()
  await update(id, { name: 'NB-2', notes: 'checked' })
  const before = await sampleOf(id)
  for (let n = 0; n < 2; n += 1) expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 0 })
  expect(await sampleOf(id)).toEqual(before)
  expect(await lab.db.selectFrom('data_file').select('needs_match').execute()).toEqual([
    { needs_match: false },
  ])
})

test('a sample that is renamed after a scan has matched its file is not linked by that scan', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('NB-1.bam', makeBam())
  const { scanned } = await unaudited(lab.db, async (trx) => {
    await sql`update sample set name = 'NB-2' where id = ${id}`.execute(trx)
    const scanned = scan()
    expect(await waitsForLock(lab.db, scanned)).toBe(true)
    return { scanned }
  })
  expect(await scanned).toMatchObject({ samplesLinked: 0 })
  expect((await sampleOf(id)).bamFileUri).toBeNull()
})

test('migrating older data marks the files of samples that were renamed or got another subject', async () => {
  const { db } = earlier
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, '0055-lasting-speed')
  const at = new Date('2026-11-20T09:00:00Z')
  await sql`
    insert into person (id, name, first_signed_in_at, last_signed_in_at) values ('ada', 'Ada', ${at}, ${at})
  `.execute(db)
  await unaudited(db, async (trx) => {
    await sql`insert into batch (name, created_at, created_by, updated_at) values ('Old', ${at}, 'ada', ${at})`.execute(
      trx,
    )
    for (const [name, field] of [
      ['A', 'name'],
      ['B', 'subjectId'],
      ['C', 'notes'],
    ] as const) {
      await sql`
        with made as (
          insert into sample (name, type, batch_id, created_at, created_by, updated_at)
          select ${name}, 'PLASMA', id, ${at}, 'ada', ${at} from batch returning id
        ), linked as (
          insert into data_file (dvc_path, path, md5, uri, layout, object, header, sample_names, run_id, needs_match, sample_id)
          select ${name}, ${name}, '', '', 3, '', 'read', '{}', 1, false, id from made
        )
        insert into audit_event (at, person_id, action, entity_type, entity_id, before, after)
        select ${at}, 'ada', 'sample.update', 'sample', id::text,
          jsonb_build_object(${field}::text, null), jsonb_build_object(${field}::text, 'x') from made
      `.execute(trx)
    }
  })

  await migrate(db)

  const { rows } = await sql`select path, needs_match from data_file order by path`.execute(db)
  expect(rows).toEqual([
    { path: 'A', needs_match: true },
    { path: 'B', needs_match: true },
    { path: 'C', needs_match: false },
  ])
})
