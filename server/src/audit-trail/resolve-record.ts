import type { AuditFilters } from '@lims/contract/audit-api.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** `namesakeIds`: the ids of the records that `entityId` names. `eventIds`: the only events that may match, if given. */
export type ResolvedAuditFilters = AuditFilters & { namesakeIds: string[]; eventIds?: number[] }

/** Samples and storages may share a name. */
const maxNamesakes = 1000

/**
 * Adds the ids of what a person may know a record by: the tube ID of a sample, the code of a storage, and the name of a
 * record of any kind that has one. Of a deleted record it is the last name that it had, also if its creation was undone.
 */
export async function resolveRecord(db: Db, filters: AuditFilters): Promise<ResolvedAuditFilters> {
  const { entityId } = filters
  if (entityId === undefined) return { ...filters, namesakeIds: [] }
  const { rows } = await sql<{ id: string }>`
    select id::text from sample where upper(alias) = upper(${entityId})
    union
    select content ->> 'id' from deleted_row
    where table_name = 'sample' and upper(content ->> 'alias') = upper(${entityId})
    union
    (select id::text from sample where upper(name) = upper(${entityId}) limit ${maxNamesakes})
    union
    select id::text from batch where lower(name) = lower(${entityId})
    union
    (select id::text from storage where lower(alias) = lower(${entityId}) limit ${maxNamesakes})
    union
    (
      select kept.content ->> 'id' from deleted_row kept join deletion on deletion.id = kept.deletion_id
      where kept.table_name in ('sample', 'batch', 'storage') and deletion.undone_at is null
        and lower(coalesce(kept.content ->> 'name', kept.content ->> 'alias')) = lower(${entityId})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_id from audit_event
      where after ? 'isCreationUndone' and lower(coalesce(before ->> 'name', before ->> 'alias')) = lower(${entityId})
      limit ${maxNamesakes}
    )
    union
    (
      select entity_id from audit_event
      where after ? 'isCreationUndone' and entity_type = 'sample' and lower(before ->> 'alias') = lower(${entityId})
      limit ${maxNamesakes}
    )
    union
    select id from person where lower(name) = lower(${entityId})
    union
    select id::text from api_token where lower(name) = lower(${entityId})
    union
    select id::text from pick_list where lower(name) = lower(${entityId})
    union
    select id::text from stock_take where lower(storage_name) = lower(${entityId})
    union
    select entity_id from audit_event
    where action in ('view.save', 'view.delete')
      and lower(coalesce(before ->> 'name', after ->> 'name')) = lower(${entityId})
  `.execute(db)
  const storageId = parseStorageCode(entityId)
  const namesakeIds = [...rows.map(({ id }) => id), ...(storageId === undefined ? [] : [`${storageId}`])]
  return { ...filters, namesakeIds }
}
