import { type AxisConvention, racksApi } from '@lims/contract/rack-scan.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import type { RackFile } from './read-rack-text.ts'

/**
 * Previews what a rack file would change in a box. Its key is one of the storage keys, so that any move of a tube makes
 * it stale.
 */
export const rackPreviewQuery = (
  storageId: number,
  { name, text }: RackFile,
  convention: AxisConvention | undefined,
) =>
  queryOptions({
    queryKey: [...storageKeys.everyRackPreview, storageId, name, text, convention] as const,
    queryFn: ({ signal }) =>
      call(racksApi.preview, { body: { storageId, fileName: name, content: text, convention } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
