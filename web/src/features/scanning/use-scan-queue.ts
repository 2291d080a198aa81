import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../entities/session/session.ts'
import type { QueuedScan } from './scan-list.ts'
import type { ScanQueue, ScanSession } from './scan-queue.ts'

/** Returns the session of a queue, or `empty` without one, and sends what was left unsent. */
export function useScanQueue<S extends QueuedScan, Session extends ScanSession<S>>(
  queue: Pick<ScanQueue<S, Session>, 'session' | 'start'> | undefined,
  empty: Session,
): Session {
  const owner = useSession()?.user.sub
  const session = useSyncExternalStore(
    queue?.session.subscribe ?? noSubscription,
    queue?.session.get ?? (() => empty),
  )

  // Synchronises with what a reload, a closed tab or the end of a session has left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the same person signs in again, sending continues
  useEffect(() => void queue?.start(), [queue, owner])

  return session
}

const noSubscription = () => () => {}
