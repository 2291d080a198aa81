import type { ErrorComponentProps } from '@tanstack/react-router'
import { textOfFailure } from '../api/call-error.ts'
import { LoadError } from '../ui/load-error.tsx'

const loadErrorText =
  'The page could not be loaded: the server does not respond, or a newer version was installed.'

/** The messages of the browsers for a part of the program that could not be loaded. */
const isLoadError = (error: unknown) =>
  error instanceof Error &&
  /preload CSS|dynamically imported module|importing a module script|module script failed/i.test(
    error.message,
  )

/** Without a reply the page stays: reloaded, it would give way to an error page of the browser, and all others with it. */
async function reloadOnceReachable() {
  const reply = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (reply) window.location.reload()
}

/** Shown instead of a screen that failed or could not be loaded, for instance because a newer version was installed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  return (
    <LoadError
      title="This page could not be shown"
      text={isLoadError(error) ? loadErrorText : textOfFailure(error)}
      onRetry={() => void reloadOnceReachable()}
    />
  )
}
