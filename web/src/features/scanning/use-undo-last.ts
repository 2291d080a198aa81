import { formatCount } from '@lims/contract/format-count.ts'
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

/**
 * Returns a function that does what ends the work of the scans, such as closing their list. While scans have no reply it
 * only says so: they would be refused afterwards.
 */
export function useAfterScans(countPending: () => number, work: () => void): () => void {
  const { message } = App.useApp()

  return () => {
    const count = countPending()
    if (count === 0) return work()
    const content = `${formatCount(count, 'scan is', 'scans are')} not sent yet, and would be refused afterwards. Nothing was closed.`
    void message.warning({ key: 'not-sent-yet', content })
  }
}
