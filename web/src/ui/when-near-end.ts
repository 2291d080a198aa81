import type { UIEvent } from 'react'

/** Pixels. */
const rowHeight = 42
const rowsToLoadAhead = 40

/** Returns a handler of the scrolling of a table that calls `onNearEnd` when its last rows come near. */
export const whenNearEnd =
  (onNearEnd: () => void) =>
  ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight
    if (left < rowsToLoadAhead * rowHeight) onNearEnd()
  }
