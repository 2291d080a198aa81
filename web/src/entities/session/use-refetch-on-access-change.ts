import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accessKeys } from './me-api.ts'
import { useMe } from './use-may.ts'

/** Fetches everything again when the person's permissions have changed: other values may be hidden from now on. */
export function useRefetchOnAccessChange() {
  const queryClient = useQueryClient()
  const permissions = useMe()?.permissions.toSorted().join(' ')
  const last = useRef(permissions)

  // In step with the server.
  useEffect(() => {
    const isChange = last.current !== undefined && permissions !== undefined && last.current !== permissions
    last.current = permissions ?? last.current
    if (!isChange) return
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== accessKeys.all[0] })
  }, [queryClient, permissions])
}
