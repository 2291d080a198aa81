import type { ReplyOf } from '@lims/contract/endpoint.ts'
import type { MoveStep, movesApi } from '@lims/contract/moves.ts'
import { App } from 'antd'
import { useState } from 'react'
import { isFinalRefusal } from '../../api/call-error.ts'
import { useDoubleClickGuard, useUndoLast } from '../../features/scanning/use-undo-last.ts'
import type { MoveQueue } from './move-session.ts'
import { useUndoStep } from './use-move-writes.ts'

/**
 * Returns what undoes the last step of this person in a move, by a key or by a click, whether that is being sent, and
 * when it was last done, in ms. A step before is still undone before an older action on another page.
 */
export function useUndoLastStep(moveId: string, queue: MoveQueue) {
  const { message } = App.useApp()
  const [undoneAt, setUndoneAt] = useState(0)
  const { noteReply, guardClick } = useDoubleClickGuard()
  const undoStep = useUndoStep(moveId)
  const undoLast = useUndoLast(
    () => queue.session.get().scans.find((scan) => scan.moveId === moveId),
    () => {
      setUndoneAt(Date.now())
      // Without a step to undo, an older action on another page is the next.
      const onError = (failure: Error) => isFinalRefusal(failure) && setUndoneAt(0)
      const onReply = ({ step }: ReplyOf<typeof movesApi.undoStep>) => {
        noteReply()
        void message.success(describeUndo(step))
      }
      queue.undoLast(moveId, (idempotencyKey) => undoStep.mutateAsync(idempotencyKey, { onError, onReply }))
    },
  )
  return { undoLast, undoByClick: guardClick(undoLast), isUndoing: undoStep.isPending, undoneAt }
}

/** `step` is as it is after the undo. */
const describeUndo = ({ boxAlias, pickedUpAt }: MoveStep) =>
  `Undone: ${boxAlias} ${pickedUpAt === null ? 'has not been taken out' : 'is not at its new place yet'}`
