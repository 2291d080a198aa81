import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accessKeys } from './me-api.ts'
import { useMe } from './use-may.ts'

/**
 * When the person's permissions have changed, other values may be hidden: what is on the page is fetched again, and
 * what is only cached is forgotten.
 */
export function useRefetchOnAccessChange() {
  const queryClient = useQueryClient()
  const permissions = useMe()?.permissions.toSorted().join(' ')
  const last = useRef(permissions)

  // Synchronises with the server.
  useEffect(() => {
    const isChange = last.current !== undefined && permissions !== undefined && last.current !== permissions
    last.current = permissions ?? last.current
    if (!isChange) return
    const predicate = ({ queryKey }: Query) => queryKey[0] !== accessKeys.all[0]
    queryClient.removeQueries({ type: 'inactive', predicate })
    void queryClient.invalidateQueries({ predicate })
  }, [queryClient, permissions])
}
