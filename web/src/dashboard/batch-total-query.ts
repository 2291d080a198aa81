import { batchesApi } from '@lims/contract/batches.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const batchTotalQuery = queryOptions({
  queryKey: ['batches', 'total'],
  queryFn: async ({ signal }) =>
    (await call(batchesApi.list, { query: { pageSize: 1 } }, { signal })).totalBatches,
  meta: { handlesErrors: true },
})
