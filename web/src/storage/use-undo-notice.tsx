import { undoWindowMs } from '@lims/contract/deletions.ts'
import { App, Button } from 'antd'
import { useCallback } from 'react'

let notices = 0

/** Says what was done, and offers for ten seconds to take it back. */
export function useUndoNotice() {
  const { notification } = App.useApp()
  return useCallback(
    (title: string, undo: () => void) => {
      const key = `undo-${++notices}`
      const take = () => {
        notification.destroy(key)
        undo()
      }
      notification.success({
        key,
        title,
        duration: undoWindowMs / 1000,
        showProgress: true,
        role: 'status',
        actions: (
          <Button size="small" onClick={take}>
            Undo
          </Button>
        ),
      })
    },
    [notification],
  )
}
