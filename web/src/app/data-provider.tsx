import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError, textOfFailure } from '../api/call-error.ts'
import { rememberNotice } from '../api/notice-key.ts'
import { createQueryClient, type FailureMeta } from '../api/query-client.ts'

const batchNameError = /Please use a unique|duplicates are not allowed/

const titleOf = (text: string, { errorTitle }: FailureMeta) =>
  batchNameError.test(text) ? 'Batch Name Error' : (errorTitle ?? 'LIMS error')

/** Provides the query client, and shows a notice for each failed request that no screen handles itself. */
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
      const customNotice = meta.noticeOf?.(text, failure)
      if (customNotice) {
        notification.error({
          title: customNotice.title,
          description: customNotice.detail,
          duration: customNotice.seconds,
        })
        return
      }
      const title = titleOf(text, meta)
      const detail = failure instanceof CallError && !failure.said && failure.message !== text
      // The same failure again replaces the first notice: ten failed reads are not ten notices.
      const key = `${title}: ${text}`
      // The notice of an ended session outlives the form whose request found out.
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
