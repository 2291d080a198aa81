import { StockTakeScan, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'
import { refetchFreezerWork } from '../../entities/freezer-work/freezer-work-keys.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { PendingProgress, QueuedScanFields, UnsentOutcome } from '../../features/scanning/scan-list.ts'
import {
  createScanQueue,
  type ScanQueue,
  type ScanQueueTools,
  type ScanRules,
} from '../../features/scanning/scan-queue.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { isSameScan, type Readings } from '../../features/scanning/scanned-code.ts'
import type { Sending } from '../../features/scanning/send-as-owner.ts'
import { keyOfReading, readingOfSample } from '../../features/scanning/send-either-reading.ts'
import { sentAtOf, timeOfScan } from '../../features/scanning/time-of-scan.ts'

const CountingOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('counted'), found: StockTakeScan }),
  /** `isTooLate`: the stock-take was closed before the scan arrived. */
  z.object({ state: z.literal('refused'), reason: z.string(), isTooLate: z.boolean().exactOptional() }),
  UnsentOutcome,
])
type CountingOutcome = z.infer<typeof CountingOutcome>

export const CountingScan = z.object({
  ...QueuedScanFields,
  stockTakeId: z.string(),
  /** The box that was being counted when the tube was scanned. */
  storageId: z.number(),
  boxAlias: z.string(),
  progress: z.union([PendingProgress, CountingOutcome]),
})
export type CountingScan = z.infer<typeof CountingScan>

const CountingSession = z.object({
  scans: z.array(CountingScan),
  lastSettledId: z.string().optional(),
})
export type CountingSession = z.infer<typeof CountingSession>

export const emptyCountingSession: CountingSession = { scans: [] }

const rules: ScanRules<CountingScan, CountingSession> = {
  schema: CountingSession,
  empty: emptyCountingSession,
  // A tube that is scanned in another box was moved, or scanned in the wrong one before: it counts there.
  canRepeat: (earlier, scan) =>
    earlier.storageId === scan.storageId && earlier.stockTakeId === scan.stockTakeId,
}

/** Returns the scans of a stock-take that came after its end, without those of a tube that was counted before. */
export function scansTooLate({ scans }: CountingSession, stockTakeId: string): CountingScan[] {
  const ofStockTake = scans.filter((scan) => scan.stockTakeId === stockTakeId)
  const counted = ofStockTake.filter(({ progress }) => progress.state === 'counted')
  return ofStockTake.filter(
    ({ progress, readings }) =>
      progress.state === 'refused' &&
      progress.isTooLate === true &&
      !counted.some((other) => isSameScan(other.readings, readings)),
  )
}

type CountedBox = { stockTakeId: string; storageId: number; boxAlias: string }

export type CountingQueue = Omit<ScanQueue<CountingScan, CountingSession>, 'add'> & {
  /** Counts what was scanned in a box. */
  add: (readings: Readings, box: CountedBox) => void
}

function createCountingQueue(tools: ScanQueueTools<CountingScan>): CountingQueue {
  const queue = createScanQueue(rules, tools)
  return { ...queue, add: (readings, box) => queue.add(readings, (scan) => ({ ...scan, ...box })) }
}

/** The scans of a person in all stock-takes: they are sent on whichever page the person is. */
export const countingQueueOf = createQueuesByPerson((queryClient, owner) =>
  createCountingQueue({
    ...browserTools({ kind: 'stock-take', owner, schema: CountingScan, sending: counting }),
    onOutcome: (outcome) => playScanSound(soundOf(outcome)),
    onIdle: () => void refetchFreezerWork(queryClient),
  }),
)

/** A difference sounds like a refusal: both need attention. */
const soundOf = (outcome: CountingOutcome): string =>
  outcome.state === 'counted' && outcome.found.result === 'in-place' ? 'placed' : 'refused'

/** Counts a scanned tube. */
export const counting: Sending<CountingScan, CountingOutcome> = {
  send: count,
  onFailure: (failure) => {
    const isTooLate = hasCode(failure, 'stock-take-closed')
    return { ...refusedOrUnsent(failure, 'Failed to count the tube'), ...(isTooLate && { isTooLate }) }
  },
}

async function count(scanned: CountingScan, sender: Sender): Promise<CountingOutcome> {
  const { id, readings, stockTakeId, storageId } = scanned
  // A code of no sample is counted too: the server refuses neither reading.
  const code = await readingOfSample(readings, 'Nothing was counted', sender)
  if (typeof code !== 'string') return code
  const idempotencyKey = keyOfReading(id, readings, code)
  const body = { stockTakeId, storageId, code, ...timeOfScan(scanned) }
  const options = { ...sender, idempotencyKey, ...sentAtOf(scanned) }
  const { scan } = await call(stockTakesApi.scan, { body }, options)
  return { state: 'counted', found: scan }
}
