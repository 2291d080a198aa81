import type { SampleListQuery } from '@lims/contract/samples.ts'
import type { Db } from '../db/database.ts'
import { hasSubject, listSitesContaining, listStoragesInside } from './filter-queries.ts'

/** The filters of a request, before `resolveFilter`. */
export type SampleFilter = Omit<SampleListQuery, 'pageNumber' | 'pageSize' | 'sort'>

/** A filter whose parts of IDs and storages have been looked up. At most one of each pair is set. */
export type ResolvedFilter = Omit<SampleFilter, 'storageId'> & {
  /** Part of a subject's ID, set in place of `subjectId`. */
  subjectPart?: string
  /** IDs of sites in capitals, set in place of `siteId`. */
  sites?: string[]
  /** A storage and all storages below it. */
  storageIds?: number[]
}

/**
 * Looks up what the filters stand for. A subject or site that exists stays a whole value, so that an index serves it; any
 * other text is part of one.
 */
export async function resolveFilter(db: Db, { storageId, ...filter }: SampleFilter): Promise<ResolvedFilter> {
  const { subjectId, siteId } = filter
  const [isSubject, sites, storageIds] = await Promise.all([
    subjectId ? hasSubject(db, subjectId) : true,
    siteId ? listSitesContaining(db, siteId) : undefined,
    storageId ? listStoragesInside(db, storageId) : undefined,
  ])
  return {
    ...filter,
    ...(subjectId && !isSubject ? { subjectId: undefined, subjectPart: subjectId } : {}),
    ...(sites?.length === 1 ? { siteId: sites[0] } : {}),
    ...(sites && sites.length > 1 ? { siteId: undefined, sites } : {}),
    ...(storageIds ? { storageIds } : {}),
  }
}
