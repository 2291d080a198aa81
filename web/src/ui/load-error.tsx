import { Alert, Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { formatInstant } from './format-instant.ts'

type LoadErrorProps = {
  title: string
  text: string
  onRetry: () => void
  /** Another button, for a failure that comes again on Retry. */
  wayOut?: ReactNode
}

/** Shown instead of something that could not be loaded. */
export function LoadError({ title, text, onRetry, wayOut }: LoadErrorProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={text}
      action={
        <Space>
          {wayOut}
          <RetryButton onClick={onRetry} />
        </Space>
      }
    />
  )
}

/** Shown above data that stays on the page although it could not be refreshed. `readAt` is in milliseconds. */
export function StaleMark({ readAt, onRetry }: { readAt: number; onRetry: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`LIMS does not respond. Shown as of ${formatInstant(readAt)}.`}
      action={<RetryButton onClick={onRetry} />}
    />
  )
}

export const RetryButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Retry
  </Button>
)
