import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type List = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage' | 'isFetchNextPageError' | 'error'
>

/**
 * Loads the next page of a list after what is being fetched: it would cancel a refetch, and the pages that are loaded
 * would stay as they were before the changes of others.
 */
export function useLoadMore({
  hasNextPage,
  isFetching,
  isFetchingNextPage,
  fetchNextPage,
  isFetchNextPageError,
  error,
}: List) {
  const [isWanted, setWanted] = useState(false)

  // Synchronises with the server.
  useEffect(() => {
    if (!isWanted || isFetching) return
    setWanted(false)
    if (hasNextPage) void fetchNextPage()
  }, [isWanted, isFetching, hasNextPage, fetchNextPage])

  return {
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) setWanted(true)
    },
    isLoadingMore: isWanted || isFetchingNextPage,
    /** Why the next page could not be loaded. */
    moreFailure: isFetchNextPageError ? error : undefined,
  }
}
