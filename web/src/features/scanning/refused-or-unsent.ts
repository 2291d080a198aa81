import { errorTexts } from '@lims/contract/errors.ts'
import { z } from 'zod'
import { CallError, isFinalRefusal, isSenderSignedOut, textOfFailure } from '../../api/call-error.ts'

/**
 * The state of a scan whose call failed. An 'unsent' scan may or may not have reached the server, and is sent again.
 */
export type NotDone = {
  state: 'refused' | 'unsent'
  reason: string
  isOwnFailure?: true
  isReplyOfProxy?: true
}

export const notSignedIn: NotDone = {
  state: 'unsent',
  reason: `Authentication Error: ${errorTexts.notSignedIn}`,
}

const doneBefore =
  'An earlier try was recorded, and its reply is not kept any more. Look at the page of the tube'

const noAnswer: NotDone = { state: 'unsent', reason: 'No response from the server' }

/**
 * Whether a failure concerns this scan only. The reply of a proxy or of the portal of a Wi-Fi does not: it may be the
 * same for each call.
 */
const isOwnFailure = ({ code, cause }: CallError): boolean =>
  code === 'internal' || code === 'permission-denied' || cause instanceof z.ZodError

/**
 * Returns 'refused' for a final 4xx reply, and 'unsent' without a reply of the server, for 403, 408, 429 and for 5xx.
 * Rethrows a failure that is not a `CallError`.
 */
export function refusedOrUnsent(failure: unknown, fallback: string): NotDone {
  if (!(failure instanceof CallError)) throw failure
  const { status, code } = failure
  if (code === 'no-answer') return noAnswer
  if (code === 'reply-of-proxy') return { ...noAnswer, isReplyOfProxy: true }
  if (isSenderSignedOut(failure)) return notSignedIn
  // Each scan has a key of its own, so an earlier try has done it; an erasure removes such replies.
  const reason = code === 'idempotency-key-reused' ? doneBefore : textOfFailure(failure, fallback)
  // A missing permission may be granted: the scan stays.
  if (isFinalRefusal(failure) && status !== 403) return { state: 'refused', reason }
  return { state: 'unsent', reason, ...(isOwnFailure(failure) && { isOwnFailure: true }) }
}
