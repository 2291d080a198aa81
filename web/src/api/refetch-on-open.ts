import type { UseQueryResult } from '@tanstack/react-query'

/** For a Select that is opened: fetches its options again if they could not be fetched and it has no earlier ones. */
export function refetchOnOpen(
  { isLoadingError, refetch }: Pick<UseQueryResult, 'isLoadingError' | 'refetch'>,
  isOpen: boolean,
): void {
  if (isOpen && isLoadingError) void refetch()
}
