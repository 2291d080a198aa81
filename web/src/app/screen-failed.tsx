import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { textOfFailure } from '../api/call-error.ts'
import { LoadError } from '../ui/load-error.tsx'
import { ScriptUnavailable } from '../ui/load-script.ts'

const loadErrorText =
  'The page could not be loaded: the server does not respond, or a newer version was installed.'

const unreachableText = 'LIMS does not respond. Please try again when there is a connection.'
const timeoutMs = 10_000

const isReachable = () =>
  fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    () => true,
    () => false,
  )

/** Shown instead of a screen that failed or could not be loaded, for instance because a newer version was installed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const [isUnreachable, setUnreachable] = useState(false)
  const failure = error instanceof ScriptUnavailable ? loadErrorText : textOfFailure(error)

  /** Without a reply the page stays: reloaded, it would be replaced by an error page of the browser. */
  async function retry() {
    setUnreachable(false)
    if (await isReachable()) window.location.reload()
    else setUnreachable(true)
  }

  return (
    <LoadError
      title="This page could not be shown"
      text={isUnreachable ? unreachableText : failure}
      onRetry={() => void retry()}
    />
  )
}
