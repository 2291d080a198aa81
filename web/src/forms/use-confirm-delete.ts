import { useEffect, useRef } from 'react'
import { useConfirmWithReason } from './use-confirm-with-reason.tsx'

export type ConfirmDelete = {
  id: string | number
  name: string
  /** Where it is, if others may have the same name. */
  place?: string
  question: string
  isReasonRequired?: boolean
  onDelete: (reason: string | undefined) => void
}

/** Returns a function that asks for confirmation, deletes, and then calls `refocus` when the row is gone. */
export function useConfirmDelete({
  id,
  name,
  place,
  question,
  isReasonRequired = false,
  onDelete,
}: ConfirmDelete) {
  const confirm = useConfirmWithReason({ isReasonRequired })
  const refocusWhenGone = useRef<() => void>(undefined)

  // The row may be removed before the dialog has closed, or after.
  useEffect(() => () => refocusWhenGone.current?.(), [])

  return (refocus: () => void) =>
    confirm({
      title: question,
      content: [name, place].filter(Boolean).join(' '),
      okText: 'Delete',
      draftId: id,
      onOk: (reason) => {
        refocusWhenGone.current = refocus
        onDelete(reason)
        return undefined
      },
      afterClose: refocus,
    })
}
