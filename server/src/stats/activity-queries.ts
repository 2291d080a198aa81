import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What one person did to things of one kind at one moment, be it to one or to thousands. */
export type Deed = {
  from: Date
  at: Date
  personId: string
  action: string
  entityType: string
  entityId: string
  things: number
  /** Where the samples were moved to, if that is what was done. */
  toStatus: SampleStatus | null
}

const maxMoments = 150

/** The last deeds, newest first. It leaps from moment to moment, so that a change of thousands costs one step. */
export async function listDeeds(db: Db): Promise<Deed[]> {
  const { rows } = await sql<Deed>`
    with recursive moment as (
      (select at, 1 as place from audit_event where entity_type <> 'session' order by at desc limit 1)
      union all
      select earlier.at, moment.place + 1 from moment cross join lateral (
        select at from audit_event where at < moment.at and entity_type <> 'session' order by at desc limit 1
      ) earlier
      where moment.place < ${maxMoments}
    )
    select moment.at as from, moment.at, deed.*
    from moment cross join lateral (
      select person_id as "personId", action, entity_type as "entityType", max(entity_id) as "entityId",
        count(*)::int as things,
        case when action in ('sample.update-lifecycle', 'sample.update-statuses') then after ->> 'status' end
          as "toStatus"
      from audit_event where audit_event.at = moment.at and entity_type <> 'session'
      group by person_id, action, entity_type, "toStatus"
      order by max(id) desc
    ) deed
    order by moment.place
  `.execute(db)
  return rows
}

export type Detail = {
  personName: string
  name: string | null
  isGone: boolean
  batchId: string | null
  batchName: string | null
}

/** Who did each deed, what its thing is called, and the batch when all its samples belong to one; in their order. */
export async function detailDeeds(db: Db, deeds: readonly Deed[]): Promise<Detail[]> {
  const column = <T>(of: (deed: Deed) => T): T[] => deeds.map(of)
  const { rows } = await sql<Detail>`
    select coalesce(person.name, deed.person_id) as "personName",
      coalesce(sample.name, batch.name, storage.alias, told.name) as name,
      num_nonnulls(sample.id, batch.id, storage.id) = 0 as "isGone",
      touched.batch_ids[1] as "batchId", own.name as "batchName"
    from unnest(
      ${column(({ from }) => from)}::timestamptz[], ${column(({ at }) => at)}::timestamptz[],
      ${column(({ personId }) => personId)}::text[], ${column(({ action }) => action)}::text[],
      ${column(({ entityType }) => entityType)}::text[], ${column(({ entityId }) => entityId)}::text[],
      ${column(({ toStatus }) => toStatus)}::text[]
    ) with ordinality deed (starts_at, ends_at, person_id, action, entity_type, entity_id, to_status, place)
    left join person on person.id = deed.person_id
    left join sample on sample.id = case when deed.entity_type = 'sample' then nullif(deed.entity_id, '')::uuid end
    left join batch on batch.id = case when deed.entity_type = 'batch' then nullif(deed.entity_id, '')::uuid end
    left join storage on storage.id = case when deed.entity_type = 'storage' then nullif(deed.entity_id, '')::integer end
    left join lateral (
      select coalesce(event.before ->> 'name', event.before ->> 'alias', event.after ->> 'name') as name
      from audit_event event
      where event.entity_type = deed.entity_type and event.entity_id = deed.entity_id and event.action = deed.action
        and event.at = deed.ends_at
      limit 1
    ) told on true
    left join lateral (
      select array_agg(distinct kin.batch_id) as batch_ids
      from audit_event event join sample kin on kin.id = case
        when event.entity_type = 'sample' then nullif(event.entity_id, '')::uuid end
      where event.at >= deed.starts_at and event.at <= deed.ends_at
        and event.person_id = deed.person_id and event.action = deed.action
        and (deed.to_status is null or event.after ->> 'status' = deed.to_status)
    ) touched on deed.entity_type = 'sample'
    left join batch own on cardinality(touched.batch_ids) = 1 and own.id = touched.batch_ids[1]
    order by deed.place
  `.execute(db)
  return rows
}
