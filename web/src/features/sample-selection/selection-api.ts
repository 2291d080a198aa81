import { queryOptions } from '@tanstack/react-query'
import { fetchChosen } from '../../entities/sample/chosen-api.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'

/** The samples of a selection as they are now. `name` identifies the selection. */
export const selectionQuery = (name: string, sampleIds: readonly string[]) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'selection', name],
    queryFn: ({ signal }) => fetchChosen(sampleIds, signal),
    enabled: sampleIds.length > 0,
    meta: { handlesErrors: true },
  })
