import { type Query, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Modal } from 'antd'
import { useEffect } from 'react'
import { currentSession, onNextPerson, onSessionChange } from '../entities/session/session.ts'
import { translateControlKeys } from '../features/scanning/control-keys.ts'
import { forgetSignedOutKeepers } from '../features/scanning/signed-out-scans.ts'
import type { createAppRouter } from './routes.tsx'
import { useEarlyKeys } from './use-early-keys.ts'
import { useSignedOutScans } from './use-signed-out-scans.ts'

const isPersonal = ({ queryKey }: Query) => queryKey[0] !== 'auth'

export function AppRouter({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const queryClient = useQueryClient()
  useSignedOutScans()
  useEarlyKeys(router)

  // Synchronises with the keyboard of the whole page.
  useEffect(translateControlKeys, [])

  // Synchronises with who is signed in: the next person at this computer, also one of another tab, must not see what
  // the last one loaded, nor confirm their dialogs, which the app shows and not a page, or scan for them.
  useEffect(
    () =>
      onNextPerson(() => {
        Modal.destroyAll()
        forgetSignedOutKeepers()
        void queryClient.resetQueries({ predicate: isPersonal })
      }),
    [queryClient],
  )

  // Synchronises with the session: when it ends, the guard of the current route runs again and redirects to sign-in.
  useEffect(
    () =>
      onSessionChange(async () => {
        if (!currentSession()) Modal.destroyAll()
        await router.invalidate()
        // The sign-in page is shown by now and keeps its data.
        if (!currentSession()) queryClient.removeQueries({ predicate: isPersonal })
      }),
    [router, queryClient],
  )

  // Synchronises with the address: the app shows the question about a record, which stays when its page is left by
  // Back.
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && Modal.destroyAll()),
    [router],
  )

  return <RouterProvider router={router} />
}
