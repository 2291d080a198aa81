import { App } from 'antd'
import { isPending, type QueuedScan } from './scan-list.ts'

/**
 * Returns a function that undoes the last scan. While the newest one has no reply it only says so: the one before is
 * not what the person means.
 */
export function useUndoLast(newest: () => QueuedScan | undefined, undo: () => void): () => void {
  const { message } = App.useApp()

  return () => {
    const scan = newest()
    if (!scan || !isPending(scan)) return undo()
    const content = 'The last scan has no reply yet. Nothing was undone.'
    void message.info({ key: 'no-reply-yet', content })
  }
}
