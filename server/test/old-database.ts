import { sql } from 'kysely'
import type { Db, Transaction } from '../src/db/database.ts'
import { unaudited } from './unaudited.ts'

export const hasTable = async (db: Db, table: string) =>
  (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)).rows[0]
    ?.found

/** What a laboratory had in its database at an earlier version, as far as that version could hold it. */
export const fillOldDatabase = (db: Db) => unaudited(db, fill)

/** As `fillOldDatabase`, in a transaction that goes on, and with the first numbers although others were rolled back. */
export async function fillWithin(trx: Transaction) {
  await sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`.execute(trx)
  const checkAudit = (how: string) => sql`select set_config('lims.audit_check', ${how}, true)`.execute(trx)
  await checkAudit('queued')
  await fill(trx)
  await sql`set constraints all immediate`.execute(trx)
  await checkAudit('')
}

/** One word for people: with one character for the é, with two, and with others that nobody can see. */
export const [composed, decomposed, withUnseen] = ['Café', 'Cafe\u0301', 'Ca\u00adfe\u200b\u0301']

async function fill(db: Transaction) {
  const at = new Date('2025-01-02T03:04:05.000Z')
  if (!(await hasTable(db, 'person'))) return
  await sql`insert into person values ('ada', 'Ada', 'ada@brain.example', null, ${at}, ${at})`.execute(db)
  if (!(await hasTable(db, 'sample'))) return
  await sql`insert into batch (name, created_at, created_by, updated_at) values ('Old study', ${at}, 'ada', ${at})`.execute(
    db,
  )
  await sql`
    insert into sample (name, type, batch_id, site_id, subject_id, created_at, created_by, updated_at)
    select case when n % 5 = 0 then ${decomposed} else 'OLD-' end || n, 'PLASMA', batch.id,
      (array[${composed}, ${withUnseen}, ${decomposed}])[1 + n % 3], ${decomposed} || n, ${at}, 'ada', ${at}
    from batch, generate_series(1, 20) n
  `.execute(db)
  await sql`
    insert into sample (name, type, batch_id, parent_sample_id, site_id, created_at, created_by, updated_at)
    select name || '-' || n, type, batch_id, id, site_id, ${at}, 'ada', ${at}
    from sample, generate_series(1, 2) n where number = 1 order by n
  `.execute(db)
  if (!(await hasTable(db, 'lifecycle_event'))) return
  await sql`
    insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
    select id, 'UNKNOWN', 'COLLECTED', ${at}, 'ada' from sample where number <= 10 or number = 22
  `.execute(db)
  if (!(await hasTable(db, 'custody_event'))) return
  await sql`
    insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, reason)
    select id, 'set', 'AVAILABLE', case when number < 13 then 'DEPLETED' else 'DISPOSED' end, ${at}, 'ada', 'used'
    from sample where number between 9 and 14
  `.execute(db)
  if (!(await hasTable(db, 'put_away'))) return
  for (const [via, from, to, minutes] of [
    ['check-out', 'AVAILABLE', 'CHECKED_OUT', 1],
    ['return', 'CHECKED_OUT', 'AVAILABLE', 2],
    ['check-out', 'AVAILABLE', 'CHECKED_OUT', 3],
  ] as const) {
    await sql`
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id)
      select id, ${via}::text, ${from}::text, ${to}::text, ${new Date(at.getTime() + minutes * 60_000)}, 'ada'
      from sample where number <= 2
    `.execute(db)
    // A person has put the first tube away.
    if (via === 'return') {
      await sql`
        insert into audit_event (at, person_id, action, entity_type, entity_id)
        select ${new Date(at.getTime() + 150_000)}, 'ada', 'custody.put-away', 'sample', id::text
        from sample where number = 1
      `.execute(db)
      await sql`delete from put_away using sample where sample_id = sample.id and number = 1`.execute(db)
    }
  }
}
