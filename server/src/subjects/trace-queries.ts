import { type RawBuilder, sql } from 'kysely'
import { idsInEvents } from '../audit/audit-queries.ts'
import { containing } from '../db/containing.ts'
import type { Transaction } from '../db/database.ts'
import { limits } from '../limits.ts'
import { isWord, literalPattern, mentionsId } from './mentions-id.ts'

/** Everything that holds the ID of a subject, or was written about its samples. `wanted` is the ID in capitals. */
export type Traces = {
  wanted: string
  samples: { id: string; alias: string }[]
  /** Also those that were deleted, or whose creation was undone. */
  sampleIds: string[]
  eventIds: number[]
  /** Events that mention the ID in their reason, and nowhere else. */
  onlyReasonIds: number[]
  viewIds: string[]
  deletedRows: { deletionId: string; place: number }[]
}

/** That of claimed Idempotency-Keys. */
const firstTouchedTable = 'answered_request'
/** The tables in which an erasure changes rows, in the order in which it locks them. */
export const touchedTables: readonly string[] = [
  firstTouchedTable,
  'sample',
  'lifecycle_event',
  'custody_event',
  'pick_list',
  'pick_list_item',
  'stock_take_tube',
  'temperature_alarm',
  'audit_event',
  'deleted_row',
  'batch',
  'print_label',
  'print_run',
  'sync_error',
  'data_file',
  'saved_view',
  'sign_in_attempt',
  'erasure',
]

/**
 * Waits for those who are writing, whose uncommitted rows cannot be found, and makes others wait until the transaction
 * ends. Call it before anything else is locked. Later requests with an Idempotency-Key, and all receipts, wait at the
 * first table, and have locked nothing else yet. Fails with 55P03 if somebody writes for too long.
 */
export async function lockOutWriters(trx: Transaction): Promise<void> {
  const tables = touchedTables.map((name) => sql.table(name))
  await sql`select set_config('lock_timeout', ${`${limits.erasureLockMs}ms`}, true)`.execute(trx)
  await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
}

/**
 * Waits for an erasure under way, and makes others wait until the transaction ends, which may save what it has read.
 * Call it before any other of these tables is locked.
 */
export async function lockOutErasures(trx: Transaction): Promise<void> {
  await sql`lock table ${sql.table(firstTouchedTable)} in row exclusive mode`.execute(trx)
}

/** Finds what an erasure has to remove, and locks the samples, so that nobody adds to it. */
export async function lockTraces(trx: Transaction, wanted: string): Promise<Traces> {
  const samples = await lockSamplesOf(trx, wanted)
  const formerIds = await listFormerSampleIds(trx, wanted)
  const sampleIds = [...new Set([...samples.map(({ id }) => id), ...formerIds])]
  const events = await listEventIds(trx, wanted, sampleIds)
  const reasons = await listEventIdsOfReasons(trx, wanted)
  const views = await findViews(trx, wanted)
  const eventIds = new Set([...events, ...views.eventIds])
  const deletedRows = await listDeletedRows(trx, wanted)
  const onlyReasonIds = reasons.filter((id) => !eventIds.has(id))
  return {
    wanted,
    samples,
    sampleIds,
    eventIds: [...eventIds],
    onlyReasonIds,
    viewIds: views.ids,
    deletedRows,
  }
}

async function lockSamplesOf(trx: Transaction, wanted: string): Promise<Traces['samples']> {
  const { rows } = await sql<{ id: string; alias: string }>`
    select id, alias from sample where upper(subject_id) = ${wanted} order by id for no key update
  `.execute(trx)
  return rows
}

/** Lists the samples of the subject that were deleted, or whose creation was undone. */
async function listFormerSampleIds(trx: Transaction, wanted: string): Promise<string[]> {
  const { rows: deleted } = await sql<{ id: string }>`
    select distinct content ->> 'id' as id from deleted_row
    where table_name = 'sample' and upper(content ->> 'subject_id') = ${wanted}
  `.execute(trx)
  const { rows: undone } = await sql<{ id: string }>`
    select entity_id as id from audit_event
    where entity_type = 'sample' and after ? 'isCreationUndone'
      and before ->> 'subjectId' is not null and upper(composed(before ->> 'subjectId')) = ${wanted}
  `.execute(trx)
  return [...deleted, ...undone].map(({ id }) => id)
}

/** Lists the events that name the subject, or hold what was personal of these samples. */
async function listEventIds(
  trx: Transaction,
  wanted: string,
  sampleIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_event
    where entity_type = 'sample' and entity_id = any(${idsInEvents(sampleIds)}::text[])
      and (action = 'subject.reveal' or holds_personal_field(before) or holds_personal_field(after)
        or holds_text(before, ${wanted}) or holds_text(after, ${wanted})
        or ${columnMentionsId(sql`concat_ws(' ', before ->> 'name', after ->> 'name')`, wanted)}
        or ${columnMentionsId(sql`concat_ws(' ', before ->> 'names', after ->> 'names')`, wanted)}
        or ${columnMentionsId(sql`concat_ws(' ', before ->> 'bamFileUri', after ->> 'bamFileUri')`, wanted)}
        or ${columnMentionsId(sql`concat_ws(' ', before ->> 'bamPath', after ->> 'bamPath')`, wanted)})
    union select id from audit_event
    where before ->> 'subjectId' is not null and upper(composed(before ->> 'subjectId')) = ${wanted}
    union ${revealsOfFormerSubject(wanted)}
    union select id from audit_event
    where after ->> 'subjectId' is not null and upper(composed(after ->> 'subjectId')) = ${wanted}
    union select id from audit_event
    where entity_type = 'batch' and (holds_text(before - 'name', ${wanted}) or holds_text(after - 'name', ${wanted}))
    union select id from audit_event
    where after ->> 'pickList' is not null and ${columnMentionsId(sql`after ->> 'pickList'`, wanted)}
    union select id from audit_event
    where entity_type = 'pick-list' and after is not null and ${columnMentionsId(sql`after ->> 'name'`, wanted)}
    union select id from audit_event
    where after ->> 'eventNotes' is not null and ${columnMentionsId(sql`after ->> 'eventNotes'`, wanted)}
    union select id from audit_event
    where action in ('print-run.start', 'print-label.settle')
      and (${columnMentionsId(sql`coalesce(before ->> 'reason', '')`, wanted)}
        or ${columnMentionsId(sql`coalesce(after ->> 'reason', '')`, wanted)})
    union select id from audit_event
    where action = 'sample.doubt-bam' and ${columnMentionsId(sql`after ->> 'bamDoubt'`, wanted)}
    union select id from audit_event
    where action = 'temperature.acknowledge' and ${columnMentionsId(sql`after ->> 'note'`, wanted)}
    union select id from audit_event
    where action = 'stock-take.scan' and upper(composed(after ->> 'code')) = ${wanted}
    union select id from audit_event
    where action = 'batch.import' and ${columnMentionsId(sql`after ->> 'fileName'`, wanted)}
    union select id from audit_event
    where action = 'stock-take.scan-rack'
      and (holds_text(after, ${wanted}) or ${columnMentionsId(sql`after ->> 'fileName'`, wanted)})
  `.execute(trx)
  return rows.map(({ id }) => id)
}

async function listEventIdsOfReasons(trx: Transaction, wanted: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_event where reason is not null and ${columnMentionsId(sql`reason`, wanted)}
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Lists the rows kept for the undo of deletions that hold the subject, or were written about its samples. */
async function listDeletedRows(trx: Transaction, wanted: string): Promise<Traces['deletedRows']> {
  const { rows } = await sql<{ deletionId: string; place: number }>`
    with of_subject as materialized (
      select deletion_id, place, content ->> 'id' as id from deleted_row
      where table_name = 'sample' and upper(content ->> 'subject_id') = ${wanted}
    )
    select deletion_id as "deletionId", place from of_subject
    union
    select kept.deletion_id, kept.place from deleted_row kept
    join (select distinct deletion_id from of_subject) taken on taken.deletion_id = kept.deletion_id
    where (kept.table_name = 'lifecycle_event' and kept.content ->> 'notes' <> ''
        or kept.table_name = 'custody_event' and (kept.content ->> 'reason' <> '' or kept.content ->> 'purpose' <> ''))
      and kept.content ->> 'sample_id' in (select id from of_subject)
    union
    select deletion_id, place from deleted_row
    where table_name = 'custody_event'
      and (${columnMentionsId(sql`content ->> 'reason'`, wanted)} or ${columnMentionsId(sql`content ->> 'purpose'`, wanted)})
    union
    select deletion_id, place from deleted_row
    where table_name = 'lifecycle_event' and ${columnMentionsId(sql`content ->> 'notes'`, wanted)}
    union
    select deletion_id, place from deleted_row where table_name = 'batch' and holds_text(content - 'name', ${wanted})
  `.execute(trx)
  return rows
}

/** A query for the reveals of samples that had the subject then, and another one or none later. */
const revealsOfFormerSubject = (wanted: string) => sql`
  select revealed.id from audit_event changed
  join audit_event revealed on revealed.entity_type = 'sample' and revealed.entity_id = changed.entity_id
    and revealed.action = 'subject.reveal' and revealed.id < changed.id
  where changed.entity_type = 'sample' and changed.before ->> 'subjectId' is not null
    and upper(composed(changed.before ->> 'subjectId')) = ${wanted}
    and not exists (
      select from audit_event earlier
      where earlier.entity_type = 'sample' and earlier.entity_id = changed.entity_id
        and earlier.id > revealed.id and earlier.id < changed.id and earlier.before ? 'subjectId'
    )
`

/** Finds the saved views, and the audit events about views, whose name or filters mention the ID. */
async function findViews(trx: Transaction, wanted: string): Promise<{ ids: string[]; eventIds: number[] }> {
  const isAbout = ({ name, search }: { name: string | null; search: string | null }) =>
    [name ?? '', ...new URLSearchParams(search ?? '').values()].some((text) => mentionsId(wanted, text))
  const { rows: views } = await sql<{ id: string; name: string; search: string }>`
    select id, name, search from saved_view
  `.execute(trx)
  const { rows: events } = await sql<{ id: number; name: string | null; search: string | null }>`
    select id, content ->> 'name' as name, content ->> 'search' as search
    from audit_event cross join lateral (values (before), (after)) of_event (content)
    where entity_type = 'view' and content is not null
  `.execute(trx)
  return {
    ids: views.filter(isAbout).map(({ id }) => id),
    eventIds: events.filter(isAbout).map(({ id }) => id),
  }
}

/** The condition of `mentionsId` on a column. Those of the audit trail have an index of trigrams on this expression. */
export function columnMentionsId(column: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  const text = sql`upper(composed(btrim(${column})))`
  return isWord(wanted)
    ? sql<boolean>`(${text} like ${containing(wanted)}
        and ${text} ~ ${`(^|[^[:alnum:]])${literalPattern(wanted)}($|[^[:alnum:]])`})`
    : sql<boolean>`${text} = ${wanted}`
}
