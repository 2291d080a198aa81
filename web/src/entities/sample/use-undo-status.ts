import { formatNumber } from '@lims/contract/format-count.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import { type Try, useWrite } from '../../api/use-write.ts'
import { useConfirmedTries, useConfirmedWork } from '../../forms/use-confirm-with-reason.tsx'
import { undoScope } from '../../ui/use-undo-notice.tsx'
import { useAreRolesOn } from '../session/use-may.ts'
import { refetchSamples } from './sample-api.ts'
import { earlierStatusText } from './sample-text.ts'

const wordsOf = ([first = 0]: readonly number[], title = 'Undo the change of status?') => ({
  title,
  content: earlierStatusText,
  okText: 'Undo the change',
  draftId: first,
})

/** Undoes receipts and changes of status, by their events: all of them or none. While roles are on, asks why. */
export function useUndoStatus() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const isReasonRequired = useAreRolesOn()
  const afterConfirmation = useConfirmedWork()
  const triesAfterConfirmation = useConfirmedTries()
  /** By Idempotency-Key. */
  const reasons = useRef(new Map<string, string | undefined>())
  const undo = useWrite({
    mutationFn: (
      { eventIds, reason }: { eventIds: readonly number[]; reason?: string | undefined },
      options,
    ) =>
      call(
        samplesApi.undoStatus,
        {
          body: { eventIds: [...eventIds], ...(reason !== undefined && { reason }) },
        },
        options,
      ).catch((failure: unknown) => {
        // Each undo has a key of its own, so an earlier try has done it: with another reason, or its reply is not kept.
        if (hasCode(failure, 'idempotency-key-reused')) return { count: eventIds.length }
        throw failure
      }),
    onSuccess: ({ count }) => {
      message.success(count === 1 ? 'The change was undone' : `${formatNumber(count)} changes were undone`)
      return refetchSamples(queryClient)
    },
    scope: undoScope,
    meta: { errorTitle: 'The change could not be undone' },
  })

  /**
   * Rejects if the undo failed, or the person did not confirm it. With a key, a try after a lost reply has the reason
   * of the first, and gets its reply. `question` is the title of the dialog for the reason.
   */
  const mutateAsync = (
    eventIds: readonly number[],
    { question, ...callbacks }: { onReply?: () => void; question?: string } = {},
    attempt: Partial<Try> = {},
  ): Promise<unknown> => {
    const { idempotencyKey = '' } = attempt
    const work = (reason?: string) => {
      if (idempotencyKey) reasons.current.set(idempotencyKey, reason)
      return undo.mutateAsync({ eventIds, reason }, callbacks, attempt)
    }
    return isReasonRequired() && !reasons.current.has(idempotencyKey)
      ? afterConfirmation({ ...wordsOf(eventIds, question), work })
      : work(reasons.current.get(idempotencyKey))
  }

  return {
    // The query client shows a failure.
    mutate: (eventIds: readonly number[]) => void mutateAsync(eventIds).catch(() => undefined),
    mutateAsync,
    /** Returns a function as that of `useWrite`. */
    retryable: (eventIds: readonly number[]) => {
      const withReason = triesAfterConfirmation(wordsOf(eventIds), (reason) =>
        undo.retryable({ eventIds, reason }),
      )
      const withoutReason = undo.retryable({ eventIds })
      return () => (isReasonRequired() ? withReason() : withoutReason())
    },
    isPending: undo.isPending,
  }
}
