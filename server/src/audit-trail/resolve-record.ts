import type { AuditFilters } from '@lims/contract/audit-api.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** `entityIds`: any of these; undefined for all records. */
export type ResolvedAuditFilters = Omit<AuditFilters, 'entityId'> & { entityIds: string[] | undefined }

/** Samples and storages may share a name. */
const maxNamesakes = 1000

/**
 * Adds the ids of what a person may know a record by: the tube ID of a sample, also of a deleted one, the code of a
 * storage, and the present name of a sample, batch, storage or person.
 */
export async function resolveRecord(
  db: Db,
  { entityId, ...filters }: AuditFilters,
): Promise<ResolvedAuditFilters> {
  if (entityId === undefined) return { ...filters, entityIds: undefined }
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
    select id from person where lower(name) = lower(${entityId})
  `.execute(db)
  const storageId = parseStorageCode(entityId)
  const others = [...rows.map(({ id }) => id), ...(storageId === undefined ? [] : [`${storageId}`])]
  return { ...filters, entityIds: [entityId, ...others] }
}
