import type { QueryClient } from '@tanstack/react-query'
import { randomKey } from '../../api/idempotency-keys.ts'
import { storedToken } from '../../api/stored-token.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { KeptScans, keptScansKey } from '../../features/scanning/kept-scans.ts'
import { ScanQueue } from '../../features/scanning/scan-queue.ts'
import { Scan } from '../../features/scanning/scan-session.ts'
import { soundOutcome } from '../../features/scanning/scan-sound.ts'
import { keepSignedOutScans } from '../../features/scanning/signed-out-scans.ts'
import { warnBeforeClosing } from '../../features/scanning/warn-before-closing.ts'
import { sendScan } from './receive-api.ts'

type Owned = { owner: string | undefined; queue: ScanQueue; stopWarning: () => void }

/** A queue outlives the screen: scans go on being sent while the person looks at something else. */
const queues = new WeakMap<QueryClient, Owned>()

/** The queue of a person. Without a session the list and its scans stay those of the person who was signed in. */
export function queueOf(queryClient: QueryClient, owner: string | undefined): ScanQueue {
  const known = queues.get(queryClient)
  if (known && (owner === undefined || known.owner === owner)) return known.queue
  known?.stopWarning()
  const queue = new ScanQueue({
    send: (scan) => sendScan(scan, owner),
    storage: sessionStorage,
    kept: new KeptScans(localStorage, keptScansKey(owner), Scan),
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
  // No confirmation on the way to the sign-in page: the scans are sent after the next sign-in.
  const stopWarning = warnBeforeClosing(() => storedToken() !== undefined && queue.hasUnsent())
  queues.set(queryClient, { owner, queue, stopWarning })
  keepSignedOutScans((readings) => queue.add(readings))
  return queue
}
