import { KeptScans } from '../src/features/scanning/kept-scans.ts'
import type { QueuedScan } from '../src/features/scanning/scan-list.ts'
import type { ScanQueueTools } from '../src/features/scanning/scan-queue.ts'
import { readScan } from '../src/features/scanning/scanned-code.ts'
import { CustodyScan, createCustodyQueue } from '../src/pages/custody/custody-session.ts'
import { createReceiveQueue, ReceiveScan } from '../src/pages/receive/receive-session.ts'
import { createPlacingQueue, PlacingScan } from '../src/pages/storage/scan-in/placing-queue.ts'
import { aRackTube } from './rack-records.ts'
import { aReceivedSample } from './records.ts'

type Outcome = { state: string; reason?: string; isOwnFailure?: boolean; isReplyOfProxy?: boolean }
type QueueView = {
  session: { get: () => { scans: QueuedScan[]; lastSettledId?: string | undefined } }
  start: () => Promise<number>
  retry: (id: string) => void
  retryUnsent: () => void
  remove: (id: string) => void
  retryUnnoticed: () => void
  failedScanId: () => string | undefined
  clear: () => void
  hasUnsent: () => boolean
}
type Tools = Omit<ScanQueueTools<QueuedScan>, 'send' | 'kept' | 'onOutcome'> & {
  send: (scan: QueuedScan) => Promise<never>
  onOutcome: (outcome: Outcome) => void
}
type Opened = { queue: QueueView; scan: (code: string) => void }

/** No reply. */
export const unsent = { state: 'unsent', reason: 'Failed to fetch' } as const
/** A reply that says nothing about other scans. */
export const ownFailure = { ...unsent, reason: 'Internal error', isOwnFailure: true } as const
/** A page of a proxy, such as a firewall that blocks the scan. */
export const blocked = { ...unsent, reason: 'No response from the server', isReplyOfProxy: true } as const
export const refused = { state: 'refused', reason: 'Sample not found' } as const
export const received = { state: 'received', sample: aReceivedSample() } as const
export const placed = {
  state: 'placed',
  sample: aRackTube(),
  before: { storageId: 0, rowCoordinate: null, columnCoordinate: null },
} as const

const returned = {
  state: 'returned',
  tube: {
    id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
    name: 'NB-P004-EDTA-2',
    alias: 'T0001230',
    type: 'PLASMA',
    thawCount: 0,
    place: null,
    eventId: 1,
    custody: 'AVAILABLE',
    wasMissing: false,
    freeCell: null,
  },
} as const

const tubeCodes = ['T1', 't1', 'T2', 'T3']

/** Three uses of the scan queue. The tests of the queue run with each. */
export const queueKinds = [
  {
    name: 'receive a tube',
    codes: tubeCodes,
    done: received as Outcome,
    open: (tools: Tools, localStore: Storage, person: string): Opened => {
      const kept = new KeptScans(localStore, `kept.${person}`, ReceiveScan)
      const queue = createReceiveQueue({ ...tools, kept })
      return { queue, scan: (raw) => queue.add(readScan(raw)) }
    },
  },
  {
    name: 'place a tube in the next cell',
    codes: tubeCodes,
    done: placed as Outcome,
    open: (tools: Tools, localStore: Storage, person: string): Opened => {
      const kept = new KeptScans(localStore, `kept.${person}`, PlacingScan)
      const queue = createPlacingQueue({ ...tools, kept })
      let column = 0
      const nextCell = () => {
        column += 1
        return { cell: { row: 1, column }, label: `${column}` }
      }
      return { queue, scan: (raw) => queue.add(readScan(raw), nextCell()) }
    },
  },
  {
    name: 'return a tube',
    /** Also check-outs, and the label of a box. */
    codes: ['T1', 'out T1', 'T2', 'STO0000003'],
    done: returned as Outcome,
    open: (tools: Tools, localStore: Storage, person: string): Opened => {
      const kept = new KeptScans(localStore, `kept.${person}`, CustodyScan)
      const queue = createCustodyQueue({ ...tools, kept })
      return {
        queue,
        scan: (code) => {
          const raw = code.replace('out ', '')
          queue.update({ mode: raw === code ? 'return' : 'check-out', purpose: 'PCR' })
          queue.add(readScan(raw))
        },
      }
    },
  },
]
type QueueKind = (typeof queueKinds)[number]

/** The code that `scan` was given: with 'out ' before it for a check-out. */
export const codeOf = (scan: QueuedScan): string =>
  'mode' in scan && scan.mode === 'check-out' ? `out ${scan.readings.raw}` : scan.readings.raw

/**
 * A tab of a browser with a queue whose replies the test gives one by one. Without `stored`, its sessionStorage is
 * empty, as after a crash; localStorage is shared with the other tabs.
 */
export function openTab(
  kind: QueueKind,
  { stored = new Map<string, string>(), person = 'ada', localStore = localStorage } = {},
) {
  const sent: QueuedScan[] = []
  const replies: ((outcome: Outcome) => void)[] = []
  /** With 'idle' when nothing is left to send. */
  const outcomes: string[] = []
  let now = 1000
  const opened = kind.open(
    {
      send: (scan) => {
        sent.push(scan)
        return new Promise<never>((resolve) => replies.push(resolve as unknown as (outcome: Outcome) => void))
      },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
      },
      storageKey: 'scans',
      now: () => now,
      newId: () => crypto.randomUUID(),
      onOutcome: ({ state }) => outcomes.push(state),
      onIdle: () => outcomes.push('idle'),
    },
    localStore,
    person,
  )
  const scans = () => opened.queue.session.get().scans
  return {
    ...opened,
    sent,
    stored,
    outcomes,
    scans,
    codesSent: () => sent.map(({ readings }) => readings.raw),
    states: () => scans().map(({ progress }) => progress.state),
    wait: (ms: number) => {
      now += ms
    },
    isSending: () => replies.length > 0,
    reply: async (outcome: Outcome) => {
      replies.shift()?.(outcome)
      await settle()
    },
  }
}

/** Lets everything that waits for a resolved promise run. */
export async function settle() {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
}
