import type { AuditFilters } from '@lims/contract/audit-api.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import type { Db } from '../db/database.ts'
import { listNamesakeIds } from './namesake-queries.ts'

/** `namesakeIds`: the ids of the records that `entityId` names. `eventIds`: the only events that may match, if given. */
export type ResolvedAuditFilters = AuditFilters & { namesakeIds: string[]; eventIds?: number[] }

/**
 * Adds the ids of what a person may know a record by: the tube ID of a sample, the code of a storage, and the name of a
 * record of any kind that has one. Of a deleted record it is the last name that it had, also if its creation was undone.
 */
export async function resolveRecord(db: Db, filters: AuditFilters): Promise<ResolvedAuditFilters> {
  const { entityId } = filters
  if (entityId === undefined) return { ...filters, namesakeIds: [] }
  const named = await listNamesakeIds(db, entityId)
  const storageId = parseStorageCode(entityId)
  const namesakeIds = [...named, ...(storageId === undefined ? [] : [`${storageId}`])]
  return { ...filters, namesakeIds }
}
