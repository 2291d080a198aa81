import { CheckedOutTube, ReturnedTube } from '@lims/contract/custody-api.ts'
import { ListedSample } from '@lims/contract/samples.ts'
import { z } from 'zod'
import {
  countOf,
  ofSameCode,
  PendingProgress,
  QueuedScanFields,
  UnsentOutcome,
} from '../../features/scanning/scan-list.ts'
import {
  createScanQueue,
  type ScanQueue,
  type ScanQueueTools,
  type ScanRules,
} from '../../features/scanning/scan-queue.ts'
import { type Readings, scannedStorage } from '../../features/scanning/scanned-code.ts'

export const ScanMode = z.enum(['check-out', 'return', 'look-up'])
export type ScanMode = z.infer<typeof ScanMode>

/** Without the IDs of subject and site: the browser keeps the session. */
const LookedUpSample = ListedSample.pick({
  id: true,
  name: true,
  alias: true,
  status: true,
  custody: true,
  place: true,
})

export const CustodyOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('checked-out'), tube: CheckedOutTube }),
  z.object({
    state: z.literal('returned'),
    tube: ReturnedTube,
    /** Confirmed to be in its cell. */
    isPutAway: z.boolean().exactOptional(),
    /** Does not wait to be put away any more, as the server replied to the confirmation. */
    waitsNoMore: z.boolean().exactOptional(),
    /** Could not be put away as it was offered, such as because another tube is in the free cell. */
    isPutAwayRefused: z.boolean().exactOptional(),
  }),
  /** The label of a box was scanned: the tubes that are in it now. */
  z.object({ state: z.literal('put-away'), sampleIds: z.array(z.string()), storageName: z.string() }),
  z.object({
    state: z.literal('looked-up'),
    sample: LookedUpSample,
    sentence: z.string(),
    /** The one that has reserved it. */
    pickList: z.object({ id: z.string(), name: z.string() }).exactOptional(),
  }),
  z.object({ state: z.literal('undone'), tube: CheckedOutTube.pick({ id: true, name: true, alias: true }) }),
  z.object({
    state: z.literal('refused'),
    reason: z.string(),
    /** True if it can be checked out all the same, and another person confirms it. */
    isOverLimit: z.boolean().exactOptional(),
  }),
  UnsentOutcome,
])
export type CustodyOutcome = z.infer<typeof CustodyOutcome>

/** What is sent with every scan until it is changed. */
const settings = {
  mode: ScanMode,
  purpose: z.string(),
  expectedReturn: z.string().exactOptional(),
  thawed: z.boolean(),
  keepPlace: z.boolean(),
}

export const CustodyScan = z.object({
  ...QueuedScanFields,
  ...settings,
  overLimit: z.boolean().exactOptional(),
  progress: z.union([PendingProgress, CustodyOutcome]),
})
export type CustodyScan = z.infer<typeof CustodyScan>

const CustodySession = z
  .object({
    ...settings,
    scans: z.array(CustodyScan),
    lastSettledId: z.string().optional(),
    /** Since the list was last cleared; the list itself drops the oldest scans. */
    checkedOut: z.number().optional(),
    returned: z.number().optional(),
  })
  // An earlier version stored no counts.
  .transform((session) => ({
    ...session,
    checkedOut: session.checkedOut ?? countOf(session, 'checked-out'),
    returned: session.returned ?? countOf(session, 'returned'),
  }))
export type CustodySession = z.infer<typeof CustodySession>

export const emptyCustodySession: CustodySession = {
  scans: [],
  checkedOut: 0,
  returned: 0,
  mode: 'check-out',
  purpose: '',
  thawed: false,
  keepPlace: true,
}

const settingsOf = ({ mode, purpose, expectedReturn, thawed, keepPlace }: CustodySession) => ({
  mode,
  purpose,
  ...(expectedReturn !== undefined && { expectedReturn }),
  thawed,
  keepPlace,
})

const countOfState: Partial<Record<CustodyScan['progress']['state'], number>> = {
  'checked-out': 1,
  returned: 1,
  undone: -1,
}

const isLabel = ({ readings }: CustodyScan) => scannedStorage(readings) !== undefined

const rules: ScanRules<CustodyScan, CustodySession> = {
  schema: CustodySession,
  empty: emptyCustodySession,
  keptOnClear: settingsOf,
  // A code may be read twice within a second if something else is to be done with it. The label of a box confirms what
  // was returned before it: after another tube, it is read for that one.
  canRepeat: (earlier, scan, isLatest) => earlier.mode === scan.mode && (isLatest || !isLabel(scan)),
  // For that reason no label overtakes a return, and no return a label.
  dependsOn: (scan, earlier) =>
    ofSameCode(scan, earlier) ||
    (scan.mode === 'return' && earlier.mode === 'return' && [scan, earlier].some(isLabel)),
  count: (session, { mode, progress }) => {
    const change = countOfState[progress.state] ?? 0
    return {
      ...session,
      checkedOut: session.checkedOut + (mode === 'check-out' ? change : 0),
      returned: session.returned + (mode === 'return' ? change : 0),
    }
  },
}

const purposeMissing = 'Please enter the purpose first, then scan the tube again.'
/** The settings are kept for the session, which may last longer than the day that was chosen. */
const returnDayPast =
  'The day by which tubes are expected back is past. Please choose another day, or none, then scan the tube again.'

/** Why a scan is refused before it is sent, if it is. */
function refusalOf({ mode, purpose, expectedReturn }: ReturnType<typeof settingsOf>, scannedAt: number) {
  if (mode !== 'check-out') return undefined
  if (purpose.trim() === '') return purposeMissing
  return expectedReturn && Date.parse(expectedReturn) <= scannedAt ? returnDayPast : undefined
}

export type CustodyQueue = Omit<ScanQueue<CustodyScan, CustodySession>, 'add'> & {
  /**
   * Adds what was scanned, with the settings of this moment. A check-out without a purpose, or back by a day that is
   * past, is refused at once, and false is returned.
   */
  add: (readings: Readings) => boolean
  /** `requestedAt` is that of `setOutcome`. */
  markUndone: (scanId: string, requestedAt?: number) => void
  /** Marks the newest return of each of these samples as confirmed. */
  markPutAway: (sampleIds: readonly string[]) => void
  /** Marks a return with what became of its confirmation. */
  markReturn: (scanId: string, mark: ReturnMark) => void
}

type ReturnMark = 'isPutAway' | 'waitsNoMore' | 'isPutAwayRefused'

export function createCustodyQueue(tools: ScanQueueTools<CustodyScan>): CustodyQueue {
  const queue = createScanQueue(rules, tools)
  const add = (readings: Readings) => {
    let isRefused = false
    queue.add(readings, (scan) => {
      const set = settingsOf(queue.session.get())
      const reason = refusalOf(set, scan.scannedAt)
      isRefused = reason !== undefined
      return { ...scan, ...set, progress: reason ? { state: 'refused', reason } : scan.progress }
    })
    return !isRefused
  }
  const markUndone = (scanId: string, requestedAt?: number) => {
    const progress = queue.session.get().scans.find(({ id }) => id === scanId)?.progress
    if (progress?.state !== 'checked-out' && progress?.state !== 'returned') return
    const { id, name, alias } = progress.tube
    queue.setOutcome(scanId, { state: 'undone', tube: { id, name, alias } }, requestedAt)
  }
  function markReturns(mark: ReturnMark, isMeant: (scanId: string, sampleId: string) => boolean) {
    queue.update({
      scans: queue.session.get().scans.map((scan) => {
        const { id, progress } = scan
        return progress.state === 'returned' && isMeant(id, progress.tube.id)
          ? { ...scan, progress: { ...progress, [mark]: true } }
          : scan
      }),
    })
  }
  const markPutAway = (sampleIds: readonly string[]) => {
    const ids = new Set(sampleIds)
    // Each id is taken once, and the scans are ordered newest first.
    markReturns('isPutAway', (_, sampleId) => ids.delete(sampleId))
  }
  const markReturn = (scanId: string, mark: ReturnMark) => markReturns(mark, (id) => id === scanId)
  return { ...queue, add, markUndone, markPutAway, markReturn }
}

const tubeOf = ({ progress }: CustodyScan): string | undefined =>
  progress.state === 'checked-out' || progress.state === 'returned' ? progress.tube.id : undefined

/** Whether no newer scan has checked out or returned the tube of a return. The scans are ordered newest first. */
export const isNewestOfTube = (scan: CustodyScan, scans: readonly CustodyScan[]): boolean =>
  scans.find((one) => tubeOf(one) === tubeOf(scan)) === scan

/** Where a returned tube was put from its card. The undo of its return is refused until it is taken out of there. */
const freeCellOf = (progress: CustodyOutcome): string | undefined =>
  progress.state === 'returned' && progress.isPutAway && progress.tube.place === null
    ? progress.tube.freeCell?.path
    : undefined

type UndoableScan = { scanId: string; eventId: number; tubeName: string; freeCell: string | undefined }

/** Returns the newest check-out or return that can be undone, or could before its tube was put into a free cell. */
export function findUndoable({ scans }: CustodySession): UndoableScan | undefined {
  for (const { id, progress, isUndoWithdrawn } of scans) {
    if (isUndoWithdrawn || (progress.state !== 'checked-out' && progress.state !== 'returned')) continue
    const { eventId, name } = progress.tube
    return { scanId: id, eventId, tubeName: name, freeCell: freeCellOf(progress) }
  }
  return undefined
}
