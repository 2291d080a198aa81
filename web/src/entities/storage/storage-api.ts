import type { RequestOf } from '@lims/contract/endpoint.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

type StorageFilter = RequestOf<typeof storageApi.search>['query']
type OrphanStorageFilter = RequestOf<typeof storageApi.orphans>['query']
type OrphanSampleFilter = RequestOf<typeof sampleLocationApi.orphans>['query']

/** Sample locations belong here too: a move makes grids and locations stale at once. */
export const storageKeys = {
  all: ['storage'] as const,
  list: (filter: StorageFilter & { isTop: boolean }) => [...storageKeys.all, 'list', filter] as const,
  orphanStorages: (filter: OrphanStorageFilter) => [...storageKeys.all, 'orphan-storages', filter] as const,
  everyOrphanSample: ['storage', 'orphan-samples'] as const,
  orphanSamples: (filter: OrphanSampleFilter) => [...storageKeys.everyOrphanSample, filter] as const,
  one: (id: number) => [...storageKeys.all, 'one', id] as const,
  children: (id: number) => [...storageKeys.all, 'children', id] as const,
  everyOccupancy: ['storage', 'occupancy'] as const,
  occupancy: (id: number) => [...storageKeys.everyOccupancy, id] as const,
  /** What a rack file would change in a box. */
  everyRackPreview: ['storage', 'rack-preview'] as const,
  usage: (ids: readonly number[]) => [...storageKeys.all, 'usage', ids] as const,
  inside: (id: number) => [...storageKeys.all, 'inside', id] as const,
  hierarchy: (id: number) => [...storageKeys.all, 'hierarchy', id] as const,
  everyLocation: ['storage', 'location'] as const,
  location: (sampleId: string) => [...storageKeys.everyLocation, sampleId] as const,
}

/**
 * A page of storages, with `isTop` only of those at the top level. The previous page is shown while the next one loads.
 */
export const storageListQuery = ({ isTop = false, ...filter }: StorageFilter & { isTop?: boolean }) =>
  queryOptions({
    queryKey: storageKeys.list({ isTop, ...filter }),
    queryFn: ({ signal }) =>
      call(isTop ? storageApi.orphans : storageApi.search, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the storages without a parent that fit into a given storage. */
export const orphanStorageQuery = (filter: OrphanStorageFilter) =>
  queryOptions({
    queryKey: storageKeys.orphanStorages(filter),
    queryFn: ({ signal }) => call(storageApi.orphans, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the samples without a location. */
export const orphanSampleQuery = (filter: OrphanSampleFilter) =>
  queryOptions({
    queryKey: storageKeys.orphanSamples(filter),
    queryFn: ({ signal }) => call(sampleLocationApi.orphans, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

export const storageQuery = (id: number) =>
  queryOptions({
    queryKey: storageKeys.one(id),
    queryFn: async ({ signal }) => (await call(storageApi.get, { query: { id } }, { signal })).storage,
  })

export const storageChildrenQuery = (storageId: number) =>
  queryOptions({
    queryKey: storageKeys.children(storageId),
    queryFn: async ({ signal }) =>
      (await call(storageApi.children, { query: { storageId } }, { signal })).children,
    meta: { errorTitle: 'Failed to fetch storage children' },
  })

export const occupancyQuery = (storageId: number) =>
  queryOptions({
    queryKey: storageKeys.occupancy(storageId),
    queryFn: async ({ signal }) =>
      (await call(storageApi.occupancy, { query: { storageId } }, { signal })).occupancy,
  })

/** For the grid editor: cached positions are used for one second only. */
export const freshOccupancyQuery = (storageId: number) => ({ ...occupancyQuery(storageId), staleTime: 1000 })

/** How many storages of each type are inside a storage, at all levels. */
export const storagesInsideQuery = (storageId: number) =>
  queryOptions({
    queryKey: storageKeys.inside(storageId),
    queryFn: async ({ signal }) =>
      (await call(storageApi.inside, { query: { storageId } }, { signal })).inside,
  })

export const hierarchyQuery = (storageId: number) =>
  queryOptions({
    queryKey: storageKeys.hierarchy(storageId),
    queryFn: async ({ signal }) =>
      (await call(storageApi.hierarchy, { query: { storageId } }, { signal })).hierarchy,
  })

export const sampleLocationQuery = (sampleId: string) =>
  queryOptions({
    queryKey: storageKeys.location(sampleId),
    queryFn: ({ signal }) => call(sampleLocationApi.location, { query: { sampleId } }, { signal }),
  })

/** How many tube places in each storage, with everything inside, are in use. At most `maxUsagePerRequest` ids. */
export const tubeUsageQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: storageKeys.usage(ids),
    queryFn: async ({ signal }) =>
      (await call(storageApi.usage, { query: { storageIds: ids.join() } }, { signal })).usage,
    meta: { errorTitle: 'The tube places in use could not be loaded' },
  })
