import { ErrorCode, errorTexts, FieldChange } from '@lims/contract/errors.ts'
import { rewordTimes } from '@lims/contract/message-times.ts'
import { z } from 'zod'
import { formatInstant } from '../ui/format-instant.ts'
import { formatLastDay, isMidnight } from '../ui/format-moment.ts'
import { parseJson } from './parse-json.ts'

/** The body of a failed reply. Proxies and other servers leave fields out, or send `error` instead of `message`. */
const FailureBody = z.looseObject({
  code: ErrorCode.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  changes: z.array(FieldChange).optional().catch(undefined),
  sampleId: z.string().optional().catch(undefined),
})

type Details = {
  /**
   * `reply-of-proxy`: the failed reply is not that of the server, but of a proxy or of the portal of a Wi-Fi.
   * `sender-signed-out`: the session of the sender has ended, and another person is signed in since.
   */
  code: ErrorCode | 'no-answer' | 'reply-of-proxy' | 'reply-unreadable' | 'sender-signed-out' | undefined
  status?: number | undefined
  field?: string | undefined
  /** With `version-stale`: what others have changed. */
  changes?: readonly FieldChange[] | undefined
  /** With `sample-not-receivable`: the sample that was refused. */
  sampleId?: string | undefined
  /** The server's message, if it sent one. */
  serverMessage?: string | undefined
  /** The seconds of the header `Retry-After`, for which the same call should wait. */
  retryAfterSeconds?: number | undefined
  /** With `no-answer` or `reply-unreadable` to a write, or with `outcome-unknown`: it may have been done. */
  isOutcomeUnknown?: boolean
  cause?: unknown
}

/** A failed call: the server refused it, sent an unreadable reply or did not reply. */
export class CallError extends Error {
  readonly code
  readonly status
  readonly field
  readonly changes
  readonly sampleId
  readonly serverMessage
  readonly retryAfterSeconds
  readonly isOutcomeUnknown

  constructor(message: string, details: Details) {
    const {
      code,
      status,
      field,
      changes = [],
      sampleId,
      serverMessage,
      retryAfterSeconds,
      isOutcomeUnknown = false,
      cause,
    } = details
    super(message, { cause })
    this.name = 'CallError'
    this.code = code
    this.status = status
    this.field = field
    this.changes = changes
    this.sampleId = sampleId
    this.serverMessage = serverMessage
    this.retryAfterSeconds = retryAfterSeconds
    this.isOutcomeUnknown = isOutcomeUnknown
  }
}

export const hasCode = (failure: unknown, code: CallError['code']): failure is CallError =>
  failure instanceof CallError && failure.code === code

/** Whether a write got no reply that can be read, or the server does not know its outcome: it may have been done. */
export const isOutcomeUnknown = (failure: unknown): boolean =>
  failure instanceof CallError && failure.isOutcomeUnknown

/** Whether the server did not respond, or a proxy said that it is unavailable at present. */
export const isUnavailable = (failure: unknown): boolean =>
  hasCode(failure, 'no-answer') ||
  hasCode(failure, 'reply-of-proxy') ||
  (failure instanceof CallError && [502, 503, 504].includes(failure.status ?? 0))

/** Whether the sender of the call is not signed in any more. */
export const isSenderSignedOut = (failure: unknown): boolean =>
  hasCode(failure, 'not-signed-in') || hasCode(failure, 'sender-signed-out')

/** Whether the server refused the call, and would refuse the same call again, also after signing in. */
export const isFinalRefusal = (failure: unknown): boolean =>
  failure instanceof CallError &&
  failure.code !== 'reply-of-proxy' &&
  failure.status !== undefined &&
  failure.status >= 400 &&
  failure.status < 500 &&
  ![408, 429].includes(failure.status) &&
  !isSenderSignedOut(failure)

/** Whether the same call may succeed if it is sent again, without signing in before. */
export const isRetryable = (failure: unknown): boolean =>
  !isFinalRefusal(failure) && !isSenderSignedOut(failure)

/** Whether a proxy replied in place of the server, which has had the request but whose reply did not come. */
export const isLostByProxy = ({ code, status }: CallError): boolean =>
  (code === undefined || code === 'reply-of-proxy') && (status === 502 || status === 504)

/** Whether the session has ended. A person who lacks a permission stays signed in. */
export const endsSession = (failure: unknown): boolean =>
  hasCode(failure, 'not-signed-in') || hasCode(failure, 'not-allowed')

export const statusText = (status: number): string => `HTTP error! status: ${status}`

/** Returns the error of a failed HTTP reply. */
export async function readRefusal(response: Response): Promise<CallError> {
  const body = parseJson(await response.text(), z.unknown())
  return refusal(response.status, body, secondsOf(response.headers.get('retry-after')))
}

/** The header may have a time instead, which is not read. */
const secondsOf = (retryAfter: string | null) =>
  retryAfter && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined

/** The error of a failed HTTP reply; `body` is undefined if it is not JSON. */
export function refusal(status: number, body: unknown, retryAfterSeconds?: number): CallError {
  const { code, message, error, field, changes, sampleId } = FailureBody.catch({}).parse(body)
  const sentMessage = message || error || undefined
  const serverMessage =
    sentMessage && rewordTimes(sentMessage, { time: formatInstant, lastDay: formatLastDay, isMidnight })
  return new CallError(serverMessage ?? statusText(status), {
    code: isOfProxy(status, body, code) ? 'reply-of-proxy' : code,
    status,
    field,
    changes,
    sampleId,
    serverMessage,
    retryAfterSeconds,
    isOutcomeUnknown: code === 'outcome-unknown',
  })
}

/**
 * Whether a failed reply is not JSON, or refuses the call without the code that each refusal of the server has. A code
 * that is not known here may be that of a newer server, but not with 401.
 */
function isOfProxy(status: number, body: unknown, code: ErrorCode | undefined): boolean {
  if (status === 401) return code === undefined
  const isRefusal = status >= 400 && status < 500
  return body === undefined || (isRefusal && typeof body === 'object' && body !== null && !('code' in body))
}

/** Returns the text that a person reads about a failure; `fallback` if the server sent no message. */
export function textOfFailure(failure: unknown, fallback: string = errorTexts.internal): string {
  if (failure instanceof CallError && failure.status !== undefined && failure.code !== 'reply-unreadable') {
    return failure.serverMessage ?? fallback
  }
  const own = failure instanceof Error ? failure.message : undefined
  return own || 'LIMS error: unknown error occurred'
}

/** Like `textOfFailure`, with the status of an HTTP failure for which the server sent no message. */
export function textWithStatus(failure: unknown, fallback?: string): string {
  const text = textOfFailure(failure, fallback)
  const hasStatus = failure instanceof CallError && !failure.serverMessage && failure.message !== text
  return hasStatus ? `${text} (${failure.message})` : text
}
