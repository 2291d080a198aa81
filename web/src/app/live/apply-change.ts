import type { LiveChange } from '@lims/contract/live.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
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
  const stale: Promise<void>[] = []
  if (storages !== undefined) {
    stale.push(queryClient.invalidateQueries({ predicate: ({ queryKey }) => shows(queryKey, storages) }))
    // Lists of samples name the storages that contain them.
    if (!samples)
      stale.push(queryClient.invalidateQueries({ predicate: ({ queryKey }) => showsPlaces(queryKey) }))
  }
  if (samples) {
    stale.push(queryClient.invalidateQueries({ queryKey: sampleKeys.all }))
    stale.push(queryClient.invalidateQueries({ queryKey: storageKeys.everyOrphanSample }))
  }
  if (samples || batches || storages !== undefined) {
    stale.push(queryClient.invalidateQueries({ queryKey: deletionKeys.all }))
  }
  if (samples || batches || access || storages !== undefined) {
    stale.push(queryClient.invalidateQueries({ queryKey: auditKeys.all }))
  }
  // A batch counts its samples by status.
  if (samples || batches) stale.push(queryClient.invalidateQueries({ queryKey: batchKeys.all }))
  if (sync) stale.push(queryClient.invalidateQueries({ queryKey: syncKeys.status }))
  if (access) stale.push(queryClient.invalidateQueries({ queryKey: accessKeys.all }))
  if (freezerWork) stale.push(queryClient.invalidateQueries({ queryKey: freezerWorkKeys.all }))
  return Promise.all(stale)
}

const kindsWithPlaces = ['list', 'tree', 'selection', 'chosen']

const showsPlaces = ([domain, kind]: Query['queryKey']) =>
  domain === sampleKeys.all[0] && kindsWithPlaces.includes(`${kind}`)

const keysOfOneStorage = ['one', 'children', 'occupancy']

/** A grid shows its own storage; a list, a path or a location may show any. */
function shows(key: Query['queryKey'], changed: NonNullable<LiveChange['storages']>): boolean {
  const [domain, kind, id] = key
  if (domain !== storageKeys.all[0]) return false
  return changed === 'all' || !keysOfOneStorage.includes(String(kind)) || changed.includes(Number(id))
}
