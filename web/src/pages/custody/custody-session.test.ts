import { expect, test } from 'vitest'
import { settle, unsent } from '../../../test/scan-queues.ts'
import { KeptScans } from '../../features/scanning/kept-scans.ts'
import { type CustodyOutcome, CustodyScan, createCustodyQueue } from './custody-session.ts'

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
