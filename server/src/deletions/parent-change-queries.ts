import { inheritedFields } from '@lims/contract/sample-changes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { keptChildren } from './deletion-queries.ts'

type Gone = { what: 'batch' | 'parent'; name: string }

/** Returns what a sample of a deletion belonged to, and cannot come back without; undefined if nothing is gone. */
export async function findGone(trx: Transaction, deletionId: string): Promise<Gone | undefined> {
  const { rows } = await sql<Gone>`
    with kept as materialized (
      select content ->> 'id' as id, content ->> 'batch_id' as batch_id, content ->> 'parent_sample_id' as parent_id
      from deleted_row where deletion_id = ${deletionId} and table_name = 'sample'
    ), belonging as materialized (
      -- Joined: a list of ids that is too long for the memory would be searched for each sample.
      select kept.batch_id, kept.parent_id, parent.id is not null as comes_with_parent
      from kept left join kept parent on parent.id = kept.parent_id
    ), gone_parent as (
      select distinct parent_id from belonging
      where parent_id is not null and not comes_with_parent
        and not exists (select from sample where id = parent_id::uuid)
    ), gone_batch as (
      -- A child comes back to the batch of its parent.
      select distinct batch_id from belonging
      where (parent_id is null or comes_with_parent)
        and not exists (select from batch where id = batch_id::uuid)
        and not exists (select from deletion where id = ${deletionId} and entity_type = 'batch')
    )
    select 'parent' as what, gone.content ->> 'name' as name
    from gone_parent join deleted_row gone on gone.table_name = 'sample' and gone.content ->> 'id' = parent_id
    union all
    select 'batch', gone.content ->> 'name'
    from gone_batch
    join deletion on deletion.entity_type = 'batch' and deletion.entity_id = batch_id and undone_at is null
    join deleted_row gone on gone.deletion_id = deletion.id and gone.table_name = 'batch'
    limit 1
  `.execute(trx)
  return rows[0]
}

type Joined = { id: string; formerBatchId: string; batchId: string; version: number }

/** Lists the restored children that have come to the batch in which their parent is now, not to their former one. */
export async function listJoined(trx: Transaction, deletionId: string): Promise<Joined[]> {
  const { rows } = await sql<Joined>`
    select child.id, kept.batch_id as "formerBatchId", child.batch_id as "batchId", child.version
    from (${keptChildren(deletionId)}) kept join sample child on child.id = kept.id
    where child.batch_id <> kept.batch_id
  `.execute(trx)
  return rows
}

type Fields = Record<string, string | null>
type Inherited = { id: string; version: number; before: Fields; after: Fields }

/** By the index of ids: a list of all that is restored would be searched once for each sample. */
const isRestored = (sample: string, deletionId: string) => sql<boolean>`coalesce((
  select bool_or(deletion_id = ${deletionId}) from deleted_row
  where table_name = 'sample' and content ->> 'id' = ${sql.ref(`${sample}.id`)}::text
), false)`

const columns = { subjectId: 'subject_id', siteId: 'site_id', visitId: 'visit_id' } as const

/**
 * Gives restored children the subject, site and visit that their parents were given since the deletion, if they had
 * those of their parents, and no sibling has kept them. Returns what has changed. Call it with the parents locked.
 */
export async function inheritFromParents(
  trx: Transaction,
  deletionId: string,
  at: Date,
): Promise<Inherited[]> {
  const { rows } = await sql<Inherited>`
    with kept as materialized (${keptChildren(deletionId)}), deleted as materialized (
      -- All were deleted in one transaction.
      select max(event.id) as id from audit_event event
      where event.entity_type = 'sample' and event.entity_id = (select id::text from kept limit 1)
        and event.action = 'sample.delete' and event.after ->> 'deletionId' = ${deletionId}
    ), changed_parent as materialized (
      select parent.id, field, column_name, was.value as former, to_jsonb(parent) ->> column_name as present
      from deleted
      cross join (select distinct parent_id from kept) of_kept
      join sample parent on parent.id = of_kept.parent_id
      cross join unnest(${[...inheritedFields]}::text[],
        ${inheritedFields.map((field) => columns[field])}::text[]) inherited (field, column_name)
      cross join lateral (
        select before ->> field as value from audit_event
        where entity_type = 'sample' and entity_id = parent.id::text and id > deleted.id
          and action = 'sample.update' and before ? field
        order by id limit 1
      ) was
      where to_jsonb(parent) ->> column_name is distinct from was.value
        and not exists (
          select from sample sibling
          where sibling.parent_sample_id = parent.id and not ${isRestored('sibling', deletionId)}
            and to_jsonb(sibling) ->> column_name is not distinct from was.value
        )
    ), change as materialized (
      select child.id, field, column_name, former, present
      from changed_parent join sample child on child.parent_sample_id = changed_parent.id
      where to_jsonb(child) ->> column_name is not distinct from former and ${isRestored('child', deletionId)}
    ), fitted as (
      select id, jsonb_object_agg(column_name, present) as columns, jsonb_object_agg(field, former) as before,
        jsonb_object_agg(field, present) as after
      from change group by id
    )
    update sample child set (subject_id, site_id, visit_id) = (
      select subject_id, site_id, visit_id from jsonb_populate_record(child, fitted.columns)
    ), version = child.version + 1, updated_at = ${at}
    from fitted where child.id = fitted.id
    returning child.id, child.version, fitted.before, fitted.after
  `.execute(trx)
  return rows
}
