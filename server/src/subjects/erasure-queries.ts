import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { listPossibleIds } from './mentions-id.ts'
import type { Traces } from './trace-queries.ts'

/** An erasure without the ID that it erased: of that, only a salted hash. */
export type Erasure = {
  id: string
  erasedAt: Date
  erasedBy: string
  reason: string
  samples: 'keep' | 'destroy'
  salt: Uint8Array
  subjectHash: Uint8Array
}

/** Returns a text composed (NFC), in one line and in capitals, as the database makes them for its indexes. */
export async function inCapitals(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`select upper(composed(btrim(${text}::text))) as text`.execute(
    db,
  )
  return rows[0]?.text ?? ''
}

/** Inserts an erasure, which allows this transaction to empty audit events. */
export async function insertErasure(
  trx: Transaction,
  { id, erasedAt, erasedBy, reason, samples, salt, subjectHash }: Erasure,
  { eventIds, onlyReasonIds, deletedRows, samples: erased }: Traces,
): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({
      id,
      erased_at: erasedAt,
      erased_by: erasedBy,
      reason,
      samples,
      salt,
      subject_hash: subjectHash,
      num_samples: erased.length,
      num_events: eventIds.length + onlyReasonIds.length,
      num_deleted_rows: deletedRows.length,
    })
    .execute()
  await sql`select set_config('lims.erasure', ${id}, true)`.execute(trx)
}

/**
 * Counts the sealed events whose content cannot be proved once an erasure has emptied its events: these, and the events
 * of earlier erasures that are among them.
 */
export async function countUnproved(trx: Transaction, { eventIds, onlyReasonIds }: Traces): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    with recursive unproved as (
      select event_id from audit_commitment
      where event_id = any(${[...eventIds, ...onlyReasonIds]}::bigint[]) and salt is not null
      union
      select earlier.event_id from unproved
      join audit_commitment earlier on earlier.salt is null and earlier.erased_by = unproved.event_id
    )
    select count(*)::int as events from unproved
  `.execute(trx)
  return rows[0]?.events ?? 0
}

/** Returns the hash that is kept of an ID. */
export async function hashOf(db: Db, salt: Uint8Array, wanted: string): Promise<Uint8Array> {
  const { rows } = await sql<{ hash: Uint8Array }>`
    select erasure_hash(${salt}, ${wanted}) as hash
  `.execute(db)
  return rows[0]?.hash ?? new Uint8Array()
}

/** Returns the newest seal of the audit trail; undefined if there is none, or no table of seals (before 0027). */
export async function findLastSealIfAny(db: Db): Promise<{ number: number; hash: string } | undefined> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('audit_seal')::text as name
  `.execute(db)
  if (!tables[0]?.name) return undefined
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, encode(hash, 'hex') as hash from audit_seal order by number desc limit 1
  `.execute(db)
  return rows[0]
}

export async function getPersonName(db: Db, id: string): Promise<string> {
  const { name } = await db.selectFrom('person').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

/** An erasure as the list beside the backups holds it. */
export type ListedErasure = Erasure & { personName: string }

/** False also of a database from before there were erasures: a backup is made of it before it is brought up to date. */
export async function hasErasures(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('erasure')::text as name`.execute(db)
  return rows[0]?.name !== null
}

export async function listErasures(db: Db): Promise<ListedErasure[]> {
  const rows = await db
    .selectFrom('erasure')
    .innerJoin('person', 'person.id', 'erasure.erased_by')
    .selectAll('erasure')
    .select('person.name as person_name')
    .orderBy('erased_at')
    .orderBy('erasure.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    erasedAt: row.erased_at,
    erasedBy: row.erased_by,
    personName: row.person_name,
    reason: row.reason,
    samples: row.samples,
    salt: row.salt,
    subjectHash: row.subject_hash,
  }))
}

/**
 * Finds the subject with this hash anywhere in the database, composed and in capitals. Reads every subject there is.
 * Before migration 0045 the hash was that of the ID as it had been entered, which could be decomposed; before 0071, one
 * that could have several spaces in a row, or line breaks: of samples, IDs are found whose gaps were all alike.
 */
export async function findSubjectByHash(
  db: Db,
  { salt, subjectHash }: Pick<Erasure, 'salt' | 'subjectHash'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ subject: string }>`
    select upper(composed(subject)) as subject from (
      select subject_id as subject from sample where subject_id is not null
      union select content ->> 'subject_id' from deleted_row where table_name = 'sample'
      union select before ->> 'subjectId' from audit_event where before ->> 'subjectId' is not null
      union select after ->> 'subjectId' from audit_event where after ->> 'subjectId' is not null
    ) known
    where subject is not null and ${subjectHash} in (
      erasure_hash(${salt}, subject), erasure_hash(${salt}, composed(subject)),
      erasure_hash(${salt}, normalize(subject, NFC)), erasure_hash(${salt}, normalize(subject, NFD)),
      erasure_hash(${salt}, replace(composed(subject), ' ', '  ')),
      erasure_hash(${salt}, replace(composed(subject), ' ', E'\t')),
      erasure_hash(${salt}, replace(composed(subject), ' ', E'\n')),
      erasure_hash(${salt}, replace(composed(subject), ' ', E'\r\n'))
    )
    limit 1
  `.execute(db)
  return rows[0]?.subject
}

/** Returns those of these names that mention an erased ID, unless a sample has it as its subject, name or tube ID. */
export async function listErasedNames(trx: Transaction, names: readonly string[]): Promise<Set<string>> {
  const possibleIds = new Map(names.map((name) => [name, listPossibleIds(name)]))
  // As erasure_hash does, which would write each ID in capitals again for every erasure.
  const { rows: erased } = await sql<{ possible: string }>`
    with possible as materialized (
      select unnest(${[...new Set([...possibleIds.values()].flat())]}::text[]) as id
    ), hashed as materialized (
      select id, convert_to(upper(id), 'UTF8') as content from possible
      union select id, convert_to(upper(normalize(id, NFD)), 'UTF8') from possible
    )
    select hashed.id as possible from hashed join erasure on erasure.subject_hash = sha256(erasure.salt || hashed.content)
  `.execute(trx)
  const ids = new Set(erased.map(({ possible }) => possible))
  if (ids.size === 0) return ids
  const { rows: used } = await sql<{ id: string }>`
    select upper(subject_id) as id from sample where upper(subject_id) = any(${[...ids]}::text[])
    union select upper(name) from sample where upper(name) = any(${[...ids]}::text[])
    union select upper(alias) from sample where upper(alias) = any(${[...ids]}::text[])
  `.execute(trx)
  for (const { id } of used) ids.delete(id)
  return new Set(names.filter((name) => possibleIds.get(name)?.some((id) => ids.has(id))))
}

/** Inserts the person of an erasure into a database that is older than this person. */
export async function insertMissingPerson(
  trx: Transaction,
  { erasedBy, personName, erasedAt }: ListedErasure,
) {
  await trx
    .insertInto('person')
    .values({
      id: erasedBy,
      name: personName,
      avatar: null,
      first_signed_in_at: erasedAt,
      last_signed_in_at: erasedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
