import type { AuditEntityType } from '@lims/contract/audit.ts'
import { type AuditFilters, HistoryEntityType } from '@lims/contract/audit-api.ts'
import { uuidPattern } from '@lims/contract/id-input.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isKnownRecord, listNamesakes } from './namesake-queries.ts'

/**
 * `namesakeIds`: the ids of the records that `entityId` names. `eventIds`: the only events that may match, if given.
 */
export type ResolvedAuditFilters = AuditFilters & { namesakeIds: string[]; eventIds?: number[] }

/** Adds the ids of the records that a person may know by `entityId`. */
export async function resolveRecord(db: Db, filters: AuditFilters): Promise<ResolvedAuditFilters> {
  const { entityId } = filters
  const namesakes = entityId === undefined ? [] : await listNamesakes(db, entityId)
  return { ...filters, namesakeIds: namesakes.map(({ id }) => id) }
}

type RecordInput = { entityType?: AuditEntityType | undefined; entityId?: string | undefined }

/**
 * Returns filters with the id of the one sample, batch or storage that `entityId` is the id or name of; it is taken for
 * an id if there is, or was, such a record. Throws `request-invalid` if it is the id and name of none, or the name of
 * several.
 */
export async function withRecordId<F extends RecordInput>(db: Db, filters: F): Promise<F> {
  const { entityType, entityId } = filters
  const { data: type } = HistoryEntityType.safeParse(entityType)
  if (type === undefined || entityId === undefined) return filters
  const isId = type === 'storage' ? /^\d+$/.test(entityId) : uuidPattern.test(entityId)
  if (isId && (await isKnownRecord(db, { type, id: entityId }))) return filters
  const namesakes = await listNamesakes(db, entityId)
  const ids = new Set(namesakes.filter(({ type }) => type === entityType).map(({ id }) => id))
  const [id] = ids
  if (id !== undefined && ids.size === 1) return { ...filters, entityId: id }
  throw new DomainError(
    'request-invalid',
    id === undefined
      ? `No ${entityType} is known by this id or name.`
      : `More than one ${entityType} is known by this name. Please give the id of the ${entityType}.`,
    'entityId',
  )
}
