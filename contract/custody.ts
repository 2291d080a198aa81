import { z } from 'zod'
import { minuteMs } from './durations.ts'
import { keysOf } from './keys-of.ts'

/** Whether a sample can be taken. Independent of its status, which is the stage of its processing. */
export const Custody = z.enum([
  'AVAILABLE',
  'RESERVED',
  'CHECKED_OUT',
  'MISSING',
  'QUARANTINED',
  'DEPLETED',
  'DISPOSED',
])
export type Custody = z.infer<typeof Custody>

/** What a sample with each custody is called within a sentence. */
export const custodyNames: Record<Custody, string> = {
  AVAILABLE: 'available',
  RESERVED: 'reserved',
  CHECKED_OUT: 'checked out',
  MISSING: 'missing',
  QUARANTINED: 'quarantined',
  DEPLETED: 'depleted',
  DISPOSED: 'disposed of',
}

/**
 * How custody changes, and from what to what. The database enforces this table (`custody_rule`); the browser uses it to
 * offer choices. A further kind, `undo`, reverses the last change.
 */
export const custodySteps = {
  /** By hand, with a reason. */
  set: {
    AVAILABLE: ['MISSING', 'QUARANTINED', 'DEPLETED', 'DISPOSED'],
    CHECKED_OUT: ['MISSING', 'QUARANTINED', 'DEPLETED', 'DISPOSED'],
    MISSING: ['AVAILABLE', 'QUARANTINED', 'DEPLETED', 'DISPOSED'],
    QUARANTINED: ['AVAILABLE', 'MISSING', 'DEPLETED', 'DISPOSED'],
    DEPLETED: ['AVAILABLE', 'DISPOSED'],
  },
  'check-out': { AVAILABLE: ['CHECKED_OUT'] },
  return: { CHECKED_OUT: ['AVAILABLE'] },
  /** A missing sample was scanned. */
  find: { MISSING: ['AVAILABLE'] },
  /** For a pick list. */
  reserve: { AVAILABLE: ['RESERVED'] },
  release: { RESERVED: ['AVAILABLE'] },
  /** The sample of a pick list was scanned, or not found. */
  pick: { RESERVED: ['CHECKED_OUT', 'MISSING'] },
  /** An accepted difference of a stock-take. */
  count: {
    AVAILABLE: ['MISSING'],
    RESERVED: ['MISSING'],
    QUARANTINED: ['MISSING'],
    CHECKED_OUT: ['AVAILABLE'],
    MISSING: ['AVAILABLE'],
    DEPLETED: ['AVAILABLE'],
    DISPOSED: ['AVAILABLE'],
  },
} as const satisfies Record<string, Partial<Record<Custody, readonly Custody[]>>>

export type CustodyStep = keyof typeof custodySteps

/** Returns what a sample can become by hand. */
export const nextCustodies = (from: Custody): readonly Custody[] =>
  (custodySteps.set as Partial<Record<Custody, readonly Custody[]>>)[from] ?? []

/** Whether a sample with this custody is depleted or disposed of. It has no place in storage. */
export const isOutOfUse = (custody: Custody): custody is 'DEPLETED' | 'DISPOSED' =>
  custody === 'DEPLETED' || custody === 'DISPOSED'

/** The reason of the change by which a scan finds a missing sample that was in quarantine. */
export const stillQuarantined = 'It was in quarantine when it was reported missing'

/**
 * Returns what the undo of a change of custody ends, for which it needs a reason while roles are on: that a sample is
 * depleted or disposed of, or in quarantine. Undefined if neither. What a scan has found in quarantine is missing
 * again, and has to be released once it is found.
 */
export function endedByUndo({ from, to, reason }: { from: Custody; to: Custody; reason: string }) {
  if (isOutOfUse(to)) return isOutOfUse(from) ? undefined : 'out-of-use'
  const isFound = from === 'MISSING' && reason === stillQuarantined
  return to === 'QUARANTINED' && !isFound ? 'quarantine' : undefined
}
export type EndedByUndo = ReturnType<typeof endedByUndo>

/** Whether a sample with this custody is checked out or missing. It may keep its cell on record. */
export const isAway = (custody: Custody) => custody === 'CHECKED_OUT' || custody === 'MISSING'

/** At this nominal temperature (°C) and below, taking a sample out thawed counts as one freeze-thaw cycle. */
export const frozenAtMostC = -60

/** Why a thawed tube counts no freeze-thaw cycle. */
export const noThawCounted =
  'No freeze-thaw cycle was counted: its place is not known to be −60 °C or colder.'

/** A tube that was returned longer ago, and is in no cell yet, may have thawed. */
const maxPutAwayMs = 15 * minuteMs

/** Whether a tube that was returned at an instant, and still waits to be put away, waits too long. */
export const isPutAwayLate = (returnedAt: string, nowMs: number) =>
  nowMs - Date.parse(returnedAt) > maxPutAwayMs

/** What `/custody/list` can list. */
export const custodyLists = {
  out: 'Not available',
  overdue: 'Overdue',
  CHECKED_OUT: 'Checked out',
  RESERVED: 'Reserved',
  MISSING: 'Missing',
  QUARANTINED: 'Quarantined',
  'to-put-away': 'To put away',
  'to-confirm': 'To confirm',
} as const
export const CustodyList = z.enum(keysOf(custodyLists))
export type CustodyList = z.infer<typeof CustodyList>
