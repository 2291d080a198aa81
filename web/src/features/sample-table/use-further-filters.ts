import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../api/call-error.ts'
import { custodyName } from '../../entities/custody/custody-tag.tsx'
import type { TreeFilter } from '../../entities/sample/sample-api.ts'
import { pathTextOf } from '../../entities/storage/path-text.ts'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { formatPeriod } from '../../ui/format-moment.ts'

type FurtherField = 'storageId' | 'custody' | 'hasPlace' | 'hasFile' | 'createdFrom' | 'createdTo'
type FurtherFilter = {
  name: string
  value: string
  /** The names of the storages around a storage, and its own: each rack has a Box 1. */
  path?: string | undefined
  removal: { [Field in FurtherField]?: undefined }
}

/** The filters that are set behind 'More filters', with their names and what removes them. */
export function useFurtherFilters(filter: TreeFilter): FurtherFilter[] {
  const { custody, hasPlace, hasFile, createdFrom, createdTo } = filter
  const storageId = Number(filter.storageId ?? 0)
  const storage = useQuery({ ...storageQuery(storageId), enabled: storageId !== 0 })
  const filters: FurtherFilter[] = []
  if (storageId) {
    const isGone = hasCode(storage.error, 'storage-not-found')
    const unnamed = isGone ? 'a storage that does not exist' : `storage ${storageId}`
    const value = storage.data?.alias ?? (storage.isPending ? '…' : unnamed)
    const path = storage.data && pathTextOf([storage.data.parentPath, storage.data.alias])
    filters.push({ name: 'Storage', value, path, removal: { storageId: undefined } })
  }
  if (custody) {
    filters.push({ name: 'Custody', value: custodyName(custody), removal: { custody: undefined } })
  }
  if (hasPlace) {
    const value = hasPlace === 'yes' ? 'in storage' : 'none yet'
    filters.push({ name: 'Place', value, removal: { hasPlace: undefined } })
  }
  if (hasFile) {
    const value = hasFile === 'yes' ? 'linked' : 'none'
    filters.push({ name: 'Data file', value, removal: { hasFile: undefined } })
  }
  if (createdFrom || createdTo) {
    const value = formatPeriod(createdFrom, createdTo)
    filters.push({ name: 'Registered', value, removal: { createdFrom: undefined, createdTo: undefined } })
  }
  return filters
}
