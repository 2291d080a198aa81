import type { UseQueryResult } from '@tanstack/react-query'

type OptionsQuery = Pick<UseQueryResult, 'isError' | 'data' | 'refetch'>

/** Whether the options of a Select could not be fetched, and there are no earlier ones. */
export const hasNoOptions = ({ isError, data }: OptionsQuery): boolean => isError && data === undefined

/** For a Select that is opened: fetches its options again if they could not be fetched. */
export function refetchOnOpen(query: OptionsQuery, isOpen: boolean): void {
  if (isOpen && hasNoOptions(query)) void query.refetch()
}
