import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sampleKeys } from '../sample/sample-api.ts'
import { storageKeys } from './storage-api.ts'

/**
 * Returns a function that fetches again what a placement changes: grids, counts, locations, and the archived time of a
 * sample.
 */
export function useRefreshPlaces() {
  const queryClient = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: storageKeys.all }),
        queryClient.invalidateQueries({ queryKey: sampleKeys.all }),
      ]),
    [queryClient],
  )
}
