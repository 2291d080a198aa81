import { errorTexts } from '@lims/contract/errors.ts'
import { hasCode } from '../../api/call-error.ts'
import type { OwnNotice } from '../../api/query-client.ts'

const seconds = 6

/** The notification of a refused status update; undefined for a failure of any other kind. */
export function statusNotice(text: string, failure: Error): OwnNotice | undefined {
  if (hasCode(failure, 'status-transition-invalid')) {
    return {
      title: 'Invalid Status Transition',
      detail: withoutPrefix(text, errorTexts.transitionPrefix),
      seconds,
    }
  }
  if (hasCode(failure, 'request-invalid') && failure.field === 'newStatus') {
    return { title: 'Sample Status Issue', detail: withoutPrefix(text, errorTexts.statusPrefix), seconds }
  }
  return undefined
}

const withoutPrefix = (text: string, prefix: string) =>
  text.startsWith(`${prefix}: `) ? text.slice(prefix.length + 2) : text
