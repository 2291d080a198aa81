import type { FailureMeta } from '../../api/query-client.ts'

/** Tells a failure as '{generic}: {reason}' where the server gives a reason, and as '{generic}' where it gives none. */
export const withReason = (generic: string, subject = generic): FailureMeta => ({
  fallbackText: generic,
  noticeOf: (text) => ({
    title: 'LIMS error',
    detail: text === generic ? generic : `${subject}: ${text}`,
    seconds: 0,
  }),
})
