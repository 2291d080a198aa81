import type { AuditEntityType } from '@lims/contract/audit.ts'
import type { HistoryEntityType } from '@lims/contract/audit-api.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { pathSeparator } from '@lims/contract/storage-path.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { idsInEvents } from '../audit/audit-queries.ts'
import type { Db } from '../db/database.ts'

/** Samples and storages may share a name. */
const maxNamesakes = 1000

/**
 * Lists what a person may know by a text: the tube ID of a sample, the code of a storage, and the name of a record of
 * any kind that has one. Of a deleted record it is the last name that it had, also if its creation was undone.
 */
export async function listNamesakes(db: Db, text: string): Promise<{ type: AuditEntityType; id: string }[]> {
  const { rows } = await sql<{ type: AuditEntityType; id: string }>`
    select 'sample' as type, id::text from sample where upper(alias) = upper(${text})
    union
    select 'sample', content ->> 'id' from deleted_row
    where table_name = 'sample' and upper(content ->> 'alias') = upper(${text})
    union
    (select 'sample', id::text from sample where upper(name) = upper(${text}) limit ${maxNamesakes})
    union
    select 'batch', id::text from batch where lower(name) = lower(${text})
    union
    (select 'storage', id::text from storage where lower(alias) = lower(${text}) limit ${maxNamesakes})
    union
    (
      select kept.table_name, kept.content ->> 'id' from deleted_row kept
      join deletion on deletion.id = kept.deletion_id
      where kept.table_name in ('sample', 'batch', 'storage') and deletion.undone_at is null
        and lower(coalesce(kept.content ->> 'name', kept.content ->> 'alias')) = lower(${text})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_type, entity_id from audit_event
      where after ? 'isCreationUndone' and lower(coalesce(before ->> 'name', before ->> 'alias')) = lower(${text})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_type, entity_id from audit_event
      where after ? 'isCreationUndone' and entity_type = 'sample' and lower(before ->> 'alias') = lower(${text})
      limit ${maxNamesakes}
    )
    union
    select 'person', id from person where lower(name) = lower(${text})
    union
    select 'token', id::text from api_token where lower(name) = lower(${text})
    union
    select 'pick-list', id::text from pick_list where lower(name) = lower(${text})
    union
    select 'stock-take', id::text from stock_take
    where lower(storage_name) = lower(${text})
      or right(lower(storage_name), char_length(${pathSeparator + text})) = lower(${pathSeparator + text})
    union
    select entity_type, entity_id from audit_event
    where action in ('view.save', 'view.delete')
      and lower(coalesce(before ->> 'name', after ->> 'name')) = lower(${text})
  `.execute(db)
  const storageId = parseStorageCode(text)
  return storageId === undefined ? rows : [...rows, { type: 'storage', id: `${storageId}` }]
}

/** Whether a record has this id, or had it before it was deleted. `id` is a UUID, of a storage a number. */
export async function isKnownRecord(
  db: Db,
  { type, id }: { type: z.infer<typeof HistoryEntityType>; id: string },
): Promise<boolean> {
  const hasId = type === 'storage' ? sql`id::text = ${id}` : sql`id = ${id}::uuid`
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from ${sql.table(type)} where ${hasId})
      or exists (select from audit_event where entity_type = ${type} and entity_id = any(${idsInEvents([id])}::text[]))
      or exists (select from deleted_row where table_name = ${type} and content ->> 'id' = ${id}) as "isKnown"
  `.execute(db)
  return rows[0]?.isKnown === true
}
