import type { MouseEvent } from 'react'

/** Returns a handler for a link that leaves out clicks with which a browser opens a new tab or window. */
export const onPlainClick =
  (handle: () => void) =>
  ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    if (!(ctrlKey || metaKey || shiftKey || altKey)) handle()
  }
