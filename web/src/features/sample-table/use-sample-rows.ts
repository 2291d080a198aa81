import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLoadMore } from '../../api/use-load-more.ts'
import type { TreeFilter } from '../../entities/sample/sample-api.ts'
import { sampleTreeQuery, sortedSamplesQuery } from '../../entities/sample/sample-api.ts'
import { flatRows, treeRows } from './tree-rows.ts'

/** The rows of the list: families in their batches, or one sample after the other if they are sorted. */
export function useSampleRows(filter: TreeFilter, sort: SampleSort | undefined) {
  const tree = useInfiniteQuery({ ...sampleTreeQuery(filter), enabled: sort === undefined })
  const sorted = useInfiniteQuery({
    ...sortedSamplesQuery(filter, sort ?? 'name'),
    enabled: sort !== undefined,
  })
  const shown = sort ? sorted : tree
  const { isPending, isPlaceholderData, isError, error, refetch } = shown
  const { loadMore, moreFailure } = useLoadMore(shown)
  const [treePages, sortedPages] = [tree.data?.pages, sorted.data?.pages]
  const rows = useMemo(
    () => (sort ? flatRows(sortedPages ?? []) : treeRows(treePages ?? [])),
    [sort, treePages, sortedPages],
  )
  const [first] = (sort ? sortedPages : treePages) ?? []
  return {
    rows,
    /** The counts, once they are loaded. */
    found: first,
    isLoading: isPending || isPlaceholderData,
    failure: isError && !first ? error : undefined,
    retry: refetch,
    loadMore,
    moreFailure,
  }
}
