import { undoWindowMs } from '@lims/contract/deletions.ts'
import { App, Button } from 'antd'
import { useCallback } from 'react'
import { KeyCap } from './key-cap.tsx'
import styles from './use-undo-notice.module.css'

let notices = 0
let latest: (() => void) | undefined

/** Undoes the latest action while its notification is open; called on Ctrl+Z. */
export const undoLatest = () => latest?.()

/** Returns a function that shows what was done and offers Undo for ten seconds. */
export function useUndoNotice() {
  const { notification } = App.useApp()
  return useCallback(
    (title: string, undo: () => void, description?: string) => {
      const key = `undo-${++notices}`
      const forget = () => {
        if (latest === undoOnce) latest = undefined
      }
      let isUndone = false
      const undoOnce = () => {
        if (isUndone) return
        isUndone = true
        forget()
        notification.destroy(key)
        undo()
      }
      latest = undoOnce
      notification.success({
        key,
        title,
        description,
        duration: undoWindowMs / 1000,
        showProgress: true,
        role: 'status',
        onClose: forget,
        actions: (
          <Button size="small" aria-label="Undo" aria-keyshortcuts="Control+Z" onClick={undoOnce}>
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
