import type { LiveChange } from '@lims/contract/live.ts'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { deletionKeys } from '../../entities/deletion/deletion-api.ts'
import { freezerWorkKeys } from '../../entities/freezer-work/freezer-work-keys.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { accessKeys } from '../../entities/session/me-api.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { syncKeys } from '../../entities/sync/sync-api.ts'
import { auditKeys } from '../../features/audit-trail/audit-api.ts'

/** Marks as stale what a change may have touched; what is on the screen is fetched again at once. */
export function applyChange(
  queryClient: QueryClient,
  { storages, samples, batches, sync, access, freezerWork }: LiveChange,
) {
  const stale: Promise<unknown>[] = []
  const refetch = (filter: QueryFilters) => stale.push(refetchStale(queryClient, filter))
  const arePlacesStale = storages !== undefined
  // A sample has the name of its batch, and a batch counts its samples by status.
  const areSamplesStale = samples || batches
  if (arePlacesStale) refetch({ predicate: ({ queryKey }) => shows(queryKey, storages) })
  // Lists of samples name the storages that contain them.
  if (arePlacesStale && !areSamplesStale) refetch({ predicate: ({ queryKey }) => showsPlaces(queryKey) })
  if (arePlacesStale && !freezerWork) refetch({ predicate: ({ queryKey }) => plansByPlaces(queryKey) })
  const keys = [
    ...(areSamplesStale ? [sampleKeys.all, storageKeys.everyOrphanSample, batchKeys.all] : []),
    ...(batches ? [storageKeys.everyOccupancy] : []),
    ...(areSamplesStale || arePlacesStale ? [deletionKeys.all] : []),
    ...(areSamplesStale || arePlacesStale || access ? [auditKeys.all] : []),
    ...(sync ? [syncKeys.status] : []),
    ...(access ? [accessKeys.all] : []),
    ...(freezerWork ? [freezerWorkKeys.all] : []),
  ]
  for (const queryKey of keys) refetch({ queryKey })
  return Promise.all(stale)
}

/**
 * Fetches again what is on the screen. A first load and a list of pages that are under way are fetched once more when
 * they have ended: the server may have read before the change, and a long list that each change interrupts would never
 * be complete while people work.
 */
async function refetchStale(queryClient: QueryClient, filter: QueryFilters) {
  const found = queryClient.getQueryCache().findAll(filter)
  const underWay = new Set(found.filter(isLeftToEnd))
  const others = new Set(found.filter((query) => !underWay.has(query)))
  const refetched = queryClient.invalidateQueries({ predicate: (query) => others.has(query) })
  await Promise.allSettled([...underWay].map(({ promise }) => promise))
  await queryClient.invalidateQueries({ predicate: (query) => underWay.has(query) })
  await refetched
}

const isLeftToEnd = ({ state: { fetchStatus, data } }: Query) =>
  fetchStatus === 'fetching' && (data === undefined || hasPages(data))

const hasPages = (data: unknown) => typeof data === 'object' && data !== null && 'pageParams' in data

const kindsWithPlaces = ['list', 'tree', 'selection', 'chosen']

const showsPlaces = ([domain, kind]: Query['queryKey']) =>
  domain === sampleKeys.all[0] && kindsWithPlaces.includes(`${kind}`)

const workByPlaces = ['moves', 'pick-lists', 'stock-takes']

/** A walk list, a pick list and a count follow the boxes and tubes that others move. */
const plansByPlaces = ([domain, kind]: Query['queryKey']) =>
  domain === freezerWorkKeys.all[0] && workByPlaces.includes(`${kind}`)

const keysOfOneStorage = ['children', 'occupancy']

/**
 * A grid shows its own storage; a list, a path or a location may show any. A storage has the temperature and the name of
 * those around it.
 */
function shows(key: Query['queryKey'], changed: NonNullable<LiveChange['storages']>): boolean {
  const [domain, kind, id] = key
  if (domain !== storageKeys.all[0]) return false
  return changed === 'all' || !keysOfOneStorage.includes(String(kind)) || changed.includes(Number(id))
}
