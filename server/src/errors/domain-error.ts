import type { ErrorCode, FieldChange } from '@lims/contract/errors.ts'

type Details = { changes?: FieldChange[]; sampleId?: string }

/** The only thing that domain code throws on purpose. The code decides the HTTP status, the message is for a person. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** With `version-stale`: what others have changed. */
  readonly changes: readonly FieldChange[] | undefined

  /** With `sample-not-receivable`: the sample that was refused. */
  readonly sampleId: string | undefined

  constructor(code: ErrorCode, message: string, field?: string, { changes, sampleId }: Details = {}) {
    super(message)
    this.code = code
    this.field = field
    this.changes = changes
    this.sampleId = sampleId
  }
}
