import { formatCount } from '@lims/contract/format-count.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../../../api/call.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { assertNoneDeleted } from '../../../../entities/sample/assert-none-deleted.ts'
import type { WantedChildren } from '../../../../entities/sample/create-children-dialog.tsx'
import { refetchSamples, sampleInfoQuery } from '../../../../entities/sample/sample-api.ts'
import { shortenNames } from '../../../../entities/sample/sample-text.ts'
import { undoScope, useUndoNotice } from '../../../../ui/use-undo-notice.tsx'

/** Creates children, and offers to undo it. */
export function useCreateChildren() {
  const queryClient = useQueryClient()
  const offerUndo = useUndoNotice()
  const undo = useUndoCreateChildren()
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: { parentSampleId: string } & WantedChildren, options) => {
      const { queryKey } = sampleInfoQuery(body.parentSampleId)
      const shown = new Set(queryClient.getQueryData(queryKey)?.children.map(({ id }) => id))
      const reply = await call(samplesApi.addChild, { body }, options)
      if (options.isRepeated) await assertNoneDeleted(reply.samples)
      // The reply to an earlier try, which did not come then.
      const isOfEarlierTry = reply.samples.every(({ id }) => shown.has(id))
      return { ...reply, isOfEarlierTry }
    },
    onSuccess: ({ samples, count, isOfEarlierTry }, { parentSampleId }) => {
      // The buttons stay on the page: the next click asks for more children.
      offerUndo(
        describeCreated(count, isOfEarlierTry),
        undo.retryable({ parentSampleId, childIds: samples.map(({ id }) => id) }),
        shortenNames(samples.map(({ name }) => name)),
      )
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The child sample could not be created' },
  })
}

function describeCreated(count: number, isOfEarlierTry: boolean): string {
  const children = formatCount(count, 'child sample')
  if (isOfEarlierTry) return `Your earlier try had created ${count === 1 ? 'this child sample' : children}`
  return count === 1 ? 'Child sample created' : `${children} created`
}

/** Deletes children that were just created. What was taken off their parent is given back. */
function useUndoCreateChildren() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (body: { parentSampleId: string; childIds: string[] }, options) =>
      call(samplesApi.undoAddChild, { body }, options),
    onSuccess: ({ count }) => {
      message.success(
        count === 1 ? 'The child sample was removed' : `${formatCount(count, 'child sample')} were removed`,
      )
      return refetchSamples(queryClient)
    },
    scope: undoScope,
    meta: { errorTitle: 'The creation could not be undone' },
  })
}
