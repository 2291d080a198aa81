import { z } from 'zod'

/** All error codes. The server's error translator maps each to an HTTP status. */
export const ErrorCode = z.enum([
  'request-invalid',
  'not-signed-in',
  'not-allowed',
  'permission-denied',
  'roles-off',
  'roles-on-already',
  'reason-required',
  'person-not-found',
  'last-administrator',
  'role-from-setting',
  'token-not-found',
  'subject-not-found',
  'sign-in-failed',
  'sign-in-unavailable',
  'address-unknown',
  'sample-not-found',
  'batch-not-found',
  'batch-name-taken',
  'sample-not-receivable',
  'status-transition-invalid',
  'status-change-not-found',
  'status-changed-since',
  'version-stale',
  'sample-has-children',
  'parent-is-child',
  'volume-too-small',
  'children-not-found',
  'children-changed-since',
  'storage-not-found',
  'storage-name-taken',
  'storage-not-empty',
  'storage-full',
  'storage-too-small',
  'storage-too-deep',
  'storage-in-itself',
  'content-not-allowed',
  'cell-outside-grid',
  'cell-taken',
  'cell-unknown',
  'already-stored',
  'sample-out-of-use',
  'moved-meanwhile',
  'rack-file-invalid',
  'view-not-found',
  'deletion-not-found',
  'deletion-undone',
  'restore-impossible',
  'idempotency-key-reused',
  'label-does-not-fit',
  'nothing-to-print',
  'reprint-needs-reason',
  'print-run-not-found',
  'print-run-open',
  'print-run-finished',
  'print-label-changed',
  'file-unreadable',
  'import-has-problems',
  'import-repeated',
  'tube-id-taken',
  'export-too-large',
  'too-many-samples',
  'scan-running',
  'sync-not-configured',
  'body-too-large',
  'too-many-requests',
  'temperature-alarm-not-found',
  'database-unavailable',
  'disk-full',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** A field of a record that another person has changed. `changedAt` is the last change. */
export const FieldChange = z.object({
  field: z.string(),
  personName: z.string(),
  changedAt: z.iso.datetime(),
})
export type FieldChange = z.infer<typeof FieldChange>

/** Body of every error reply. `message` is shown to the user. */
export const ErrorReply = z.object({
  code: ErrorCode,
  message: z.string(),
  /** Path of the invalid field (`tubeTypes.0.count`), if there is one. */
  field: z.string().optional(),
  /** What others have changed since the caller's version; sent with `version-stale`. */
  changes: z.array(FieldChange).optional(),
  /** Id of the request in the server's log; sent with `internal`. */
  requestId: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** Message texts that other clients of this API match on. Our own client uses `code`. */
export const errorTexts = {
  batchNameTaken: (name: string) =>
    `A batch named '${name}' already exists, duplicates are not allowed. Please use a unique batch name.`,
  transitionPrefix: 'status transition validation failed',
  statusPrefix: 'sample status validation failed',
  sampleNotFound: 'Sample not found',
  storageNotFound: 'Storage not found',
  batchNotFound: 'Batch not found',
  notSignedIn: 'Invalid or missing authentication token. Please log in again.',
  diskFull: 'The disk of the server is full. Nothing can be saved until space is freed.',
  internal: 'Something went wrong',
} as const
