import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { Activity } from '@lims/contract/stats.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { changeVariant } from '../samples/sample-match-queries.ts'

/** What one person did to records of one type at one instant, in one transaction. */
export type Action = {
  from: Date
  at: Date
  personId: string
  action: string
  entityType: string
  /** One of the records. */
  entityId: string
  /** The new status, if the action was a change of status. */
  toStatus: SampleStatus | null
  variant: Activity['variant']
}

/**
 * Work on samples, batches, storages and data. Who may do what, who revealed which subjects and who exported what is
 * for the audit page only, as in the filter `change` of samples (the history of one sample names who revealed its
 * subject); a saved view may be private.
 */
const isActivity = sql`entity_type not in ('session', 'person', 'token', 'subject', 'view', 'database') and action <> 'subject.reveal' and action not like '%.export'`

/**
 * Lists the actions of the latest `instants`, newest first. Steps from instant to instant along the index; of each it
 * reads all events, which may be thousands.
 */
export async function listRecentActions(db: Db, instants: number): Promise<Action[]> {
  const { rows } = await sql<Action>`
    with recursive instant as (
      (select at, 1 as place from audit_event where ${isActivity} order by at desc limit 1)
      union all
      select earlier.at, instant.place + 1 from instant cross join lateral (
        select at from audit_event where at < instant.at and ${isActivity} order by at desc limit 1
      ) earlier
      where instant.place < ${instants}
    )
    select instant.at as from, instant.at, done.*
    from instant cross join lateral (
      select person_id as "personId", action, entity_type as "entityType", max(entity_id) as "entityId",
        case when action in ('sample.update-lifecycle', 'sample.update-statuses') then after ->> 'status' end
          as "toStatus",
        ${changeVariant} as variant
      from audit_event where audit_event.at = instant.at and ${isActivity}
      group by person_id, action, entity_type, "toStatus", variant
      order by max(id) desc
    ) done
    order by instant.place
  `.execute(db)
  return rows
}

const isOfAction = sql`(
  event.at >= done.starts_at and event.at <= done.ends_at and event.person_id = done.person_id
    and event.action = done.action and event.entity_type = done.entity_type
)`

type ActionDetail = {
  things: number
  personName: string
  name: string | null
  isGone: boolean
  batchId: string | null
  batchName: string | null
}

/**
 * Returns details of each action in the same order: the person's name, the number of records, also of deleted ones, the
 * name of one, and the batch if all samples belong to one.
 */
export async function describeActions(db: Db, actions: readonly Action[]): Promise<ActionDetail[]> {
  const column = <T>(of: (action: Action) => T): T[] => actions.map(of)
  const { rows } = await sql<ActionDetail>`
    select coalesce(person.name, done.person_id) as "personName",
      coalesce(sample.name, batch.name, storage.alias, recorded.name) as name,
      done.entity_type in ('sample', 'batch', 'storage')
        and num_nonnulls(sample.id, batch.id, storage.id) = 0 as "isGone",
      touched.things, touched.batch_ids[1] as "batchId", own.name as "batchName"
    from unnest(
      ${column(({ from }) => from)}::timestamptz[], ${column(({ at }) => at)}::timestamptz[],
      ${column(({ personId }) => personId)}::text[], ${column(({ action }) => action)}::text[],
      ${column(({ entityType }) => entityType)}::text[], ${column(({ entityId }) => entityId)}::text[],
      ${column(({ toStatus }) => toStatus)}::text[], ${column((action) => action.variant)}::text[]
    ) with ordinality done (starts_at, ends_at, person_id, action, entity_type, entity_id, to_status, variant, place)
    left join person on person.id = done.person_id
    left join sample on sample.id = case when done.entity_type = 'sample' then nullif(done.entity_id, '')::uuid end
    left join batch on batch.id = case when done.entity_type = 'batch' then nullif(done.entity_id, '')::uuid end
    left join storage on storage.id = case when done.entity_type = 'storage' then nullif(done.entity_id, '')::integer end
    left join lateral (
      -- The name in an event of a storage is that of a move.
      select case when event.entity_type = 'storage' then coalesce(event.after ->> 'alias', event.before ->> 'alias')
        else coalesce(event.after ->> 'name', event.before ->> 'name') end as name
      from audit_event event
      where event.entity_type = done.entity_type and event.entity_id = done.entity_id and event.action = done.action
        and event.at = done.ends_at
      limit 1
    ) recorded on true
    cross join lateral (
      select count(*)::int as things, array_agg(distinct kin.batch_id) filter (where kin.id is not null) as batch_ids
      from (
        select event.entity_id from audit_event event
        where ${isOfAction} and (done.to_status is null or event.after ->> 'status' = done.to_status)
          and ${changeVariant} is not distinct from done.variant
        union
        -- An event of a print run is under the first of its samples.
        select label.sample_id::text from audit_event event
        join print_label label
          on label.run_id = case when event.action like 'print-run.%' then (event.after ->> 'runId')::uuid end
        where ${isOfAction} and done.entity_type = 'sample' and done.action like 'print-run.%'
      ) record
      left join sample kin on kin.id = case when done.entity_type = 'sample' then nullif(record.entity_id, '')::uuid end
    ) touched
    left join batch own on cardinality(touched.batch_ids) = 1 and own.id = touched.batch_ids[1]
    order by done.place
  `.execute(db)
  return rows
}
