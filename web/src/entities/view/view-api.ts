import { viewsApi } from '@lims/contract/views.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The saved views of the signed-in person, and those that others share. */
export const viewsQuery = queryOptions({
  queryKey: ['views'] as const,
  queryFn: async ({ signal }) => (await call(viewsApi.list, {}, { signal })).views,
  meta: { handlesErrors: true },
})
