import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { asComposed, asOneLine } from '@lims/contract/text.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listDifferingCopies } from '../../test/differing-copies.ts'
import { composed, decomposed, withUnseen } from '../../test/old-database.ts'
import { dropAll, openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Transaction } from './database.ts'
import { migrate } from './migrate.ts'

const { db, close } = await openTestDatabase()
afterAll(close)

const at = new Date('2026-11-20T09:00:00Z')
const deletionId = randomUUID()
/** A new line before an accent: in JSON, the accent would join the n of the escape. */
const notes = 'blood\n\u0303'

/** The database of the version before, in which Ada entered these names. */
beforeEach(async () => {
  await dropAll(db)
  await migrate(db, '0044-restored-reservations')
  await sql`
    insert into person (id, name, first_signed_in_at, last_signed_in_at) values ('ada', 'Ada', ${at}, ${at})
  `.execute(db)
})

const addBatches = (...names: string[]) =>
  unaudited(db, (trx) =>
    sql`
      insert into batch (name, description, created_at, created_by, updated_at)
      select name, name, ${at}, 'ada', ${at} from unnest(${names}::text[]) name
    `.execute(trx),
  )

type Sample = { name: string; siteId?: string; bamFileUri?: string }
const addSamples = (...samples: Sample[]) =>
  unaudited(db, async (trx) => {
    for (const { name, siteId = null, bamFileUri = null } of samples) {
      await sql`
        insert into sample (name, type, batch_id, notes, site_id, bam_file_uri, created_at, created_by, updated_at)
        select ${name}, 'PLASMA', id, ${notes}, ${siteId}, ${bamFileUri}, ${at}, 'ada', ${at} from batch limit 1
      `.execute(trx)
    }
  })

async function addDeletedSample(trx: Transaction, content: object) {
  await sql`
    insert into deletion (id, entity_type, entity_id, deleted_at, deleted_by)
    values (${deletionId}, 'sample', 'x', ${at}, 'ada')
  `.execute(trx)
  await sql`
    insert into deleted_row (deletion_id, table_name, content)
    values (${deletionId}, 'sample', ${JSON.stringify(content)}::jsonb)
  `.execute(trx)
}

const listed = async (table: string, columns: string) =>
  (
    await sql<{
      text: string
    }>`select ${sql.raw(columns)} as text from ${sql.table(table)} order by 1`.execute(db)
  ).rows.map(({ text }) => text)

test('names, sites and notes of samples are composed, and addresses of files keep their characters', async () => {
  await addBatches('Study')
  const bamFileUri = `/data/${decomposed}.bam`
  await addSamples(
    { name: decomposed, siteId: decomposed, bamFileUri },
    { name: composed, siteId: composed, bamFileUri },
  )
  await migrate(db)
  expect(await listed('sample', 'name')).toEqual([composed, composed])
  expect(await listed('sample', 'site_id')).toEqual([composed, composed])
  expect(await listed('sample', 'bam_file_uri')).toEqual([bamFileUri, bamFileUri])
  expect(await listed('sample', 'notes')).toEqual([notes, notes])
  // The counts by site are maintained with them.
  expect(await listDifferingCopies(db)).toEqual([])
})

test('a row that needs no change is not written', async () => {
  await addBatches('Study')
  await addSamples({ name: 'plain' }, { name: composed, siteId: composed }, { name: `${decomposed}2` })
  const versions = () => listed('sample', "name || ' ' || xmin")
  const before = await versions()
  await migrate(db)
  const after = await versions()
  expect(before.filter((version) => after.includes(version)).map((version) => version.split(' ')[0])).toEqual(
    [composed, 'plain'],
  )
})

test('two names that would become one stay as they are, in any case', async () => {
  const twins = [decomposed.toUpperCase(), composed]
  await addBatches(...twins, `${decomposed} 2`)
  await unaudited(db, async (trx) => {
    await sql`
      insert into saved_view (owner_id, name, search, is_shared, saved_at)
      select 'ada', name, '', false, ${at} from unnest(${[...twins, `${decomposed} 2`]}::text[]) name
    `.execute(trx)
  })
  await migrate(db)
  const kept = [...twins, `${composed} 2`].sort()
  expect((await listed('batch', 'name')).sort()).toEqual(kept)
  expect((await listed('saved_view', 'name')).sort()).toEqual(kept)
})

test.each(['0044-restored-reservations', '0049-changed-rows-lead'])(
  'what nobody can see is left out of what was entered before, from %s on, unless two names would become one or nothing would remain',
  async (earlier) => {
    await migrate(db, earlier)
    const twins = ['Study\u200b', 'STUDY']
    await addBatches(...twins, 'Cohort\u00ad 2', '\u200b')
    await addSamples(
      { name: `${withUnseen} \u2060`, siteId: withUnseen },
      { name: composed, siteId: composed },
    )
    const content = { name: withUnseen, notes: '\u00ad', subject_id: `${withUnseen}7`, volume_nl: 3 }
    await unaudited(db, (trx) => addDeletedSample(trx, content))
    await migrate(db)
    expect((await listed('batch', 'name')).sort()).toEqual([...twins, 'Cohort 2', '\u200b'].sort())
    expect(await listed('sample', 'name')).toEqual([composed, composed])
    expect(await listed('sample', 'site_id')).toEqual([composed, composed])
    const rows = await db.selectFrom('deleted_row').select('content').execute()
    expect(rows).toEqual([{ content: { ...content, name: composed, subject_id: `${composed}7` } }])
    expect(await listDifferingCopies(db)).toEqual([])
  },
)

const joined =
  'A\u200d1 \u200cB\u200d \u00e9\u200d\u200d2 \u0646\u0645\u06cc\u200c\u062e\u0648 👩‍🔬 \u202aX\u202c\u00ad\u3164\ufeff\u2066Y\u2069\u00a0Z\u202fe\u200b\u0301'

const gaps = ['two  spaces', 'é\u00a0 \t\r\nline\u2028next', ' \v\f\u0085 ', 'one space']

test('the database composes as the contract does', async () => {
  await migrate(db)
  const { rows } = await sql<{ text: string }>`
    select composed(text) as text from unnest(${[joined, ...gaps]}::text[]) with ordinality given (text, place)
    order by place
  `.execute(db)
  expect(rows.map(({ text }) => text.trim())).toEqual([joined, ...gaps].map(asOneLine))
  expect(asComposed(joined)).toBe('A1 B \u00e92 \u0646\u0645\u06cc\u200c\u062e\u0648 👩‍🔬 XY Z é')
})

test('names and sites of before are in one line, unless two names would become one; notes keep their lines', async () => {
  await migrate(db, '0070-views-as-listed')
  const twins = ['Study  1', 'STUDY 1']
  await addBatches(...twins, 'Cohort\n2')
  await addSamples({ name: 'NB-1\r\n(plasma)', siteId: 'Lund  2' }, { name: 'NB-2', siteId: 'Lund 2' })
  const content = { name: 'NB  3', alias: 'AB  12', notes: 'a  b', subject_id: 'P\t7', volume_nl: 3 }
  await unaudited(db, (trx) => addDeletedSample(trx, content))
  await migrate(db)
  expect((await listed('batch', 'name')).sort()).toEqual([...twins, 'Cohort 2'].sort())
  expect(await listed('sample', 'name')).toEqual(['NB-1 (plasma)', 'NB-2'])
  expect(await listed('sample', 'site_id')).toEqual(['Lund 2', 'Lund 2'])
  expect(await listed('sample', 'notes')).toEqual([notes, notes])
  const rows = await db.selectFrom('deleted_row').select('content').execute()
  expect(rows).toEqual([{ content: { ...content, name: 'NB 3', subject_id: 'P 7' } }])
  expect(await listDifferingCopies(db)).toEqual([])
})

test('the SQL of docs/operations.md lists the names that were kept, also with the condition for 0050 and 0071', async () => {
  await addBatches(decomposed, composed, 'Study  1', 'Study 1', 'Co\u00adhort', 'Cohort')
  await migrate(db)
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, query = ''] = /```sql\n(select 'batch' as kind[\s\S]+?)```/.exec(page) ?? []
  const namesBy = async (text: string) =>
    (await sql<{ name: string }>`${sql.raw(text)}`.execute(db)).rows.map(({ name }) => name)

  expect(await namesBy(query)).toEqual([decomposed])
  expect(page.split('\n').filter((line) => line.startsWith('Migration 0050 does the same '))).toHaveLength(1)
  const later = query.replace(/(name|alias) is not nfc normalized/g, '$1 <> composed($1)')
  expect((await namesBy(later)).sort()).toEqual([decomposed, 'Study  1', 'Co\u00adhort'].sort())
})

test('an existing name of invisible characters is kept, and the schema is updated', async () => {
  await addBatches('\u200b\n\u200b', 'Study')
  await addSamples({ name: '\u0085', siteId: '\u0085' }, { name: 'NB-2', siteId: ' \u2028 ' })
  const content = { name: '\u2028', site_id: '\u200b\n\u200b', notes: '' }
  await unaudited(db, (trx) => addDeletedSample(trx, content))
  await migrate(db)
  expect((await listed('batch', 'name')).sort()).toEqual(['\n', 'Study'])
  expect((await listed('sample', 'name')).sort()).toEqual(['NB-2', '\u0085'])
  expect((await listed('sample', 'site_id')).sort()).toEqual([' \u2028 ', '\u0085'])
  const rows = await db.selectFrom('deleted_row').select('content').execute()
  expect(rows).toEqual([{ content: { ...content, site_id: '\n' } }])
  expect(await listDifferingCopies(db)).toEqual([])
})

test('a migration puts IDs that a server of the previous version has stored since into one line', async () => {
  await migrate(db, '0074-quarantined-returns')
  await addBatches('Study')
  await addSamples({ name: 'NB-1' }, { name: 'NB-2' }, { name: 'NB-3' })
  await unaudited(db, async (trx) => {
    await addDeletedSample(trx, { subject_id: 'P\r\n7', notes: 'a  b' })
    await sql`
      update sample set subject_id = case name when 'NB-1' then 'P  001' when 'NB-2' then 'P 002' else '\u0085' end
    `.execute(trx)
  })
  const [{ xmin } = { xmin: '' }] = (
    await sql<{ xmin: string }>`select xmin::text from sample where name = 'NB-2'`.execute(db)
  ).rows
  await migrate(db)
  expect(await listed('sample', "name || ' ' || subject_id")).toEqual([
    'NB-1 P 001',
    'NB-2 P 002',
    'NB-3 \u0085',
  ])
  // A row that needs no change is not written.
  expect(await listed('sample', 'xmin::text')).toContain(xmin)
  const rows = await db.selectFrom('deleted_row').select('content').execute()
  expect(rows).toEqual([{ content: { subject_id: 'P 7', notes: 'a  b' } }])
})

test('a token that a server of the previous version created with another token ends with that one', async () => {
  await migrate(db, '0074-quarantined-returns')
  const [maker, made] = [randomUUID(), randomUUID()]
  await unaudited(db, (trx) =>
    sql`
      insert into api_token (id, name, person_id, hash, permissions, created_at, created_by, expires_at)
      select id, 'reader', 'ada', sha256(id::text::bytea), '{}', ${at}, 'ada', ${at}
      from unnest(${[maker, made]}::uuid[]) id
    `.execute(trx),
  )
  await sql`
    insert into audit_event (at, person_id, action, entity_type, entity_id, after, token_id)
    values (${at}, 'ada', 'token.create', 'token', ${maker}, '{}', null),
      (${at}, 'ada', 'token.create', 'token', ${made}, '{}', ${maker})
  `.execute(db)
  await migrate(db)
  const { rows } = await sql`select id, created_with from api_token where created_with is not null`.execute(
    db,
  )
  expect(rows).toEqual([{ id: made, created_with: maker }])
})

test.each(['P  001', 'P\n001', 'P\u00a0\u00a0001', 'P \u200b 001'])(
  'an event of before with %j is found by its subject in one line, by the index',
  async (subjectId) => {
    await migrate(db, '0070-views-as-listed')
    await sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after, reason)
      values (${at}, 'ada', 'sample.update', 'sample', 'x', ${JSON.stringify({ subjectId })}::jsonb, ${subjectId})
    `.execute(db)
    await migrate(db)
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return sql`
        select id from audit_event
        where after ->> 'subjectId' is not null and upper(composed(after ->> 'subjectId')) = 'P 001'
      `.execute(trx)
    })
    expect(rows).toHaveLength(1)
  },
)

test('storages beside each other keep their names, others are composed', async () => {
  await unaudited(db, async (trx) => {
    await sql`
      insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
      select alias, type, 4, 4, ${at}, 'ada', ${at} from unnest(
        ${['Freezer', decomposed, composed, `${decomposed} 2`, decomposed]}::text[],
        ${['FREEZER', 'RACK', 'RACK', 'RACK', 'FREEZER']}::text[]
      ) s (alias, type)
    `.execute(trx)
    await sql`
      insert into placement (storage_id, child_storage_id, row_coordinate, column_coordinate, placed_at, placed_by)
      select (select id from storage where alias = 'Freezer'), id, 1, row_number() over (order by id), ${at}, 'ada'
      from storage where type = 'RACK'
    `.execute(trx)
  })
  await migrate(db)
  expect((await listed('storage', "type || ' ' || alias")).sort()).toEqual(
    [
      'FREEZER Freezer',
      `FREEZER ${composed}`,
      `RACK ${decomposed}`,
      `RACK ${composed}`,
      `RACK ${composed} 2`,
    ].sort(),
  )
})

test('what undo of a deletion brings back is composed, and audit events stay as they are', async () => {
  const content = { name: decomposed, notes, site_id: null, volume_nl: 3, bam_file_uri: `/${decomposed}.bam` }
  const after = { name: decomposed, siteId: decomposed }
  await unaudited(db, async (trx) => {
    await addDeletedSample(trx, content)
    await sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after, reason)
      values (${at}, 'ada', 'sample.update', 'sample', 'x', ${JSON.stringify(after)}::jsonb, ${decomposed})
    `.execute(trx)
  })
  await migrate(db)
  const rows = await db.selectFrom('deleted_row').select('content').execute()
  expect(rows).toEqual([{ content: { ...content, name: composed } }])
  const events = await db.selectFrom('audit_event').select(['after', 'reason']).execute()
  expect(events).toEqual([{ after, reason: decomposed }])
})
