import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { CallError, endsSession, hasCode, isRetryable, isSenderSignedOut } from './call-error.ts'
import { isAnotherSignedIn, presentSender, type Sender } from './stored-token.ts'

export type OwnNotice = { title: string; detail: string; seconds: number }

/**
 * The notification of a failure. The page shows failures of a query itself, unless `errorTitle` or `fallbackText` is
 * set; those of a mutation are always shown, unless it says otherwise.
 */
export type FailureMeta = {
  /** The title of the notification instead of 'LIMS error'. */
  errorTitle?: string
  /** The text instead of 'Something went wrong', if the server sends no message. */
  fallbackText?: string
  /** The notification for some failures; undefined for the usual one. `text` is the message as a person reads it. */
  noticeOf?: (text: string, failure: Error) => OwnNotice | undefined
}

type MutationMeta = FailureMeta & {
  /** The page shows failures itself: all of them, or those for which the function returns true. */
  handlesErrors?: boolean | ((failure: Error) => boolean)
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta
    mutationMeta: MutationMeta
  }
}

const maxRetries = 2
const maxRetryDelayMs = 30_000

export const backoff = (failures: number) => Math.min(1000 * 2 ** failures, maxRetryDelayMs)

/** If the server puts a read off for longer, the page shows that at once. */
const maxRetryAfterMs = 10_000

const retryAfterMs = (failure: Error) =>
  failure instanceof CallError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0

const shouldRetry = (failures: number, failure: Error) =>
  failures < maxRetries && isRetryable(failure) && retryAfterMs(failure) <= maxRetryAfterMs

const isHandledByPage = (failure: Error, { handlesErrors = false }: MutationMeta) =>
  typeof handlesErrors === 'function' ? handlesErrors(failure) : handlesErrors

/** Also if the refused call was the second part of an action, whose failure has the refusal as its cause. */
const isDenied = (failure: Error) =>
  hasCode(failure, 'permission-denied') || hasCode(failure.cause, 'permission-denied')

const isFirstFetch = ({ state: { fetchStatus, data } }: Query) =>
  fetchStatus === 'fetching' && data === undefined

/**
 * TanStack does not repeat a first fetch that is under way, though the server may have read before the change: what is
 * invalidated during it is invalidated once more when it has ended.
 */
class LimsQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = new Set(this.getQueryCache().findAll(filters).filter(isFirstFetch))
    const refetched = super.invalidateQueries(filters, options)
    await Promise.allSettled([...underWay].map(({ promise }) => promise))
    if (underWay.size > 0) {
      const again = { ...filters, predicate: (query: Query) => underWay.has(query) }
      // A fetch that has begun since then was begun after the change, too.
      await super.invalidateQueries(again, { ...options, cancelRefetch: false })
    }
    await refetched
  }
}

/**
 * `report` is called with each failure that no page handles, `onDenied` whenever the server says that the person lacks
 * a permission. Of the changes of a person who has left, the next one sees only that they were not done because that
 * person is not signed in any more.
 */
export function createQueryClient(
  report: (failure: Error, meta: FailureMeta) => void,
  retryDelay: (failures: number) => number = backoff,
  onDenied: () => void = () => {},
): QueryClient {
  const handleFailure = (failure: Error, meta: FailureMeta, isReported: boolean) => {
    if (isDenied(failure)) onDenied()
    // It leads to the sign-in page, away from the page that would have shown the failure.
    if (endsSession(failure)) report(failure, {})
    else if (isReported) report(failure, meta)
  }
  const senders = new WeakMap<object, Sender>()
  const isOfOther = (mutation: object) => {
    const sender = senders.get(mutation)
    return sender !== undefined && isAnotherSignedIn(sender)
  }
  return new LimsQueryClient({
    queryCache: new QueryCache({
      onError: (failure, { meta = {} }) =>
        handleFailure(failure, meta, (meta.errorTitle ?? meta.fallbackText) !== undefined),
    }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        senders.set(mutation, presentSender())
      },
      onError: (failure, _variables, _result, mutation) => {
        if (isOfOther(mutation) && !isSenderSignedOut(failure)) return
        const { meta = {} } = mutation
        handleFailure(failure, meta, !isHandledByPage(failure, meta))
      },
    }),
    defaultOptions: {
      // navigator.onLine is ignored: a call without a network fails at once and shows an error, while a
      // queued one would run at an unknown time later. The server may also be on this computer, which needs no network.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: shouldRetry,
        retryDelay: (failures, failure) => Math.max(retryDelay(failures), retryAfterMs(failure)),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
