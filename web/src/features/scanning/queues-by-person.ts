import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { randomKey } from '../../api/idempotency-keys.ts'
import { storedToken } from '../../api/stored-token.ts'
import { KeptScans, type ScanKind, sessionKey, unsentKey } from './kept-scans.ts'
import type { QueuedScan } from './scan-list.ts'
import { type Sending, sendAsOwner } from './send-as-owner.ts'

type SendingQueue = {
  session: { get: () => { scans: readonly QueuedScan[] } }
  hasUnsent: () => boolean
  failedScanId: () => string | undefined
  retryUnsent: () => void
  retryUnnoticed: () => void
}
type Entry<Q> = { owner: string | undefined; queue: Q; stopWarning: () => void }

/** The queues of each page that was opened. */
const openedQueues = new WeakMap<QueryClient, ReadonlyMap<unknown, Entry<SendingQueue>>[]>()

/** Returns the queues of a person on all pages that were opened, and none without a person. */
export function queuesOf(queryClient: QueryClient, owner: string | undefined): SendingQueue[] {
  if (owner === undefined) return []
  const entries = openedQueues.get(queryClient)?.flatMap((byPlace) => [...byPlace.values()]) ?? []
  return entries.filter((entry) => entry.owner === owner).map(({ queue }) => queue)
}

/**
 * Holds the queues of one page, by place (such as the id of a box) and person. A queue outlives its screen: scans are
 * sent while the person looks at something else. Without a session it stays that of the person who was signed in.
 */
export function createQueuesByPerson<Q extends SendingQueue, Place extends number | string = number>(
  create: (queryClient: QueryClient, owner: string | undefined, place: Place) => Q,
) {
  const queues = new WeakMap<QueryClient, Map<Place, Entry<Q>>>()

  function openPage(queryClient: QueryClient) {
    const byPlace = new Map<Place, Entry<Q>>()
    queues.set(queryClient, byPlace)
    openedQueues.set(queryClient, [...(openedQueues.get(queryClient) ?? []), byPlace])
    return byPlace
  }

  return (queryClient: QueryClient, owner: string | undefined, place: Place = 0 as Place): Q => {
    const byPlace = queues.get(queryClient) ?? openPage(queryClient)
    const present = byPlace.get(place)
    if (present && (owner === undefined || present.owner === owner)) return present.queue
    present?.stopWarning()
    const queue = create(queryClient, owner, place)
    // No confirmation on the way to the sign-in page: the scans are sent after the next sign-in.
    const stopWarning = warnBeforeClosing(() => storedToken() !== undefined && queue.hasUnsent())
    byPlace.set(place, { owner, queue, stopWarning })
    return queue
  }
}

const closingChecks = new Set<() => boolean>()

window.addEventListener('beforeunload', (event) => {
  if ([...closingChecks].some((hasUnsent) => hasUnsent())) event.preventDefault()
})

/** The browser asks before it closes this tab while `hasUnsent` returns true. Returns the function that stops this. */
function warnBeforeClosing(hasUnsent: () => boolean): () => void {
  closingChecks.add(hasUnsent)
  return () => void closingChecks.delete(hasUnsent)
}

type OwnQueue<S, O> = {
  kind: ScanKind
  /** The person who scans. */
  owner: string | undefined
  /** The id of the box or pick list, where each has a queue of its own. */
  place?: number | string
  schema: z.ZodType<S>
  sending: Sending<S, O>
}

/**
 * Returns the tools of a person's queue in this browser: it keeps its session in the tab and its unsent scans beyond
 * the tab, and sends nothing in the name of another person.
 */
export function browserTools<S extends QueuedScan, O>({ schema, sending, ...key }: OwnQueue<S, O>) {
  return {
    storage: sessionStorage,
    storageKey: sessionKey(key),
    kept: new KeptScans(localStorage, unsentKey(key), schema),
    now: Date.now,
    newId: randomKey,
    send: sendAsOwner(key.owner, sending),
  }
}
