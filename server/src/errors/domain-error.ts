import type { ErrorCode, FieldChange } from '@lims/contract/errors.ts'

/** The only thing that domain code throws on purpose. The code decides the HTTP status, the message is for a person. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** With `version-stale`: what others have changed. */
  readonly changes: readonly FieldChange[] | undefined

  constructor(code: ErrorCode, message: string, field?: string, changes?: FieldChange[]) {
    super(message)
    this.code = code
    this.field = field
    this.changes = changes
  }
}
