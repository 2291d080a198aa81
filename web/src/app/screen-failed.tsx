import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button, Result } from 'antd'
import { textOfFailure } from '../api/call-error.ts'

/** Stands in for a screen that broke or could not be loaded, for instance because a newer version was installed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const reload = (
    <Button type="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
  return (
    <Result
      status="error"
      title="This page could not be shown"
      subTitle={textOfFailure(error)}
      extra={reload}
    />
  )
}
