import { App } from 'antd'
import { useEffect, useRef } from 'react'

export type DeleteQuestion = { name: string; question: string; onDelete: () => void }

/** Asks before it deletes, and brings back the focus once the row is gone. */
export function useDeleteQuestion({ name, question, onDelete }: DeleteQuestion) {
  const { modal } = App.useApp()
  const refocusWhenGone = useRef<() => void>(undefined)

  // The row may go before the question has closed, or after.
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
