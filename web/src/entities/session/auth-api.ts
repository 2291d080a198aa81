import { authApi } from '@lims/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether one can sign in here, and with whom. */
export const siteQuery = queryOptions({
  queryKey: ['auth', 'site'],
  queryFn: ({ signal }) => call(authApi.checkSite, { body: {} }, { signal }),
  meta: { handlesErrors: true },
})

/** The server forgets a sign-in that was begun and not completed within 10 minutes. */
const renewEveryMs = 8 * 60_000

/** The address at the identity provider. Each visit of the login page begins a sign-in of its own. */
export const signInAddressQuery = (target: string | undefined) =>
  queryOptions({
    queryKey: ['auth', 'sign-in-address', target],
    queryFn: async ({ signal }) => {
      const { redirectUrl } = await call(authApi.login, { body: target ? { target } : {} }, { signal })
      return redirectUrl
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: renewEveryMs,
    meta: { handlesErrors: true },
  })
