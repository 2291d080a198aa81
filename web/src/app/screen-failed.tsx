import type { ErrorComponentProps } from '@tanstack/react-router'
import { textOfFailure } from '../api/call-error.ts'
import { LoadError } from '../ui/load-error.tsx'

const notLoaded =
  'Its code could not be fetched: the server does not answer, or a newer version was installed.'

/** The browsers' own words for a part of the program that did not come. */
const isUnloaded = (error: unknown) =>
  error instanceof Error &&
  /preload CSS|dynamically imported module|importing a module script|module script failed/i.test(
    error.message,
  )

/** Stands in for a screen that broke or could not be loaded, for instance because a newer version was installed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  return (
    <LoadError
      title="This page could not be shown"
      text={isUnloaded(error) ? notLoaded : textOfFailure(error)}
      onRetry={() => window.location.reload()}
    />
  )
}
