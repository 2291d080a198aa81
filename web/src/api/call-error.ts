import { ErrorCode, errorTexts, FieldChange } from '@lims/contract/errors.ts'
import { z } from 'zod'

/** What an answer of failure may hold. Proxies and other servers say less than ours, or use the other word. */
const FailureBody = z.looseObject({
  code: ErrorCode.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  changes: z.array(FieldChange).optional().catch(undefined),
})

type Details = {
  code: ErrorCode | 'no-answer' | 'reply-unreadable' | undefined
  status?: number | undefined
  field?: string | undefined
  /** With `version-stale`: what others have changed. */
  changes?: readonly FieldChange[] | undefined
  /** The server's own sentence, when it sent one. */
  said?: string | undefined
  cause?: unknown
}

/** A call that failed: the server refused it, answered nonsense or did not answer at all. */
export class CallError extends Error {
  readonly code
  readonly status
  readonly field
  readonly changes
  readonly said

  constructor(message: string, { code, status, field, changes = [], said, cause }: Details) {
    super(message, { cause })
    this.name = 'CallError'
    this.code = code
    this.status = status
    this.field = field
    this.changes = changes
    this.said = said
  }
}

/** The error that a failed HTTP answer stands for. */
export function refusal(status: number, body: unknown): CallError {
  const { code, message, error, field, changes } = FailureBody.catch({}).parse(body)
  const said = message || error || undefined
  return new CallError(said ?? `HTTP error! status: ${status}`, { code, status, field, changes, said })
}

/** The sentence that a person reads about a failure of any kind; `fallback` where the server gives none. */
export function textOfFailure(failure: unknown, fallback: string = errorTexts.internal): string {
  if (failure instanceof CallError && failure.status !== undefined && failure.code !== 'reply-unreadable') {
    return failure.said ?? fallback
  }
  const own = failure instanceof Error ? failure.message : undefined
  return own || 'LIMS error: unknown error occurred'
}
