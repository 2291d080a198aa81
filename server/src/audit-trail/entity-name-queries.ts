import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Entity = { entityType: string; entityId: string }

/** Returns names by type and id, as `sample 3f…`: the present one, or of a deleted record the last that is known. */
export async function listEntityNames(db: Db, entities: readonly Entity[]): Promise<Map<string, string>> {
  const distinct = new Map(entities.map((entity) => [`${entity.entityType} ${entity.entityId}`, entity]))
  const [types, ids] = [
    [...distinct.values()].map(({ entityType }) => entityType),
    [...distinct.values()].map(({ entityId }) => entityId),
  ]
  const { rows } = await sql<{ key: string; name: string }>`
    select entity.type || ' ' || entity.id as key, coalesce(present.name, last.name) as name
    from unnest(${types}::text[], ${ids}::text[]) as entity (type, id)
    left join lateral (
      select name from sample where entity.type = 'sample' and id = ${asUuid}
      union all select name from batch where entity.type = 'batch' and id = ${asUuid}
      union all select alias from storage where entity.type = 'storage' and id = ${asInteger}
      union all select name from person where entity.type = 'person' and id = entity.id
      union all select name from pick_list where entity.type = 'pick-list' and id = ${asUuid}
      union all select name from api_token where entity.type = 'token' and id = ${asUuid}
    ) present on true
    left join lateral (
      select ${nameIn} as name
      from audit_event e
      where present.name is null and entity.type in ('sample', 'batch', 'storage', 'view', 'stock-take')
        and e.entity_type = entity.type and e.entity_id = entity.id
        and ${nameIn} is not null
      order by e.id desc limit 1
    ) last on true
    where coalesce(present.name, last.name) is not null
  `.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** The alias of a sample is its tube ID, and the name in an event of a storage that of a move. */
const nameIn = sql`case when entity.type = 'storage' then coalesce(e.after ->> 'alias', e.before ->> 'alias')
  else coalesce(e.after ->> 'name', e.before ->> 'name') end`

/** Ids of every type of record are text in the audit trail. */
const asUuid = sql`case when entity.id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then entity.id::uuid end`
const asInteger = sql`case when entity.id ~ '^[0-9]{1,9}$' then entity.id::integer end`
