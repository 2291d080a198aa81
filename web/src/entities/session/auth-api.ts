import { authApi, maxTargetLength } from '@lims/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether sign-in is available, and with which provider. */
export const siteQuery = queryOptions({
  queryKey: ['auth', 'site'],
  queryFn: ({ signal }) => call(authApi.checkSite, { body: {} }, { signal }),
})

/**
 * The address at the identity provider. Each request starts a new sign-in, which the server drops after 10 minutes, so
 * an address is good only when it is followed at once.
 */
export const signInAddressQuery = (target: string | undefined) =>
  queryOptions({
    queryKey: ['auth', 'sign-in-address', target],
    queryFn: async ({ signal }) => {
      const isSent = target && target.length <= maxTargetLength
      const { redirectUrl } = await call(authApi.login, { body: isSent ? { target } : {} }, { signal })
      return redirectUrl
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
