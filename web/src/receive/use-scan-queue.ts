import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { randomKey } from '../api/random-key.ts'
import { useResend } from '../api/use-resend.ts'
import { useSession } from '../auth/session.ts'
import { batchKeys } from '../batches/batch-api.ts'
import { sampleKeys } from '../samples/sample-api.ts'
import { sendScan } from './receive-api.ts'
import { ScanQueue } from './scan-queue.ts'
import { soundOutcome } from './scan-sound.ts'

type Owned = { owner: string | undefined; queue: ScanQueue }

/** A queue outlives the screen: scans go on being sent while the person looks at something else. */
const queues = new WeakMap<QueryClient, Owned>()

export function useScanQueue() {
  const queryClient = useQueryClient()
  const queue = queueOf(queryClient, useSession()?.user.sub)
  const session = useSyncExternalStore(queue.subscribe, queue.session)

  useResend(queue, session.scans)

  // In step with what a reload has left.
  useEffect(() => queue.start(), [queue])

  return { queue, session }
}

function queueOf(queryClient: QueryClient, owner: string | undefined): ScanQueue {
  const known = queues.get(queryClient)
  if (known && known.owner === owner) return known.queue
  const queue = new ScanQueue({
    send: (scan) => sendScan(scan, owner),
    storage: sessionStorage,
    storageKey: `lims.scans.${owner ?? 'nobody'}`,
    now: Date.now,
    newId: randomKey,
    onOutcome: ({ state }, isIdle) => {
      soundOutcome(state)
      if (!isIdle) return
      queryClient.invalidateQueries({ queryKey: sampleKeys.all })
      queryClient.invalidateQueries({ queryKey: batchKeys.all })
    },
  })
  queues.set(queryClient, { owner, queue })
  return queue
}
