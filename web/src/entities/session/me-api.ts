import { peopleApi } from '@lims/contract/people.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { setTimeZone } from '../../ui/clock.ts'

/** Everything that depends on who may do what: fetched again when a role, a token or the state of roles changes. */
export const accessKeys = { all: ['access'] as const }

/** Who is signed in, and what they may do. A failure is shown nowhere: the server refuses what is not allowed. */
export const meQuery = queryOptions({
  queryKey: [...accessKeys.all, 'me'] as const,
  queryFn: async ({ signal }) => {
    const me = await call(peopleApi.me, {}, { signal })
    // Before anything is drawn again because of the reply. A server of the version before does not know the member.
    setTimeZone(me.timeZone ?? null)
    return me
  },
  staleTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
})
