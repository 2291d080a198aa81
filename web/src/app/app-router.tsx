import { type Query, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession, onSessionChange } from '../entities/session/session.ts'
import type { createAppRouter } from './routes.tsx'
import { useSignedOutScans } from './use-signed-out-scans.ts'

const isOfThePerson = ({ queryKey }: Query) => queryKey[0] !== 'auth'

export function AppRouter({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const queryClient = useQueryClient()
  useSignedOutScans()

  // In step with the session: when it ends, the guard of the present route is asked again and leads to sign-in.
  useEffect(
    () =>
      onSessionChange(async () => {
        await router.invalidate()
        // The next person at this machine must not see what the last one read. The sign-in page, which stands there
        // by now, reads on.
        if (!currentSession()) queryClient.removeQueries({ predicate: isOfThePerson })
      }),
    [router, queryClient],
  )

  return <RouterProvider router={router} />
}
