import { type ByPartOfId, sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import type { Db } from '../db/database.ts'
import {
  countInStatuses,
  countTubesIn,
  hasSubject,
  listSitesContaining,
  listStoragesInside,
} from './filter-queries.ts'

/** The filters of a request, before `resolveFilter`. */
export type SampleFilter = Partial<Omit<SampleListQuery, 'pageNumber' | 'pageSize' | 'sort'>>

/** A filter whose parts of IDs and storages have been looked up. At most one of each pair is set. */
export type ResolvedFilter = Omit<SampleFilter, 'storageId' | 'status' | 'sampleType'> & {
  status?: SampleStatus | undefined
  /** Set in place of `status` if there are several. */
  statuses?: SampleStatus[]
  /** The statuses, if few samples are in them (that wait, or since before `waitingSince`, if set): a search begins with these. */
  rareStatuses?: SampleStatus[]
  sampleType?: SampleType | undefined
  /** Set in place of `sampleType` if there are several. */
  sampleTypes?: SampleType[]
  /** Part of a subject's ID, set in place of `subjectId`. */
  subjectPart?: string
  /** IDs of sites in capitals, set in place of `siteId`. */
  sites?: string[]
  /** A storage and all storages below it, set in place of `storageId`. */
  inside?: StoragesInside
  /** Leaves out samples that are depleted or disposed of. */
  isInUse?: true
}

/** `tubes` are counted up to one more than `collectFromStorage`. */
export type StoragesInside = { storageIds: number[]; tubes: number }

/**
 * Up to this many tubes of one storage are collected before they are filtered and sorted. They lie together: scanning
 * in order would first read most others (decision 16).
 */
export const collectFromStorage = 50_000

/** Up to this many samples of a status are collected before they are filtered and sorted. */
const collectFromStatus = 10_000

/**
 * Looks up what the filters stand for. A subject or site that exists stays a whole value, so that an index serves it;
 * any other text is part of one.
 */
export async function resolveFilter(
  db: Db,
  { storageId, status, sampleType, ...filter }: SampleFilter,
): Promise<ResolvedFilter> {
  const { subjectId, siteId } = filter
  const [statuses, sampleTypes] = [statusesOf(status), sampleTypesOf(sampleType)]
  const [isSubject, sites, inside] = await Promise.all([
    subjectId ? hasSubject(db, subjectId) : true,
    siteId ? listSitesContaining(db, siteId) : undefined,
    storageId ? findInside(db, storageId) : undefined,
  ])
  return {
    ...filter,
    ...(statuses.length > 1 ? { statuses } : { status: statuses[0] }),
    ...(sampleTypes.length > 1 ? { sampleTypes } : { sampleType: sampleTypes[0] }),
    ...(subjectId && !isSubject ? { subjectId: undefined, subjectPart: subjectId } : {}),
    ...(sites?.length === 1 ? { siteId: sites[0] } : {}),
    ...(sites && sites.length > 1 ? { siteId: undefined, sites } : {}),
    ...(inside ? { inside } : {}),
  }
}

/** Returns which filters of a request are only part of the IDs that they find, as the member of the reply. */
export function partsOfIds(
  { siteId }: SampleFilter,
  { subjectPart, sites, siteId: found }: ResolvedFilter,
): { byPartOfId?: ByPartOfId } {
  const isPartOfSite = sites !== undefined || found?.toUpperCase() !== siteId?.toUpperCase()
  const byPartOfId = [
    ...(subjectPart === undefined ? [] : ['subjectId' as const]),
    ...(isPartOfSite ? ['siteId' as const] : []),
  ]
  return byPartOfId.length > 0 ? { byPartOfId } : {}
}

/** Returns the statuses of a filter, whether one or several. */
export const statusesIn = ({ status, statuses }: ResolvedFilter): SampleStatus[] =>
  statuses ?? (status ? [status] : [])

/**
 * Adds the statuses as rare ones if few samples have them, for a query that looks for samples among all. Beside a batch
 * or a subject they are left: its samples are fewer still.
 */
export async function withRareStatuses(db: Db, filter: ResolvedFilter): Promise<ResolvedFilter> {
  const { batchId, subjectId, waits, waitingSince } = filter
  const statuses = statusesIn(filter)
  if (statuses.length === 0 || batchId || subjectId) return filter
  const limit = collectFromStatus + 1
  const areRare = (await countInStatuses(db, statuses, { waits, waitingSince, limit })) < limit
  return areRare ? { ...filter, rareStatuses: statuses } : filter
}

async function findInside(db: Db, storageId: number): Promise<StoragesInside> {
  const storageIds = await listStoragesInside(db, storageId)
  return { storageIds, tubes: await countTubesIn(db, storageIds, collectFromStorage + 1) }
}
