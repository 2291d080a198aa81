import { App } from 'antd'
import { useRef } from 'react'
import { endsSession, hasCode, isFinalRefusal } from '../../api/call-error.ts'
import { doubleSubmitGuardMs } from '../../api/use-write.ts'
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
 * For an undo button: the second click of a double click does not undo the step before, even if the reply came first.
 */
export function useDoubleClickGuard() {
  const repliedAt = useRef(0)
  return {
    noteReply: () => {
      repliedAt.current = Date.now()
    },
    guardClick: (undo: () => void) => () => {
      if (Date.now() - repliedAt.current >= doubleSubmitGuardMs) undo()
    },
  }
}

/**
 * Whether the undo of a scan was refused for good, as its tube was changed or deleted, or its former cell is taken. It
 * is not offered again, so that the one before can be undone.
 */
export const cannotBeUndone = (failure: unknown): boolean =>
  isFinalRefusal(failure) &&
  !hasCode(failure, 'reason-required') &&
  !hasCode(failure, 'permission-denied') &&
  !endsSession(failure)

/**
 * Waits for what a button of a scan has sent, such as its undo, whose failure the query client shows. Calls `withdraw`
 * if it was refused for good.
 */
export function withdrawIfRefused(sent: Promise<unknown>, withdraw: () => void): void {
  sent.catch((failure: unknown) => {
    if (cannotBeUndone(failure)) withdraw()
  })
}
