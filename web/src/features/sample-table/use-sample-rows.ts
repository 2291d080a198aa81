import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLoadMore } from '../../api/use-load-more.ts'
import type { TreeFilter } from '../../entities/sample/sample-api.ts'
import { sampleTreeQuery, sortedSamplesQuery } from '../../entities/sample/sample-api.ts'
import { batchesLeftOut, flatRows, type TreeRow, treeRows } from './tree-rows.ts'

/** The rows of the list: families in their batches, or one sample after the other if they are sorted. */
export function useSampleRows(filter: TreeFilter, sort: SampleSort | undefined) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const tree = useInfiniteQuery({ ...sampleTreeQuery(filter, closed), enabled: sort === undefined })
  const sorted = useInfiniteQuery({
    ...sortedSamplesQuery(filter, sort ?? 'name'),
    enabled: sort !== undefined,
  })
  const { refetch: refetchTree } = tree
  const shown = sort ? sorted : tree
  const { isPending, isPlaceholderData, isError, error, refetch, hasNextPage } = shown
  const { loadMore, moreFailure } = useLoadMore(shown)
  const [treePages, sortedPages] = [tree.data?.pages, sorted.data?.pages]
  const rows = useMemo(
    () => (sort ? flatRows(sortedPages ?? []) : treeRows(treePages ?? [])),
    [sort, treePages, sortedPages],
  )
  const [first] = (sort ? sortedPages : treePages) ?? []

  function toggle(isOpen: boolean, { key }: TreeRow) {
    const next = new Set(closed)
    if (isOpen) next.delete(key)
    else next.add(key)
    setClosed(next)
  }
  const leftOut = sort || !tree.data ? [] : batchesLeftOut(tree.data)
  /** The ids of the open batches among them. */
  const restWanted = leftOut.filter((id) => !closed.has(id)).join()

  // Synchronises with the server, once the query knows which batches are open.
  useEffect(() => {
    if (restWanted) void refetchTree()
  }, [restWanted, refetchTree])

  return {
    rows,
    /** The keys of the rows that a person has closed. */
    closed,
    toggle,
    /** The counts, once they are loaded. */
    found: first,
    isLoading: isPending || isPlaceholderData,
    failure: isError && !first ? error : undefined,
    retry: refetch,
    hasMore: hasNextPage,
    loadMore,
    moreFailure,
  }
}
