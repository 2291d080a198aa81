import { type Query, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Modal } from 'antd'
import { useEffect } from 'react'
import { currentSession, onSessionChange } from '../entities/session/session.ts'
import { translateControlKeys } from '../features/scanning/control-keys.ts'
import { forgetSignedOutKeepers } from '../features/scanning/signed-out-scans.ts'
import type { createAppRouter } from './routes.tsx'
import { useSignedOutScans } from './use-signed-out-scans.ts'

const isPersonal = ({ queryKey }: Query) => queryKey[0] !== 'auth'

export function AppRouter({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const queryClient = useQueryClient()
  useSignedOutScans()

  // Synchronises with the keyboard of the whole page.
  useEffect(translateControlKeys, [])

  // Synchronises with the session: when it ends, the guard of the current route runs again and redirects to sign-in.
  // The next person at this computer must not see what the last one loaded, nor confirm its dialogs or scan for
  // them.
  useEffect(() => {
    let loadedFor = currentSession()?.user.sub
    return onSessionChange(async () => {
      const person = currentSession()?.user.sub
      if (person === undefined) Modal.destroyAll()
      // Another tab may have signed out the last person and signed in the next one while this one slept.
      if (person !== undefined && person !== loadedFor) {
        loadedFor = person
        // The app shows these dialogs, and not a page.
        Modal.destroyAll()
        forgetSignedOutKeepers()
        void queryClient.resetQueries({ predicate: isPersonal })
      }
      await router.invalidate()
      // The sign-in page is shown by now and keeps its data.
      if (!currentSession()) queryClient.removeQueries({ predicate: isPersonal })
    })
  }, [router, queryClient])

  // Synchronises with the address: the app shows the question about a record, which stays when its page is left by
  // Back.
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && Modal.destroyAll()),
    [router],
  )

  return <RouterProvider router={router} />
}
