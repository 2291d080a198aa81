import { expect, test } from 'vitest'
import { settle } from '../../../test/scan-queues.ts'
import { KeptScans } from '../../features/scanning/kept-scans.ts'
import { type CustodyOutcome, CustodyScan, createCustodyQueue, type ScanMode } from './custody-session.ts'

const tube = {
  id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  name: 'NB-P004-EDTA-2',
  alias: 'T0001230',
  type: 'PLASMA',
  thawCount: 0,
  place: null,
  eventId: 1,
} as const

const outcomes: Record<ScanMode, CustodyOutcome> = {
  'check-out': {
    state: 'checked-out',
    tube: { ...tube, custody: 'CHECKED_OUT', isThawCounted: false, needsConfirmation: false },
  },
  return: {
    state: 'returned',
    tube: { ...tube, custody: 'AVAILABLE', wasMissing: false, freeCell: null },
  },
  'look-up': { state: 'refused', reason: 'No sample has the tube ID T1.' },
}

function open(stored = new Map<string, string>()) {
  const queue = createCustodyQueue({
    send: async ({ mode }) => outcomes[mode],
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    storageKey: 'scans',
    kept: new KeptScans(localStorage, 'lims.unsent.custody.ada', CustodyScan),
    now: () => 1000,
    newId: () => crypto.randomUUID(),
    onOutcome: () => {},
    onIdle: () => {},
  })
  const scan = async (mode: ScanMode, raw: string) => {
    queue.update({ mode, purpose: 'PCR' })
    queue.add({ raw })
    await settle()
  }
  const counts = () => {
    const { checkedOut, returned } = queue.session.get()
    return { checkedOut, returned }
  }
  return { queue, session: queue.session.get, counts, scan, stored }
}

test('counts what was checked out and returned, also scans that have left the list', async () => {
  const { queue, session, counts, scan } = open()
  for (let index = 1; index <= 3; index += 1) await scan('check-out', `T${index}`)
  for (let index = 1; index <= 510; index += 1) await scan('return', `T${index}`)
  await scan('look-up', 'T511')
  expect(session().scans).toHaveLength(500)
  expect(counts()).toEqual({ checkedOut: 3, returned: 510 })

  const last = session().scans.find(({ progress }) => progress.state === 'returned')
  queue.markUndone(last?.id ?? '')
  expect(counts()).toEqual({ checkedOut: 3, returned: 509 })
  queue.clear()
  expect(session().scans).toEqual([])
  expect(counts()).toEqual({ checkedOut: 0, returned: 0 })
})

test('the list of an earlier version, which stored no counts, is counted', async () => {
  const { scan, stored } = open()
  await scan('check-out', 'T1')
  await scan('return', 'T2')
  const { checkedOut, returned, ...earlier } = JSON.parse(stored.get('scans') ?? '')
  const { session, counts } = open(new Map([['scans', JSON.stringify(earlier)]]))
  expect(counts()).toEqual({ checkedOut: 1, returned: 1 })
  expect(session().scans).toHaveLength(2)
})
