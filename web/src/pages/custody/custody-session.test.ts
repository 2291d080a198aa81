import { expect, test } from 'vitest'
import { ownFailure, settle, unsent } from '../../../test/scan-queues.ts'
import { KeptScans } from '../../features/scanning/kept-scans.ts'
import { type CustodyOutcome, CustodyScan, createCustodyQueue } from './custody-session.ts'

const waitsForT1 = { ...ownFailure, reason: `Waits for the scan of T1: ${ownFailure.reason}` }

function open() {
  const sent: CustodyScan[] = []
  const replies: ((outcome: CustodyOutcome) => void)[] = []
  let now = 1000
  const queue = createCustodyQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => replies.push(resolve))
    },
    storage: { getItem: () => null, setItem: () => undefined },
    storageKey: 'custody',
    kept: new KeptScans(localStorage, 'lims.unsent.custody.ada', CustodyScan),
    now: () => now,
    newId: () => crypto.randomUUID(),
    onOutcome: () => undefined,
    onIdle: () => undefined,
  })
  queue.update({ purpose: 'ELISA' })
  return {
    queue,
    scan: (raw: string, mode: CustodyScan['mode'], afterMs = 5000) => {
      now += afterMs
      queue.update({ mode })
      queue.add({ raw })
    },
    reply: async (outcome: CustodyOutcome) => {
      replies.shift()?.(outcome)
      await settle()
    },
    scans: () =>
      queue.session
        .get()
        .scans.map(({ readings, mode }) => `${mode} ${readings.raw}`)
        .toReversed(),
    sent: () => sent.map(({ readings, mode }) => `${mode} ${readings.raw}`),
  }
}

test('without a connection, a tube that is checked out, returned and checked out again is three scans', async () => {
  const { scan, reply, scans, sent, queue } = open()
  scan('T1', 'check-out')
  await reply(unsent)
  scan('T1', 'return')
  scan('t1', 'return')
  scan('T1', 'check-out')
  expect(scans()).toEqual(['check-out T1', 'return T1', 'check-out T1'])

  await reply(unsent)
  queue.retryUnsent()
  for (let replied = 0; replied < 3; replied += 1) await reply({ state: 'refused', reason: 'No such tube' })
  expect(sent().slice(2)).toEqual(scans())
})

test('a return is not sent before a check-out of its tube that fails by itself, and other tubes are', async () => {
  const { scan, reply, sent, queue } = open()
  const refused: CustodyOutcome = { state: 'refused', reason: 'No such tube' }
  scan('T1', 'check-out')
  scan('T1', 'return')
  scan('T2', 'return')
  await reply(ownFailure)
  expect(sent()).toEqual(['check-out T1', 'return T2'])
  const [, returned] = queue.session.get().scans
  expect(returned?.progress).toEqual(waitsForT1)

  await reply(ownFailure)
  scan('t1', 'check-out')
  await reply(ownFailure)
  expect(sent().slice(2)).toEqual(['check-out T1'])
  expect(queue.session.get().scans.map(({ progress }) => progress.state)).toEqual(Array(4).fill('unsent'))
  expect(queue.session.get().lastSettledId).toBe(queue.session.get().scans[0]?.id)

  scan('T3', 'return')
  for (let replied = 0; replied < 5; replied += 1) await reply(refused)
  expect(sent().slice(3)).toEqual(['return T3', 'check-out T1', 'return T1', 'return T2', 'check-out t1'])
})

test('a tube that is scanned again after a failure of its own is sent in the order of its scans', async () => {
  const { scan, reply, sent } = open()
  scan('T1', 'check-out')
  await reply(ownFailure)
  scan('T1', 'return')
  await reply({ state: 'refused', reason: 'No such tube' })
  await reply({ state: 'refused', reason: 'No such tube' })
  expect(sent()).toEqual(['check-out T1', 'check-out T1', 'return T1'])
})

test('the label of a box is not sent before a return that fails by itself: it confirms what was returned', async () => {
  const { scan, reply, sent } = open()
  scan('T1', 'return')
  await reply(ownFailure)
  scan('STO0000003', 'return')
  await reply({ state: 'refused', reason: 'No such tube' })
  await reply({ state: 'refused', reason: 'No such tube' })
  expect(sent()).toEqual(['return T1', 'return T1', 'return STO0000003'])
})

test('the label of a box is sent although a check-out before it failed by itself', async () => {
  const { scan, reply, sent } = open()
  scan('T1', 'check-out')
  await reply(ownFailure)
  scan('STO0000003', 'return')
  expect(sent()).toEqual(['check-out T1', 'return STO0000003'])
})

test('a return is not sent before the label that was scanned before it and fails by itself: it would confirm it, too', async () => {
  const { scan, reply, sent } = open()
  const refused: CustodyOutcome = { state: 'refused', reason: 'No such tube' }
  scan('STO0000003', 'return')
  await reply(ownFailure)
  scan('T2', 'check-out')
  await reply(refused)
  await reply(ownFailure)
  scan('T1', 'return')
  for (let replied = 0; replied < 2; replied += 1) await reply(refused)
  const label = 'return STO0000003'
  expect(sent()).toEqual([label, 'check-out T2', label, label, 'return T1'])
})

test('the label of a box does not make a return overtake the check-out of its tube, which fails by itself', async () => {
  const { scan, reply, sent } = open()
  const refused: CustodyOutcome = { state: 'refused', reason: 'No such tube' }
  scan('T1', 'check-out')
  await reply(ownFailure)
  scan('T1', 'return')
  await reply(ownFailure)
  scan('STO0000003', 'return')
  for (let replied = 0; replied < 3; replied += 1) await reply(refused)
  expect(sent().slice(2)).toEqual(['check-out T1', 'return T1', 'return STO0000003'])
})

test('the label of a box is not sent before a return that waits for the check-out of its tube', async () => {
  const { scan, reply, sent, queue } = open()
  for (const mode of ['check-out', 'return'] as const) scan('T1', mode)
  scan('STO0000003', 'return')
  await reply(ownFailure)
  expect(sent()).toEqual(['check-out T1'])
  const [label, returned, checkedOut] = queue.session.get().scans
  expect([label?.progress, returned?.progress]).toEqual([waitsForT1, waitsForT1])
  expect(checkedOut?.progress).toEqual(ownFailure)
})

test('what waits for a scan that fails for good is sent once that is removed, and is not removed itself', async () => {
  const { scan, reply, scans, sent, queue } = open()
  scan('T1', 'check-out')
  scan('T1', 'return')
  await reply(ownFailure)
  for (let again = 0; again < 2; again += 1) {
    queue.retryUnsent()
    await reply(ownFailure)
  }
  const [returned, checkedOut] = queue.session.get().scans
  queue.remove(returned?.id ?? '')
  expect(scans()).toEqual(['check-out T1', 'return T1'])
  queue.remove(checkedOut?.id ?? '')
  expect(scans()).toEqual(['return T1'])
  expect(sent().slice(3)).toEqual(['return T1'])
})

test('a tube that is scanned again while it waits is one scan, also after other tubes', async () => {
  const { scan, reply, scans } = open()
  scan('T1', 'return')
  await reply(unsent)
  scan('T2', 'return')
  scan('T1', 'return')
  expect(scans()).toEqual(['return T1', 'return T2'])
})

test('the label of a box confirms what was returned since it was scanned before', async () => {
  const { scan, reply, scans } = open()
  for (const code of ['T1', 'STO0000003']) scan(code, 'return')
  await reply(unsent)
  scan('STO0000003', 'return')
  scan('T2', 'return', 200)
  scan('sto0000003', 'return', 200)
  scan('STO0000003', 'return')
  expect(scans()).toEqual(['return T1', 'return STO0000003', 'return T2', 'return sto0000003'])
})

test('a check-out without a purpose says that it is refused, as on the page to sign in it is not kept', () => {
  const { queue } = open()
  expect(queue.add({ raw: 'T1' })).toBe(true)
  queue.update({ purpose: '', mode: 'check-out' })
  expect(queue.add({ raw: 'T2' })).toBe(false)
})

test('of two returns of one tube, the newest is marked as put away', async () => {
  const { scan, reply, queue } = open()
  const tube = { id: 't1', name: 'T1', alias: 'T0000001', place: null, eventId: 1 }
  const returned = { state: 'returned', tube } as unknown as CustodyOutcome
  for (const [mode, outcome] of [
    ['return', returned],
    ['check-out', { ...returned, state: 'checked-out' } as CustodyOutcome],
    ['return', returned],
  ] as const) {
    scan('T1', mode)
    await reply(outcome)
  }
  queue.markPutAway(['t1'])
  expect(queue.session.get().scans.map(({ progress }) => 'isPutAway' in progress)).toEqual([
    true,
    false,
    false,
  ])
})
