import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError, textOfFailure } from '../api/call-error.ts'
import { rememberNotice } from '../api/notice-key.ts'
import { createQueryClient, type FailureMeta } from '../api/query-client.ts'

const ofBatchName = /Please use a unique|duplicates are not allowed/

const titleOf = (text: string, { errorTitle }: FailureMeta) =>
  ofBatchName.test(text) ? 'Batch Name Error' : (errorTitle ?? 'LIMS error')

/** Holds what the server has said, and shows each failed call in the one place for all of them. */
export function DataProvider({
  children,
  retryDelay,
}: {
  children: ReactNode
  retryDelay?: (failures: number) => number
}) {
  const { notification } = App.useApp()
  const [queryClient] = useState(() => {
    const report = (failure: Error, meta: FailureMeta) => {
      const text = textOfFailure(failure, meta.fallbackText)
      const own = meta.noticeOf?.(text, failure)
      if (own) {
        notification.error({ title: own.title, description: own.detail, duration: own.seconds })
        return
      }
      const title = titleOf(text, meta)
      const detail = failure instanceof CallError && !failure.said && failure.message !== text
      // The same failure again takes the place of the first; ten failed reads are not ten notices.
      const key = `${title}: ${text}`
      // The end of a session is told beyond the form that heard of it.
      if (meta.errorTitle) rememberNotice(failure, key)
      notification.error({
        key,
        title,
        description: detail ? `${text} (${failure.message})` : text,
        duration: 0,
      })
    }
    return createQueryClient(report, retryDelay)
  })
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
