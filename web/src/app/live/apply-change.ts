import type { LiveChange } from '@lims/contract/live.ts'
import {
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { auditKeys } from '../../entities/audit/audit-keys.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { deletionKeys } from '../../entities/deletion/deletion-api.ts'
import { changesWithWork, isMovePlan, namesTubes } from '../../entities/freezer-work/freezer-work-keys.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { accessKeys } from '../../entities/session/me-api.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { syncKeys } from '../../entities/sync/sync-api.ts'
import { viewsQuery } from '../../features/sample-table/view-api.ts'

/** Marks as stale what a change may have touched; what is on the screen is fetched again at once. */
export function applyChange(
  queryClient: QueryClient,
  { storages, samples, batches, sync, access, freezerWork, views }: LiveChange,
) {
  const arePlacesStale = storages !== undefined
  // A sample has the name of its batch, a batch counts its samples by status, and a location contains its latest change
  // of custody.
  const areSamplesStale = samples || batches
  const { everyOrphanSample, everyRackPreview, everyLocation } = storageKeys
  const keys = [
    ...(areSamplesStale
      ? [sampleKeys.all, everyOrphanSample, everyRackPreview, everyLocation, batchKeys.all]
      : []),
    ...(batches ? [storageKeys.everyOccupancy] : []),
    ...(areSamplesStale || arePlacesStale ? [deletionKeys.all] : []),
    ...(areSamplesStale || arePlacesStale || access || freezerWork ? [auditKeys.all] : []),
    ...(sync ? [syncKeys.status] : []),
    ...(access ? [accessKeys.all] : []),
    // Shared views of a deactivated person are not listed.
    ...(views || access ? [viewsQuery.queryKey] : []),
    // A confirmed freeze-thaw cycle changes no sample.
    ...(freezerWork ? [sampleKeys.everyCustody] : []),
  ]
  const predicates = [
    // Lists of samples name the storages that contain them.
    ...(arePlacesStale ? [(key: QueryKey) => shows(key, storages), showsPlaces] : []),
    ...(areSamplesStale || arePlacesStale ? [namesTubes] : []),
    ...(arePlacesStale ? [isMovePlan] : []),
    ...(freezerWork ? [changesWithWork] : []),
  ]
  const filters = [
    ...keys.map((queryKey): QueryFilters => ({ queryKey })),
    ...predicates.map((matches): QueryFilters => ({ predicate: ({ queryKey }) => matches(queryKey) })),
  ]
  const cache = queryClient.getQueryCache()
  return refetchStale(queryClient, new Set(filters.flatMap((filter) => cache.findAll(filter))))
}

/**
 * Fetches again what is on the screen. A list of pages that is under way is fetched once more when it has ended: the
 * server may have read before the change, and a long list that each change interrupts would never be complete while
 * people work.
 */
async function refetchStale(queryClient: QueryClient, stale: ReadonlySet<Query>) {
  const underWay = new Set([...stale].filter(mustFinish))
  const refetched = refetchKeepingFailures(
    queryClient,
    new Set([...stale].filter((query) => !underWay.has(query))),
  )
  await Promise.allSettled([...underWay].map(({ promise }) => promise))
  await queryClient.invalidateQueries({ predicate: (query) => underWay.has(query) })
  await refetched
}

/** Why a page has no record stays on the screen while it is fetched again: most changes are of other records. */
function refetchKeepingFailures(queryClient: QueryClient, stale: ReadonlySet<Query>) {
  const failures = [...stale].map((query) => ({ query, ...query.state }))
  return notifyManager.batch(() => {
    const refetched = queryClient.invalidateQueries({ predicate: (query) => stale.has(query) })
    for (const { query, status, error } of failures)
      if (status === 'error' && query.state.status === 'pending') query.setState({ status, error })
    return refetched
  })
}

const mustFinish = ({ state: { fetchStatus, data } }: Query) =>
  fetchStatus === 'fetching' && typeof data === 'object' && data !== null && 'pageParams' in data

const kindsWithPlaces = ['list', 'tree', 'selection', 'chosen', 'matching-by-place']

const showsPlaces = ([domain, kind]: QueryKey) =>
  domain === sampleKeys.all[0] && kindsWithPlaces.includes(`${kind}`)

const keysOfOneStorage = ['children', 'occupancy']

/**
 * A grid shows its own storage; a list, a path or a location may show any. A storage has the temperature and the name
 * of those around it.
 */
function shows(key: QueryKey, changed: NonNullable<LiveChange['storages']>): boolean {
  const [domain, kind, id] = key
  if (domain !== storageKeys.all[0]) return false
  return changed === 'all' || !keysOfOneStorage.includes(String(kind)) || changed.includes(Number(id))
}
