import { undoWindowMs } from '@lims/contract/deletions.ts'
import { App, Button } from 'antd'
import { useCallback } from 'react'

let notices = 0
let latest: (() => void) | undefined

/** Takes back what was done last, while its notice stands: Ctrl+Z needs no way to the button. */
export const undoLatest = () => latest?.()

/** Says what was done, and offers for ten seconds to take it back. */
export function useUndoNotice() {
  const { notification } = App.useApp()
  return useCallback(
    (title: string, undo: () => void) => {
      const key = `undo-${++notices}`
      const forget = () => {
        if (latest === takeBack) latest = undefined
      }
      const takeBack = () => {
        forget()
        notification.destroy(key)
        undo()
      }
      latest = takeBack
      notification.success({
        key,
        title,
        duration: undoWindowMs / 1000,
        showProgress: true,
        role: 'status',
        onClose: forget,
        actions: (
          <Button size="small" onClick={takeBack}>
            Undo
          </Button>
        ),
      })
    },
    [notification],
  )
}
