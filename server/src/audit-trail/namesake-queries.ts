import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Samples and storages may share a name. */
const maxNamesakes = 1000

/** Returns the ids of the records of every kind that have the name, or had it last if they are deleted. */
export async function listNamesakeIds(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from sample where upper(alias) = upper(${name})
    union
    select content ->> 'id' from deleted_row
    where table_name = 'sample' and upper(content ->> 'alias') = upper(${name})
    union
    (select id::text from sample where upper(name) = upper(${name}) limit ${maxNamesakes})
    union
    select id::text from batch where lower(name) = lower(${name})
    union
    (select id::text from storage where lower(alias) = lower(${name}) limit ${maxNamesakes})
    union
    (
      select kept.content ->> 'id' from deleted_row kept join deletion on deletion.id = kept.deletion_id
      where kept.table_name in ('sample', 'batch', 'storage') and deletion.undone_at is null
        and lower(coalesce(kept.content ->> 'name', kept.content ->> 'alias')) = lower(${name})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_id from audit_event
      where after ? 'isCreationUndone' and lower(coalesce(before ->> 'name', before ->> 'alias')) = lower(${name})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_id from audit_event
      where after ? 'isCreationUndone' and entity_type = 'sample' and lower(before ->> 'alias') = lower(${name})
      limit ${maxNamesakes}
    )
    union
    select id from person where lower(name) = lower(${name})
    union
    select id::text from api_token where lower(name) = lower(${name})
    union
    select id::text from pick_list where lower(name) = lower(${name})
    union
    select id::text from stock_take where lower(storage_name) = lower(${name})
    union
    select entity_id from audit_event
    where action in ('view.save', 'view.delete')
      and lower(coalesce(before ->> 'name', after ->> 'name')) = lower(${name})
  `.execute(db)
  return rows.map(({ id }) => id)
}
