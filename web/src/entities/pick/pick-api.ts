import type { RequestOf } from '@lims/contract/endpoint.ts'
import { type PickListsQuery, picksApi } from '@lims/contract/picks.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callForFile } from '../../api/call-for-file.ts'
import { useWrite } from '../../api/use-write.ts'
import { freezerWorkKeys } from '../freezer-work/freezer-work-keys.ts'
import { useRefreshPlaces } from '../storage/use-refresh-places.ts'

const pickListKeys = {
  all: [...freezerWorkKeys.all, 'pick-lists'] as const,
  one: (id: string) => [...pickListKeys.all, 'one', id] as const,
}

export const pickListsQuery = (query: PickListsQuery) =>
  queryOptions({
    queryKey: [...pickListKeys.all, 'list', query] as const,
    queryFn: ({ signal }) => call(picksApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const pickListQuery = (pickListId: string) =>
  queryOptions({
    queryKey: pickListKeys.one(pickListId),
    queryFn: ({ signal }) => call(picksApi.get, { query: { pickListId } }, { signal }),
  })

/** Which of the samples cannot be reserved, as it is now: never from the cache. */
export const reservableQuery = (sampleIds: readonly string[]) =>
  queryOptions({
    queryKey: [...pickListKeys.all, 'check', sampleIds] as const,
    queryFn: ({ signal }) => call(picksApi.check, { body: { sampleIds: [...sampleIds] } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const pickPeopleQuery = queryOptions({
  queryKey: [...pickListKeys.all, 'people'] as const,
  queryFn: ({ signal }) => call(picksApi.people, {}, { signal }),
  meta: { errorTitle: 'The people could not be loaded' },
})

export function useCreatePickList() {
  const refresh = useRefreshPlaces()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: RequestOf<typeof picksApi.create>['body'], options) =>
      call(picksApi.create, { body }, options),
    onSettled: refresh,
    meta: { errorTitle: 'No pick list was created' },
  })
}

export function useReportNotFound() {
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: (body: RequestOf<typeof picksApi.notFound>['body'], options) =>
      call(picksApi.notFound, { body }, options),
    onSettled: refresh,
    meta: { errorTitle: 'The tube was not reported' },
  })
}

export function useUndoPick() {
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: (body: RequestOf<typeof picksApi.undoPick>['body'], options) =>
      call(picksApi.undoPick, { body }, options),
    // After a refusal the one before can be undone at once.
    onSettled: () => void refresh(),
    meta: { errorTitle: 'Nothing was undone' },
  })
}

export function useClosePickList() {
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: (pickListId: string, options) => call(picksApi.close, { body: { pickListId } }, options),
    onSettled: refresh,
    meta: { errorTitle: 'The pick list was not closed' },
  })
}

export const getPickListFile = (pickListId: string) => callForFile(picksApi.export, { query: { pickListId } })
