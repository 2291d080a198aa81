import type { z } from 'zod'
import { createStore, type Store } from '../../api/create-store.ts'
import { parseJson } from '../../api/parse-json.ts'
import type { KeptScans } from './kept-scans.ts'
import {
  afterReload,
  type CanRepeat,
  canRemove,
  type DependsOn,
  findRepeated,
  hasFailedOften,
  hasNewerSettled,
  heldUpBy,
  isPending,
  type NewScan,
  neededBy,
  nextToSend,
  type OutcomeOf,
  ofSameCode,
  type QueuedScan,
  withFailure,
  withOutcome,
  withScan,
  withSending,
  withTakenOver,
  withUnsent,
  withWaiting,
} from './scan-list.ts'
import { keyOfScan, type Readings } from './scanned-code.ts'
import { sessionWriter } from './session-writer.ts'
import { noteScan } from './time-of-scan.ts'

/** The scans of one person in one browser tab, newest first. */
export type ScanSession<S> = { scans: S[]; lastSettledId?: string | undefined }

/** What differs between the uses of the queue. */
export type ScanRules<S extends QueuedScan, Session extends ScanSession<S>> = {
  /** The session as sessionStorage holds it. What does not fit is discarded. */
  schema: z.ZodType<Session>
  empty: Session
  /** What clearing the list keeps, besides the scans without a reply. */
  keptOnClear?: (session: Session) => Partial<Session>
  /** Without it, always. */
  canRepeat?: CanRepeat<S>
  /** Which scans wait for an earlier one that fails by itself. Without it, those of the same code. */
  dependsOn?: DependsOn<S>
  /** Counts a scan that has got its outcome. */
  count?: (session: Session, scan: S) => Session
}

export type ScanQueueTools<S extends QueuedScan> = {
  /** Sends a scan and returns its outcome; a failure that it does not translate counts as no reply. */
  send: (scan: S) => Promise<OutcomeOf<S>>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  storageKey: string
  /** Outlives the tab, for the scans without a reply. */
  kept: Pick<KeptScans<S>, 'keep' | 'takeOver'>
  now: () => number
  newId: () => string
  /** Called after each outcome, and once for all scans that a failed request holds up. */
  onOutcome: (outcome: OutcomeOf<S>) => void
  /** Called after outcomes, when nothing is being sent any more, nor will be before the next try. */
  onIdle: () => void
}

export type ScanQueue<S extends QueuedScan, Session extends ScanSession<S>> = {
  session: Pick<Store<Session>, 'get' | 'subscribe'>
  hasUnsent: () => boolean
  /** Returns the id of a scan that got no reply and is not sent until the next try, if there is one. */
  failedScanId: () => string | undefined
  /**
   * Sends what a reload, a closed tab or the end of a session has left; calling it twice does no harm.
   * Returns how many scans closed tabs had left.
   */
  start: () => Promise<number>
  /**
   * Adds a scan and sends it in its turn. `complete` adds the fields of this use of the queue; a scan that it gives an
   * outcome is not sent. A code that is only read again adds nothing, and sends the earlier scan if it was unsent.
   */
  add: (readings: Readings, complete: (scan: NewScan) => S) => void
  /** Sends a scan again, changed. */
  resend: (id: string, change: Partial<S>) => void
  /**
   * Replaces the outcome of a scan, and shows it as the last one. If the change was requested at `requestedAt`, in ms,
   * a newer scan that has settled since then stays the last one.
   */
  setOutcome: (id: string, outcome: OutcomeOf<S>, requestedAt?: number) => void
  /** Offers Undo of this scan no more, since its tube has changed in the meantime. */
  withdrawUndo: (id: string) => void
  /** Sends an unsent scan again, after those before it; does nothing for any other. */
  retry: (id: string) => void
  retryUnsent: () => void
  /** As `retryUnsent`, when nobody has done anything: a scan that fails as before is not reported again. */
  retryUnnoticed: () => void
  /** Removes a scan that may fail for good, and sends those that wait for it; does nothing for any other. */
  remove: (id: string) => void
  update: (change: Partial<Session>) => void
  /** Empties the list, except for scans without a reply. */
  clear: () => void
}

const maxSightings = 500

/**
 * Sends scans one after the other, in the order in which they were made, and keeps each until it has a reply. A request
 * that gets none holds up the scans behind it until the next try, as what they mean may depend on it; one that fails by
 * itself holds up those that do depend on it.
 */
export function createScanQueue<S extends QueuedScan, Session extends ScanSession<S>>(
  rules: ScanRules<S, Session>,
  { send, storage, storageKey, kept, now, newId, onOutcome, onIdle }: ScanQueueTools<S>,
): ScanQueue<S, Session> {
  const stored = parseJson(storage.getItem(storageKey), rules.schema) ?? rules.empty
  const dependsOn = rules.dependsOn ?? ofSameCode
  const session = createStore<Session>({ ...stored, scans: afterReload<S>(stored.scans) })
  const write = sessionWriter(storage, storageKey)
  const lastSeenAt = new Map<string, number>()
  let isSending = false
  let heldId: string | undefined
  let isUnnoticed = false
  /** Whether a scan has got its outcome since the queue was idle. */
  let isChanged = false
  /** Whether the server has replied since the last try. */
  let isServerReady = false
  /** Scans that failed by themselves, until the next try. */
  const passedOver = new Set<string>()
  kept.keep(pending())

  function pending(): S[] {
    return session.get().scans.filter(isPending)
  }

  function change(next: Session) {
    write(next)
    kept.keep(next.scans.filter(isPending))
    session.set(next)
  }

  const changeScans = (scans: S[]) => change({ ...session.get(), scans })

  function setOutcome(id: string, outcome: OutcomeOf<S>, requestedAt?: number) {
    const isOvertaken = requestedAt !== undefined && hasNewerSettled(session.get().scans, id, requestedAt)
    const scans = withOutcome<S>(session.get().scans, id, outcome, now())
    const settled = scans.find((scan) => scan.id === id)
    const next: Session = { ...session.get(), scans, ...(!isOvertaken && { lastSettledId: id }) }
    change(settled && rules.count ? rules.count(next, settled) : next)
  }

  const nextScan = () =>
    isSending || heldId !== undefined ? undefined : nextToSend<S>(session.get().scans, passedOver, dependsOn)

  function reportOutcome(outcome: OutcomeOf<S>) {
    isChanged ||= outcome.state !== 'unsent'
    onOutcome(outcome)
  }

  function reportIdle() {
    if (!isChanged || isSending || nextScan()) return
    isChanged = false
    onIdle()
  }

  function retryUnnoticed() {
    isUnnoticed = true
    isServerReady = true
    retryAll()
  }

  function resend(id: string, more: Partial<S>) {
    changeScans(withWaiting<S>(session.get().scans, id, more))
    sendHeld()
  }

  function retry(id: string) {
    const scan = session.get().scans.find((one) => one.id === id)
    if (scan?.progress.state === 'unsent') retryUnsent()
  }

  function retryUnsent() {
    isUnnoticed = false
    retryAll()
  }

  function retryAll() {
    passedOver.clear()
    sendHeld()
  }

  function sendHeld() {
    heldId = undefined
    void sendNext()
  }

  async function sendNext(): Promise<void> {
    const scan = nextScan()
    if (!scan) return
    isSending = true
    changeScans(withSending<S>(session.get().scans, scan.id))
    const outcome = await send(scan).catch(unexpectedFailure<S>)
    isSending = false
    let isNews = true
    if (outcome.state === 'unsent') {
      isNews = hold(scan, outcome)
    } else {
      // The server is back: what failed before is worth another try, unnoticed.
      if (passedOver.size > 0) isUnnoticed = true
      passedOver.clear()
      isServerReady = true
      setOutcome(scan.id, outcome)
    }
    void sendNext()
    if (isNews) reportOutcome(outcome)
    reportIdle()
  }

  /** Returns false if the try is unnoticed, and all that it holds up was unsent before. */
  function hold(lost: S, failure: OutcomeOf<S>): boolean {
    const isCounted = failure.isOwnFailure === true || (failure.isReplyOfProxy === true && isServerReady)
    isServerReady = false
    const failures = (lost.failures ?? 0) + (isCounted ? 1 : 0)
    const isBlocked = failure.isReplyOfProxy === true && hasFailedOften({ failures })
    const outcome = isBlocked ? ({ ...failure, ...blockedByProxy } as OutcomeOf<S>) : failure
    const { isOwnFailure = false } = outcome
    if (isOwnFailure) passedOver.add(lost.id)
    else heldId = lost.id
    const held = heldUpBy<S>(session.get().scans, lost, isOwnFailure ? dependsOn : undefined)
    const isAsBefore = isSameFailure(lost.progress, outcome) && held.every(isUnsent)
    const isNews = !isUnnoticed || !isAsBefore
    const ids = new Set(held.map(({ id }) => id))
    const ofHeld = isOwnFailure ? waitingFor<S>(lost, outcome) : outcome
    const waiting = withUnsent<S>(session.get().scans, ids, ofHeld)
    const unsent = withUnsent<S>(waiting, new Set([lost.id]), outcome)
    const scans = isCounted ? withFailure<S>(unsent, lost.id) : unsent
    change({ ...session.get(), scans, ...(isNews && { lastSettledId: held[0]?.id }) })
    return isNews
  }

  /** Notes when a code was read and returns when it was read before. Remembers the last 500 codes. */
  function noteSighting(key: string, seenAt: number): number | undefined {
    const before = lastSeenAt.get(key)
    lastSeenAt.delete(key)
    lastSeenAt.set(key, seenAt)
    if (lastSeenAt.size > maxSightings) lastSeenAt.delete(lastSeenAt.keys().next().value ?? '')
    return before
  }

  return {
    session,
    setOutcome,
    resend,
    retry,
    retryUnsent,
    retryUnnoticed,
    withdrawUndo: (id) =>
      changeScans(
        session.get().scans.map((scan) => (scan.id === id ? { ...scan, isUndoWithdrawn: true } : scan)),
      ),
    remove: (id) => {
      const { scans } = session.get()
      const left = scans.filter((scan) => scan.id !== id || !canRemove(scan))
      if (left.length === scans.length) return
      passedOver.delete(id)
      changeScans(left)
      sendHeld()
    },
    hasUnsent: () => session.get().scans.some(isPending),
    failedScanId: () => heldId ?? passedOver.values().next().value,
    update: (more) => change({ ...session.get(), ...more }),
    clear: () => change({ ...rules.empty, ...rules.keptOnClear?.(session.get()), scans: pending() }),

    async start() {
      retryUnsent()
      const count = await kept.takeOver((left) => {
        changeScans(withTakenOver<S>(session.get().scans, left))
      })
      if (count > 0) retryUnsent()
      return count
    },

    add(readings, complete) {
      const scannedAt = now()
      const { scans } = session.get()
      const seenBefore = noteSighting(keyOfScan(readings), scannedAt)
      const scan = complete({ id: newId(), readings, scannedAt, progress: { state: 'waiting' } })
      const repeated = findRepeated<S>(scans, scan, seenBefore, rules.canRepeat)
      if (repeated) return retry(repeated.id)

      noteScan(scan.id)
      changeScans(withScan<S>(scans, scan))
      if (isPending(scan)) {
        for (const { id } of neededBy<S>(scans, scan, dependsOn)) passedOver.delete(id)
        return sendHeld()
      }
      const outcome = scan.progress as OutcomeOf<S>
      setOutcome(scan.id, outcome)
      reportOutcome(outcome)
      reportIdle()
    },
  }
}

/** The outcome of a scan that a proxy blocks each time, while others reach the server: it holds up no other. */
const blockedByProxy = {
  reason: 'Something in front of the server, such as a firewall, blocks this scan',
  isOwnFailure: true,
}

/** The outcome of a scan that waits for a failing one: it names that one, which has to be retried or removed. */
const waitingFor = <S extends QueuedScan>({ readings }: S, outcome: OutcomeOf<S>) =>
  ({ ...outcome, reason: `Waits for the scan of ${readings.raw}: ${outcome.reason}` }) as OutcomeOf<S>

const isUnsent = ({ progress }: QueuedScan) => progress.state === 'unsent'

type Progress = { state: string; reason?: string }
const isSameFailure = (before: Progress, after: Progress) =>
  before.state === 'unsent' && after.state === 'unsent' && before.reason === after.reason

/** A defect must not hold up the scans behind this one, nor pass for a refusal. */
function unexpectedFailure<S extends QueuedScan>(failure: unknown): OutcomeOf<S> {
  console.error(failure)
  const reason = `Unexpected error: ${failure}`
  return { state: 'unsent', reason, isOwnFailure: true } as unknown as OutcomeOf<S>
}
