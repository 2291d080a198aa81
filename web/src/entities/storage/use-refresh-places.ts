import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sampleKeys } from '../sample/sample-api.ts'
import { storageKeys } from './storage-api.ts'

/** Reads again what a placement changes: grids, counts, locations, and the time at which a sample was archived. */
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
