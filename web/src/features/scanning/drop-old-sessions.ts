import { z } from 'zod'
import { keysWithPrefix } from '../../api/browser-storage.ts'
import { parseJson } from '../../api/parse-json.ts'
import { isPending } from './scan-list.ts'

/** A session of 500 scans takes 200 kB of the 5 MB that a tab may store. */
const maxKept = 5

const StoredSession = z.object({
  scans: z.array(z.object({ scannedAt: z.number(), progress: z.object({ state: z.string() }) })),
  /** Cells that stay empty. */
  skipped: z.array(z.unknown()).optional(),
})

/**
 * Removes the scans of boxes or lists that were left long ago from this tab, so that it has room for new ones. The
 * sessions that were used last stay, and all that hold a scan without a reply; skipped cells stay skipped.
 */
export function dropOldSessions(prefix: string): void {
  const settled = keysWithPrefix(sessionStorage, prefix).flatMap((key) => {
    const { scans = [], skipped } = parseJson(sessionStorage.getItem(key), StoredSession) ?? {}
    return scans.some(isPending) ? [] : [{ key, skipped, usedAt: scans[0]?.scannedAt ?? 0 }]
  })
  const oldest = settled.sort((a, b) => b.usedAt - a.usedAt).slice(maxKept)
  for (const { key, skipped } of oldest) {
    if (skipped?.length) sessionStorage.setItem(key, JSON.stringify({ scans: [], skipped }))
    else sessionStorage.removeItem(key)
  }
}
