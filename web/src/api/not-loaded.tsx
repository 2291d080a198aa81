import type { QueryObserverLoadingErrorResult, UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { type CallError, hasCode } from './call-error.ts'
import { QueryError } from './query-error.tsx'

/** Whether a page has no record to show: it could not be loaded, or does not exist, or does not any more. */
export const isGone = <T,>(
  query: UseQueryResult<T>,
  notFound: CallError['code'],
): query is QueryObserverLoadingErrorResult<T> =>
  query.isError && (query.data === undefined || hasCode(query.error, notFound))

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  /** The codes of a reply that there is no such record. */
  notFound: readonly CallError['code'][]
  /** Shown where there is none. */
  missing: ReactNode
  /** The title of any other failure. */
  failedTitle: string
}

/** Shown in place of a record that is not loaded yet, cannot be loaded, or does not exist. */
export function NotLoaded({ query, notFound, missing, failedTitle }: Props) {
  if (notFound.some((code) => hasCode(query.error, code))) return missing
  if (query.error) return <QueryError title={failedTitle} query={query} />
  return <Skeleton active paragraph={{ rows: 8 }} />
}
