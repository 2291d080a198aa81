import { errorTexts } from '@lims/contract/errors.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { UpdateLifecycleBody, UpdateStatusesBody } from '@lims/contract/sample-changes.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import type { OwnNotice } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { refetchSamples } from './sample-api.ts'
import { useUndoStatus } from './use-undo-status.ts'

/** Moves one sample to its next status. */
export function useUpdateStatus() {
  const queryClient = useQueryClient()
  const undo = useUndoStatus()
  const offerUndo = useUndoNotice()
  return useWrite({
    mutationFn: (body: UpdateLifecycleBody, options) => call(samplesApi.updateLifecycle, { body }, options),
    onSuccess: ({ sample, eventId }) => {
      offerUndo(`${sample.name} is now ${displayName(sample.status)}`, undo.retryable([eventId]))
      return refetchSamples(queryClient)
    },
    meta: { noticeOf: statusNotice },
  })
}

/** Moves many samples to one status, all or none. */
export function useUpdateStatuses() {
  const queryClient = useQueryClient()
  const undo = useUndoStatus()
  const offerUndo = useUndoNotice()
  return useWrite({
    mutationFn: (body: UpdateStatusesBody, options) => call(samplesApi.updateStatuses, { body }, options),
    onSuccess: ({ count, eventIds }, { newStatus }) => {
      const title = `${formatCount(count, 'sample is', 'samples are')} now ${displayName(newStatus)}`
      offerUndo(title, undo.retryable(eventIds))
      return refetchSamples(queryClient)
    },
    meta: { noticeOf: statusNotice },
  })
}

const noticeSeconds = 6
/** The new status in the calls for the status alone, and in those for the whole sample. */
const statusFields: readonly (string | undefined)[] = ['newStatus', 'status']

/** The notification of a refused status update; undefined for a failure of any other kind. */
export function statusNotice(text: string, failure: Error): OwnNotice | undefined {
  if (hasCode(failure, 'status-transition-invalid')) {
    const detail = withoutPrefix(text, errorTexts.transitionPrefix)
    return { title: 'Invalid Status Transition', detail, seconds: noticeSeconds }
  }
  if (hasCode(failure, 'request-invalid') && statusFields.includes(failure.field)) {
    const detail = withoutPrefix(text, errorTexts.statusPrefix)
    return { title: 'Sample Status Issue', detail, seconds: noticeSeconds }
  }
  return undefined
}

const withoutPrefix = (text: string, prefix: string) =>
  text.startsWith(`${prefix}: `) ? text.slice(prefix.length + 2) : text
