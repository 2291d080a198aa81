import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

export type OwnNotice = { title: string; detail: string; seconds: number }

/** What a query or mutation says about its failures. */
export type FailureMeta = {
  /** The screen shows the failure itself: every one, or those for which it returns true. */
  handlesErrors?: boolean | ((failure: Error) => boolean)
  /** Instead of 'LIMS error'. */
  errorTitle?: string
  /** Instead of 'Something went wrong', where the server gives no words. */
  fallbackText?: string
  /** The notice for failures that have one of their own. */
  noticeOf?: (text: string, failure: Error) => OwnNotice | undefined
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta
    mutationMeta: FailureMeta
  }
}

const retries = 2
const longestWaitMs = 30_000

export const backoff = (failures: number) => Math.min(1000 * 2 ** failures, longestWaitMs)

/** Asking again does not help against an answer that says the question is wrong. */
function worthRetrying(failures: number, failure: Error): boolean {
  const status = failure instanceof CallError ? failure.status : undefined
  return failures < retries && !(status !== undefined && status >= 400 && status < 500)
}

/** It leads to sign-in, away from the screen that would have shown it. */
const isNotLetIn = (failure: Error) =>
  failure instanceof CallError && (failure.status === 401 || failure.status === 403)

const isHandled = (failure: Error, { handlesErrors = false }: FailureMeta) =>
  typeof handlesErrors === 'function' ? handlesErrors(failure) : handlesErrors

/** `report` is told of every failure that no screen has taken upon itself. */
export function createQueryClient(
  report: (failure: Error, meta: FailureMeta) => void,
  retryDelay: (failures: number) => number = backoff,
): QueryClient {
  const tell = (failure: Error, meta: FailureMeta = {}) => {
    if (isNotLetIn(failure)) report(failure, {})
    else if (!isHandled(failure, meta)) report(failure, meta)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (failure, query) => tell(failure, query.meta) }),
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => tell(failure, mutation.meta),
    }),
    defaultOptions: {
      // navigator.onLine is ignored: a call without a network fails at once and shows an error, while a
      // queued one would run at an unknown time later. The server may also be on this computer, which needs no network.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: worthRetrying,
        retryDelay,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
