import type { ErrorComponentProps } from '@tanstack/react-router'
import { textOfFailure } from '../api/call-error.ts'
import { LoadError } from '../ui/load-error.tsx'

/** Stands in for a screen that broke or could not be loaded, for instance because a newer version was installed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  return (
    <LoadError
      title="This page could not be shown"
      text={textOfFailure(error)}
      onRetry={() => window.location.reload()}
    />
  )
}
