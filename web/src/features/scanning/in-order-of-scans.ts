import type { QueryClient } from '@tanstack/react-query'
import { queuesOf } from './queues-by-person.ts'
import { isPending, ofSameCode, type QueuedScan } from './scan-list.ts'
import { isMadeBefore } from './time-of-scan.ts'

const waitsForOtherPage = {
  state: 'unsent',
  reason: 'Waits for an earlier scan of this tube on another page',
} as const

/**
 * Returns the tools of a queue in which a person's scan of a tube waits while an earlier scan of it on another page is
 * not sent yet: what is true of the tube is what was scanned last. One that fails by itself is not waited for.
 */
export const inOrderOfScans = <S extends QueuedScan, O, Tools extends object>(
  queryClient: QueryClient,
  owner: string | undefined,
  tools: Tools & { send: (scan: S) => Promise<O> },
) => ({
  ...tools,
  send: async (scan: S): Promise<O | typeof waitsForOtherPage> => {
    const scans = queuesOf(queryClient, owner).flatMap(({ session }) => session.get().scans)
    return scans.some((other) => isWaitedFor(other, scan)) ? waitsForOtherPage : tools.send(scan)
  },
})

const isWaitedFor = (other: QueuedScan, scan: QueuedScan): boolean =>
  isMadeBefore(other, scan) &&
  isPending(other) &&
  other.progress.isOwnFailure === undefined &&
  ofSameCode(scan, other)
