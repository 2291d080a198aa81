import { useQuery } from '@tanstack/react-query'
import { freshOccupancyQuery, storageListQuery, storageQuery } from '../../../entities/storage/storage-api.ts'
import type { Target } from './preview-creation.ts'

const maxTopLevelNames = 100

/** The place that new storages are meant for. */
type LoadedTarget = {
  /** Undefined while it is loaded. */
  target: Target | undefined
  /** Names that are there already; at the top level, where names may repeat, only those that contain `like`. */
  names: readonly string[]
  error: Error | null
}

/** Loads the contents of a storage that new ones go into; 0 is the top level. */
export function useTarget(parentId: number, like: string): LoadedTarget {
  const isTop = parentId <= 0
  const parent = useQuery({ ...storageQuery(parentId), enabled: !isTop })
  const occupancy = useQuery({ ...freshOccupancyQuery(parentId), enabled: !isTop })
  const top = useQuery({
    ...storageListQuery({ isTop, pageNumber: 0, pageSize: maxTopLevelNames, query: like || undefined }),
    enabled: isTop && like !== '',
  })
  if (isTop) {
    return { target: null, names: top.data?.storages.map(({ alias }) => alias) ?? [], error: null }
  }
  const isLoaded = parent.data !== undefined && occupancy.data !== undefined
  return {
    target: isLoaded ? { parent: parent.data, occupancy: occupancy.data } : undefined,
    names: occupancy.data?.map(({ contentName }) => contentName) ?? [],
    error: parent.error ?? occupancy.error,
  }
}
