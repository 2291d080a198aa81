import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { freshOccupancyQuery, storageQuery } from '../../../entities/storage/storage-api.ts'
import { type GridModel, gridModel } from '../grid/grid-model.ts'

export type OpenGrid = {
  model: GridModel | undefined
  failure: Error | null
  /** Says which of the two could not be fetched. */
  failedTitle: string
  /** When the shown contents were fetched. */
  readAt: number
  retry: () => void
}

/** Fetches a storage and its contents in parallel. The model is there once both are. */
export function useOpenGrid(storageId: number | undefined): OpenGrid {
  const enabled = storageId !== undefined
  const storage = useQuery({ ...storageQuery(storageId ?? 0), enabled })
  const occupancy = useQuery({ ...freshOccupancyQuery(storageId ?? 0), enabled })
  const model = useMemo(
    () => (storage.data && occupancy.data ? gridModel(storage.data, occupancy.data) : undefined),
    [storage.data, occupancy.data],
  )
  return {
    model,
    failure: storage.error ?? occupancy.error,
    failedTitle: storage.error ? 'Error Loading Storage' : 'Failed to fetch storage occupancy',
    readAt: occupancy.dataUpdatedAt,
    retry: () => {
      void storage.refetch()
      void occupancy.refetch()
    },
  }
}
