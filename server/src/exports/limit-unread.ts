import type { Readable } from 'node:stream'

/**
 * Returns a function that is called with each file that is in memory until it is read. Files that have not been read
 * hold at most `maxBytes` together, besides the newest: the oldest are broken off.
 */
export function limitUnread(maxBytes: number) {
  const unread = new Map<Readable, number>()

  return (file: Readable, numBytes: number) => {
    if (file.destroyed) return
    let total = [...unread.values()].reduce((sum, bytes) => sum + bytes, numBytes)
    for (const [oldest, bytes] of unread) {
      if (total <= maxBytes) break
      total -= bytes
      unread.delete(oldest)
      oldest.destroy(new Error('The file was not read for too long'))
    }
    unread.set(file, numBytes)
    file.once('close', () => unread.delete(file))
  }
}
