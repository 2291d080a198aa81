import { deletionsApi } from '@lims/contract/deletions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { call } from '../../api/call.ts'
import { hasCode, textOfFailure } from '../../api/call-error.ts'
import { useWrite } from '../../api/use-write.ts'
import { undoScope, useIsSameVisit } from '../../ui/use-undo-notice.tsx'
import { deletionKeys, refetchAfterDeletion } from './deletion-api.ts'

type Deletion = { deletionId: string; name: string; isPlural?: boolean }
type Undo = Deletion & { withoutPlace?: true }

const isPlaceLost = (failure: Error) => hasCode(failure, 'cell-taken') || hasCode(failure, 'place-gone')

/**
 * Restores what a deletion removed, also a deletion of another person or of long ago. If another tube is in the cell of
 * the deleted sample since, or the cell is gone, offers to restore the sample without its place, unless the person has
 * left.
 */
export function useUndoDeletion(onRestored: () => unknown = () => {}) {
  const queryClient = useQueryClient()
  const { message, notification } = App.useApp()
  const isSameVisit = useIsSameVisit()
  const undo = useWrite({
    mutationFn: ({ deletionId, withoutPlace }: Undo, options) =>
      call(deletionsApi.undo, { body: { deletionId, ...(withoutPlace && { withoutPlace }) } }, options),
    onSuccess: async (_reply, { name, isPlural, withoutPlace }) => {
      const back = `${name} ${isPlural ? 'are' : 'is'} back`
      message.success(
        withoutPlace
          ? `${back}, without ${isPlural ? 'the places that were lost' : 'the place that was lost'}`
          : back,
      )
      await onRestored()
      return refetchAfterDeletion(queryClient)
    },
    onError: (failure, deletion) => {
      if (isPlaceLost(failure) && isSameVisit()) offerWithoutPlace(deletion, textOfFailure(failure))
      // Another person may have undone it.
      return queryClient.invalidateQueries({ queryKey: deletionKeys.all })
    },
    scope: undoScope,
    meta: { errorTitle: 'The deletion could not be undone', handlesErrors: isPlaceLost },
  })

  function offerWithoutPlace({ deletionId, name, isPlural = false }: Deletion, reason: string) {
    const key = `undo-without-place-${deletionId}`
    const restore = () => {
      notification.destroy(key)
      undo.mutate({ deletionId, name, isPlural, withoutPlace: true })
    }
    notification.error({
      key,
      title: `The deletion of ${name} could not be undone`,
      description: reason,
      duration: 0,
      actions: (
        <Button size="small" onClick={restore}>
          {isPlural ? 'Bring them back without the places that are lost' : 'Bring it back without its place'}
        </Button>
      ),
    })
  }

  return undo
}
