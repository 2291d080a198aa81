import { writeStored } from './kept-scans.ts'
import type { QueuedScan } from './scan-list.ts'

/** A longer session is not written at each change: what is written would grow with the square of its length. */
const maxScansWrittenAtOnce = 100
const writeWithinMs = 1000

/**
 * Returns a function that stores a session in the tab: at once, or within a second and before the page is closed if it
 * is long. After a crash in between, `KeptScans` has the scans without a reply; one that has got its reply since is
 * sent again under its key.
 */
export function sessionWriter(
  storage: Pick<Storage, 'setItem'>,
  storageKey: string,
): (session: { scans: readonly QueuedScan[] }) => void {
  let latest: { scans: readonly QueuedScan[] } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function writeLatest() {
    clearTimeout(timer)
    timer = undefined
    if (latest) writeStored(storage, storageKey, latest)
    latest = undefined
  }
  window.addEventListener('pagehide', writeLatest)

  return (session) => {
    latest = session
    if (session.scans.length <= maxScansWrittenAtOnce) writeLatest()
    else timer ??= setTimeout(writeLatest, writeWithinMs)
  }
}
