import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { endsSession, hasCode, isOutcomeUnknown, textOfFailure, textWithStatus } from '../api/call-error.ts'
import { rememberNotice } from '../api/failure-notices.ts'
import { createQueryClient, type FailureMeta } from '../api/query-client.ts'
import { forgetFailures } from '../api/use-reported-mutation.ts'
import { meQuery } from '../entities/session/me-api.ts'
import { onNextPerson } from '../entities/session/session.ts'

function titleOf(failure: Error, { errorTitle = 'LIMS error' }: FailureMeta): string {
  if (hasCode(failure, 'batch-name-taken')) return 'Batch Name Error'
  return isOutcomeUnknown(failure) ? 'It is not known whether this was done' : errorTitle
}

/** Provides the query client, and shows each failed call that no page handles as a notification. */
export function DataProvider({
  children,
  retryDelay,
}: {
  children: ReactNode
  retryDelay?: (failures: number) => number
}) {
  const { notification } = App.useApp()
  /** The failures that an open notification reports, by its key. */
  const [reported] = useState(() => new Map<string, Set<Error>>())
  const [queryClient] = useState(() => {
    const report = (failure: Error, meta: FailureMeta) => {
      const text = textOfFailure(failure, meta.fallbackText)
      const own = isOutcomeUnknown(failure) ? undefined : meta.noticeOf?.(text, failure)
      const usual = {
        title: titleOf(failure, meta),
        detail: textWithStatus(failure, meta.fallbackText),
        seconds: 0,
      }
      const { title, detail, seconds } = own ?? usual
      // The same failure again replaces the first notification, so that ten failed reads are not ten of them.
      const key = `${title}: ${own?.detail ?? text}`
      const failures = reported.get(key) ?? new Set()
      reported.set(key, failures.add(failure))
      // The notification of an ended session stays open after its form has closed.
      if (!endsSession(failure)) {
        rememberNotice(failure, () => {
          if (failures.delete(failure) && failures.size === 0) notification.destroy(key)
        })
      }
      notification.error({
        key,
        title,
        description: detail,
        duration: seconds,
        onClose: () => failures.clear(),
      })
    }
    // The person's role may have changed since the page was loaded.
    const onDenied = () => void client.invalidateQueries({ queryKey: meQuery.queryKey })
    const client: QueryClient = createQueryClient(report, retryDelay, onDenied)
    return client
  })

  // Synchronises with the session: the next person at this computer must not read the notices of the last one, nor
  // press their buttons. Their `onClose` is not called.
  useEffect(
    () =>
      onNextPerson(() => {
        notification.destroy()
        for (const failures of reported.values()) failures.clear()
        forgetFailures()
      }),
    [notification, reported],
  )

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
