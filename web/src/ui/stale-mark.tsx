import { Alert, Button } from 'antd'
import { formatInstant } from './format-instant.ts'

/** Stands over what was read before the server stopped answering: it stays to be looked at. */
export function StaleMark({ readAt, onRetry }: { readAt: number; onRetry: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`LIMS does not answer. This is as of ${formatInstant(readAt)}.`}
      action={
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  )
}
