import { type AxisConvention, racksApi } from '@lims/contract/rack-scan.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import type { RackFile } from './rack-file.ts'

/** What a file would change in a box. Stands among the storages: a tube that somebody moves meanwhile makes it stale. */
export const rackPreviewQuery = (
  storageId: number,
  { name, text }: RackFile,
  convention: AxisConvention | undefined,
) =>
  queryOptions({
    queryKey: [...storageKeys.all, 'rack-preview', storageId, name, text, convention] as const,
    queryFn: ({ signal }) =>
      call(racksApi.preview, { body: { storageId, fileName: name, content: text, convention } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { handlesErrors: true },
  })
