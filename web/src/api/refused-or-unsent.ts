import { errorTexts } from '@lims/contract/errors.ts'
import { CallError, textOfFailure } from './call-error.ts'

/** What becomes of a scan that failed. 'unsent' means that nobody knows yet, and that it is sent again. */
export type NotDone = { state: 'refused' | 'unsent'; reason: string }

export const notSignedIn: NotDone = {
  state: 'unsent',
  reason: `Authentication Error: ${errorTexts.notSignedIn}`,
}

/** A refusal is final. Without an answer, or with one that says 'not now', the scan is kept to be sent again. */
export function refusedOrUnsent(failure: unknown, fallback: string): NotDone {
  if (!(failure instanceof CallError)) throw failure
  const { status, code } = failure
  if (status === 401) return notSignedIn
  if (code === 'no-answer')
    return { state: 'unsent', reason: `No answer from the server (${failure.message})` }
  const isFinal = status !== undefined && status >= 400 && status < 500 && ![403, 408, 429].includes(status)
  return { state: isFinal ? 'refused' : 'unsent', reason: textOfFailure(failure, fallback) }
}
