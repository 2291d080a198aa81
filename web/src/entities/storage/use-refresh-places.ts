import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refetchFreezerWork } from '../freezer-work/freezer-work-keys.ts'
import { sampleKeys } from '../sample/sample-api.ts'
import { storageKeys } from './storage-api.ts'

/**
 * Fetches again what a placement changes: grids, counts, locations, the archived time of a sample, who has it, and what
 * freezer work shows of it.
 */
export const refetchPlaces = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: storageKeys.all }),
    queryClient.invalidateQueries({ queryKey: sampleKeys.all }),
    refetchFreezerWork(queryClient),
  ])

/** Returns a function that calls `refetchPlaces`. */
export function useRefreshPlaces() {
  const queryClient = useQueryClient()
  return useCallback(() => refetchPlaces(queryClient), [queryClient])
}
