import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { mentionsId } from './mentions-id.ts'
import { columnMentionsId, type Traces } from './trace-queries.ts'

type ErasureFacts = { id: string; erasedAt: Date }

/** Removes everything that `lockTraces` found. The audit event of the erasure has to be saved before. */
export async function removeTraces(trx: Transaction, erasure: ErasureFacts, traces: Traces): Promise<void> {
  const { wanted, viewIds } = traces
  // Before the samples: without its subject, a link would count as not verified.
  await removeFromSync(trx, wanted)
  // Before the events, which name the samples that had the subject.
  await dropSavedReplies(trx, traces)
  await emptySamples(trx, erasure, traces)
  await endUndos(trx, traces)
  await emptyBamDoubts(trx, erasure, wanted)
  await emptyNotes(trx, wanted)
  await emptyPickLists(trx, traces)
  await keepAliquots(trx, traces)
  await emptyEvents(trx, erasure, traces)
  await emptyDeletedRows(trx, traces)
  await emptyBatches(trx, wanted)
  await emptyPrintReasons(trx, wanted)
  await replaceCopiedNames(trx, wanted)
  await emptyErasureReasons(trx, wanted)
  await sql`delete from saved_view where id = any(${viewIds}::uuid[])`.execute(trx)
  await forgetTargets(trx, wanted)
}

/** Takes the subject off its samples, and what was written about them. */
async function emptySamples(trx: Transaction, { erasedAt }: ErasureFacts, { wanted, samples }: Traces) {
  const ids = sql`any(${samples.map(({ id }) => id)}::uuid[])`
  await sql`
    update sample set subject_id = null, visit_id = null, notes = '', metadata = without_text(metadata, ${wanted}),
      version = version + 1, updated_at = ${erasedAt}
    where id = ${ids}
  `.execute(trx)
  await sql`update lifecycle_event set notes = '' where sample_id = ${ids} and notes <> ''`.execute(trx)
  await sql`
    update custody_event set reason = '', purpose = '' where sample_id = ${ids} and (reason <> '' or purpose <> '')
  `.execute(trx)
}

/**
 * Raises the version of other samples that had the subject before, also of deleted ones, which may be restored: the
 * undo of the edit that took it off them is still offered, and would bring it back.
 */
async function endUndos(trx: Transaction, { wanted, samples, eventIds }: Traces) {
  const hadSubject = sql`
    select entity_id::uuid from audit_event
    where id = any(${eventIds}::bigint[]) and entity_type = 'sample'
      and upper(composed(before ->> 'subjectId')) = ${wanted}`
  await sql`
    update sample set version = version + 1
    where id in (${hadSubject}) and id <> all(${samples.map(({ id }) => id)}::uuid[])
  `.execute(trx)
  await sql`
    update deleted_row set content = content || ${nextVersion(sql`content`)}
    where table_name = 'sample' and content ->> 'id' in (select id::text from (${hadSubject}) had (id))
  `.execute(trx)
}

const nextVersion = (content: RawBuilder<unknown>) =>
  sql`jsonb_build_object('version', (${content} ->> 'version')::integer + 1)`

/** The links of other samples stay in doubt. */
async function emptyBamDoubts(trx: Transaction, { erasedAt }: ErasureFacts, wanted: string) {
  await sql`
    update sample set bam_doubt = 'its file may be of another sample', version = version + 1, updated_at = ${erasedAt}
    where bam_doubt is not null and ${columnMentionsId(sql`bam_doubt`, wanted)}
  `.execute(trx)
  await sql`
    update deleted_row set content = content || '{"bam_doubt": "its file may be of another sample"}'
    where table_name = 'sample' and ${columnMentionsId(sql`content ->> 'bam_doubt'`, wanted)}
  `.execute(trx)
}

/** Empties texts about other samples: notes, a purpose or a reason are those of all that were changed together. */
async function emptyNotes(trx: Transaction, wanted: string) {
  await sql`
    update lifecycle_event set notes = '' where notes <> '' and ${columnMentionsId(sql`notes`, wanted)}
  `.execute(trx)
  await sql`
    update custody_event set purpose = '' where purpose <> '' and ${columnMentionsId(sql`purpose`, wanted)}
  `.execute(trx)
  await sql`
    update custody_event set reason = '' where reason <> '' and ${columnMentionsId(sql`reason`, wanted)}
  `.execute(trx)
  await sql`
    update temperature_alarm set note = '' where note <> '' and ${columnMentionsId(sql`note`, wanted)}
  `.execute(trx)
  await sql`
    update stock_take_tube set tube_key = 'erased ' || id, code = 'erased'
    where result = 'unknown-code' and upper(composed(code)) = ${wanted}
  `.execute(trx)
}

async function emptyPickLists(trx: Transaction, { wanted, sampleIds }: Traces) {
  await sql`
    update pick_list_item set reason = ''
    where reason <> '' and (sample_id = any(${sampleIds}::uuid[]) or ${columnMentionsId(sql`reason`, wanted)})
  `.execute(trx)
  await sql`
    update pick_list set purpose = '' where purpose <> '' and ${columnMentionsId(sql`purpose`, wanted)}
  `.execute(trx)
  await sql`update pick_list set name = 'Pick list' where ${columnMentionsId(sql`name`, wanted)}`.execute(trx)
}

/**
 * Notes which children are aliquots, and follow the freeze-thaw cycles of their parents, before the events of their
 * creation are emptied: of those from before migration 0072 only these say it.
 */
async function keepAliquots(trx: Transaction, { eventIds }: Traces) {
  const parentIds = sql`
    select entity_id::uuid from audit_event
    where id = any(${eventIds}::bigint[]) and entity_type = 'sample'
      and action in ('sample.add-child', 'sample.update')`
  await sql`
    update sample child set thaws_with_parent = ${isAliquot(sql`parent.id`, sql`parent.type`, sql`child.id::text`)}
    from sample parent
    where parent.id in (${parentIds}) and child.parent_sample_id = parent.id and child.thaws_with_parent is null
  `.execute(trx)
  const parentOfKept = sql`(kept.content ->> 'parent_sample_id')::uuid`
  const typeOfParent = sql`coalesce((select type from sample where id = ${parentOfKept}), (
    select content ->> 'type' from deleted_row parent
    where parent.deletion_id = kept.deletion_id and parent.table_name = 'sample'
      and parent.content -> 'id' = kept.content -> 'parent_sample_id'
  ))`
  await sql`
    update deleted_row kept set content = kept.content || jsonb_build_object('thaws_with_parent',
      ${isAliquot(parentOfKept, typeOfParent, sql`kept.content ->> 'id'`)})
    where kept.table_name = 'sample' and kept.content ->> 'thaws_with_parent' is null
      and ${parentOfKept} in (${parentIds})
  `.execute(trx)
}

/** Whether a child was created with the type that its parent had then, as `children_thawed_with` (0072) decides it. */
const isAliquot = (
  parentId: RawBuilder<unknown>,
  parentType: RawBuilder<unknown>,
  childId: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from audit_event created
  where created.entity_type = 'sample' and created.entity_id = ${parentId}::text
    and created.action = 'sample.add-child' and created.after -> 'ids' ? (${childId})
    and created.after ->> 'type' = coalesce(
      (
        select (array_agg(corrected.before ->> 'type' order by corrected.id))[1] from audit_event corrected
        where corrected.entity_type = 'sample' and corrected.entity_id = ${parentId}::text
          and corrected.id > created.id and corrected.action = 'sample.update' and corrected.before ? 'type'
      ),
      ${parentType}
    )
)`

async function emptyEvents(trx: Transaction, { id }: ErasureFacts, { eventIds, onlyReasonIds }: Traces) {
  await sql`
    select erase_events(${eventIds}::bigint[], ${onlyReasonIds}::bigint[], (
      select max(id) from audit_event where entity_type = 'subject' and entity_id = ${id}
    ))
  `.execute(trx)
}

/**
 * Empties only these fields: a type or a name that reads like the ID is needed to restore the record. Once it was
 * restored, it needs no name here.
 */
async function emptyDeletedRows(trx: Transaction, { wanted, deletedRows }: Traces) {
  const metadataWithout = sql`jsonb_build_object('metadata', without_text(kept.content -> 'metadata', ${wanted}))`
  await sql`
    update deleted_row kept set content = case kept.table_name
      when 'sample' then (kept.content - 'search_text') || '{"subject_id": null, "visit_id": null, "notes": ""}'
        || ${metadataWithout} || ${nextVersion(sql`kept.content`)}
        || case when undone_at is not null and ${columnMentionsId(sql`kept.content ->> 'name'`, wanted)}
          then jsonb_build_object('name', kept.content -> 'alias') else '{}' end
      when 'lifecycle_event' then kept.content || '{"notes": ""}'
      when 'custody_event' then kept.content || '{"reason": "", "purpose": ""}'
      when 'batch' then kept.content || ${metadataWithout}
        || case when upper(composed(btrim(kept.content ->> 'description'))) = ${wanted}
          then '{"description": ""}'::jsonb else '{}' end
    end
    from unnest(${deletedRows.map(({ deletionId }) => deletionId)}::uuid[],
      ${deletedRows.map(({ place }) => place)}::bigint[]) found (deletion_id, place)
    join deletion on deletion.id = found.deletion_id
    where kept.deletion_id = found.deletion_id and kept.place = found.place
  `.execute(trx)
}

async function emptyBatches(trx: Transaction, wanted: string) {
  await sql`
    update batch set metadata = without_text(metadata, ${wanted}), version = version + 1,
      description = case when upper(composed(btrim(description))) = ${wanted} then '' else description end
    where upper(composed(btrim(description))) = ${wanted} or holds_text(metadata, ${wanted})
  `.execute(trx)
}

/**
 * The key stays taken, so that the request is not executed a second time. The fingerprint goes with the reply: whoever
 * tries all IDs in the rest of the request would find the one with this hash.
 */
async function dropSavedReplies(trx: Transaction, { wanted, sampleIds, viewIds, eventIds }: Traces) {
  const hadSubject = await idsOf(
    trx,
    sql<{ id: string }>`
      select distinct lower(entity_id) as id from audit_event
      where id = any(${eventIds}::bigint[]) and entity_type = 'sample'
        and ${wanted} in (upper(composed(before ->> 'subjectId')), upper(composed(after ->> 'subjectId')))
    `,
  )
  const ids = [...sampleIds, ...hadSubject]
  const batchIds = await idsOf(
    trx,
    sql<{ id: string }>`
      select batch_id::text as id from sample where id = any(${ids}::uuid[])
      union select content ->> 'batch_id' from deleted_row
      where table_name = 'sample' and content ->> 'id' = any(${ids}::text[])
      union select before ->> 'batchId' from audit_event
      where entity_type = 'sample' and entity_id = any(${ids}::text[]) and action = 'sample.update'
        and before ? 'batchId'
    `,
  )
  await sql`
    update answered_request set reply = null, fingerprint = ''
    where reply is not null and case
      -- Most replies hold one sample, and are many.
      when reply ? 'sample' then reply #>> '{sample,id}' = any(${sampleIds}::text[])
        or upper(composed(reply #>> '{sample,subjectId}')) = ${wanted}
      else exists (
          select from jsonb_path_query(reply, '$.**.subjectId') subject
          where upper(composed(subject #>> '{}')) = ${wanted}
        )
        or ${holdsIdAt(sql`'$.**.id'`, sampleIds)} or ${holdsIdAt(sql`'$.**.sampleIds[*]'`, ids)}
        -- Of an edit that changed nothing the reply names no sample.
        or call = '/api/samples/edit-field' and reply -> 'undo' = 'null'
        or call = '/api/samples/import/apply' and reply #>> '{batch,id}' = any(${batchIds}::text[])
        or jsonb_path_query_array(reply, '$.view.id') ?| ${viewIds}::text[]
        or holds_text(reply, ${wanted})
        or ${columnMentionsId(sql`reply::text`, wanted)}
    end
  `.execute(trx)
}

/** Whether a saved reply holds one of the ids at a path. PostgreSQL hashes them: replies and ids may be 20,000 each. */
const holdsIdAt = (path: RawBuilder<unknown>, ids: readonly string[]) => sql<boolean>`exists (
  select from jsonb_path_query(reply, ${path}) id where id #>> '{}' = any(${[...ids]}::text[])
)`

async function idsOf(trx: Transaction, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(trx)
  return rows.map(({ id }) => id)
}

async function emptyPrintReasons(trx: Transaction, wanted: string) {
  for (const table of [sql`print_label`, sql`print_run`]) {
    await sql`
      update ${table} set reason = '' where reason <> '' and ${columnMentionsId(sql`reason`, wanted)}
    `.execute(trx)
  }
}

/**
 * Labels and pick lists keep the names that samples had: it becomes the present one; the tube ID if the sample was
 * deleted, or its present name contains the ID too, as it is to be renamed.
 */
async function replaceCopiedNames(trx: Transaction, wanted: string) {
  for (const table of [sql`print_label`, sql`pick_list_item`]) {
    await sql`
      update ${table} copy
      set sample_name = coalesce(
        (select name from sample where id = copy.sample_id and not ${columnMentionsId(sql`name`, wanted)}), copy.tube_id)
      where ${columnMentionsId(sql`copy.sample_name`, wanted)}
    `.execute(trx)
  }
}

/** Those of earlier erasures. */
async function emptyErasureReasons(trx: Transaction, wanted: string) {
  await sql`
    update erasure set reason = '' where reason <> '' and ${columnMentionsId(sql`reason`, wanted)}
  `.execute(trx)
}

/**
 * Removes the ID from what the scans of the data repository found. A name in a header becomes the ID of the sample that
 * the file is linked to, with which it agreed, also if that sample was renamed since; else null, so that a scan still
 * knows that the header names somebody.
 */
async function removeFromSync(trx: Transaction, wanted: string) {
  const isOfSubject = columnMentionsId(sql`name`, wanted)
  const isLinked = sql`(not needs_match or exists (
    select from sample
    where id = data_file.sample_id and upper(subject_id) = ${wanted} and bam_md5 = data_file.md5 and bam_doubt is null
  ))`
  const ofError = sql`concat_ws(' ', dvc_path, path, message)`
  await sql`delete from sync_error where ${columnMentionsId(ofError, wanted)}`.execute(trx)
  await sql`delete from data_file where is_gone and ${columnMentionsId(sql`path`, wanted)}`.execute(trx)
  await sql`
    update data_file
    set sample_names = array(
      select case when ${isOfSubject} then case when ${isLinked} then sample_id::text end else name end
      from unnest(sample_names) name
    )
    where exists (select from unnest(sample_names) name where ${isOfSubject})
  `.execute(trx)
}

/** Leads those who are signing in, and would come to a list filtered by the subject, to the list without filters. */
async function forgetTargets(trx: Transaction, wanted: string): Promise<void> {
  const { rows } = await sql<{ state: string; target: string }>`
    select state, target from sign_in_attempt where strpos(target, '?') > 0
  `.execute(trx)
  const states = rows.flatMap(({ state, target }) => (addressMentions(target, wanted) ? [state] : []))
  await sql`
    update sign_in_attempt set target = split_part(target, '?', 1) where state = any(${states}::text[])
  `.execute(trx)
}

const addressMentions = (target: string, wanted: string): boolean =>
  [...new URLSearchParams(target.slice(target.indexOf('?'))).values()].some((text) =>
    mentionsId(wanted, text),
  )
