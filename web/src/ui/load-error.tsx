import { Alert, Button } from 'antd'

/** Stands where the thing would stand that could not be loaded. */
export function LoadError({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  )
  return <Alert type="error" showIcon title={title} description={text} action={retry} />
}
