import { undoWindowMs } from '@lims/contract/deletions.ts'
import { App, Button } from 'antd'
import { useCallback } from 'react'
import { KeyCap } from './key-cap.tsx'
import styles from './use-undo-notice.module.css'

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
      let isTaken = false
      const takeBack = () => {
        if (isTaken) return
        isTaken = true
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
          <Button size="small" aria-label="Undo" aria-keyshortcuts="Control+Z" onClick={takeBack}>
            Undo
            <span className={styles.keys}>
              <KeyCap name="ctrl" />
              <KeyCap name="z" />
            </span>
          </Button>
        ),
      })
    },
    [notification],
  )
}
