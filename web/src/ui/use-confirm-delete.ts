import { App } from 'antd'
import { useEffect, useRef } from 'react'

export type ConfirmDelete = { name: string; question: string; onDelete: () => void }

/** Returns a function that asks for confirmation, deletes, and then calls `refocus` when the row is gone. */
export function useConfirmDelete({ name, question, onDelete }: ConfirmDelete) {
  const { modal } = App.useApp()
  const refocusWhenGone = useRef<() => void>(undefined)

  // The row may be removed before the dialog has closed, or after.
  useEffect(() => () => refocusWhenGone.current?.(), [])

  return (refocus: () => void) =>
    modal.confirm({
      title: question,
      content: name,
      okText: 'Delete',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => {
        refocusWhenGone.current = refocus
        onDelete()
      },
      afterClose: refocus,
    })
}
