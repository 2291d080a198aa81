import { expect, test } from 'vitest'
import { received, refused, settle, unsent } from '../../../test/scan-queues.ts'
import { KeptScans } from '../../features/scanning/kept-scans.ts'
import { createReceiveQueue, type ReceiveOutcome, ReceiveScan } from './receive-session.ts'

function open(stored = new Map<string, string>()) {
  const sent: ReceiveScan[] = []
  const replies: ((outcome: ReceiveOutcome) => void)[] = []
  const queue = createReceiveQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => replies.push(resolve))
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    storageKey: 'scans',
    kept: new KeptScans(localStorage, 'lims.unsent.receive.ada', ReceiveScan),
    now: () => 1000,
    newId: () => crypto.randomUUID(),
    onOutcome: () => {},
    onIdle: () => {},
  })
  const reply = async (outcome: ReceiveOutcome) => {
    replies.shift()?.(outcome)
    await settle()
  }
  return { queue, session: queue.session.get, sent, reply, scan: (raw: string) => queue.add({ raw }) }
}

test('RECV-02 sends the notes of the moment of the scan, and keeps them for the next', async () => {
  const { queue, scan, reply, sent } = open()
  queue.update({ notes: 'on dry ice' })
  scan('T1')
  scan('T2')
  queue.update({ notes: 'thawed' })
  await reply(received)
  expect(sent.map(({ notes }) => notes)).toEqual(['on dry ice', 'on dry ice'])
})

test('counts what was received and refused, also scans that have left the list', async () => {
  const { scan, reply, session } = open()
  scan('T0')
  await reply(unsent)
  for (let index = 1; index <= 510; index += 1) scan(`T${index}`)
  for (let index = 0; index < 511; index += 1) await reply(index === 300 ? refused : received)
  scan('T511')
  expect(session()).toMatchObject({ received: 510, refused: 1 })
  expect(session().scans).toHaveLength(500)
})

test('clearing the list begins a new count, and keeps the notes and what has no reply yet', async () => {
  const { queue, scan, reply, session } = open()
  queue.update({ notes: 'on dry ice' })
  scan('T1')
  await reply(received)
  scan('T2')
  await reply(unsent)
  queue.clear()
  expect(session()).toEqual({
    notes: 'on dry ice',
    received: 0,
    refused: 0,
    scans: [expect.objectContaining({ readings: { raw: 'T2' } })],
  })
})

test('a session and unsent scans that an earlier version has stored are read, and sent under their keys', async () => {
  const scans = [
    {
      id: '2-2-2-2',
      readings: { raw: 'è1', physical: 'T2' },
      notes: 'wet',
      scannedAt: 900,
      progress: { state: 'sending' },
    },
    { id: '1-1-1-1', readings: { raw: 'T1' }, notes: '', scannedAt: 800, progress: received },
  ]
  const session = {
    scans,
    notes: 'wet',
    received: 7,
    refused: 1,
    lastSettledId: '1-1-1-1',
    lastReceivedId: '1-1-1-1',
  }
  const crashed = {
    ...scans[0],
    id: '0-0-0-0',
    scannedAt: 100,
    progress: { state: 'unsent', reason: 'gone' },
  }
  localStorage.setItem('lims.unsent.receive.ada.0-0-0-0', JSON.stringify({ tab: '9-9', scan: crashed }))

  const { queue, sent, reply, session: now } = open(new Map([['scans', JSON.stringify(session)]]))
  expect(await queue.start()).toBe(1)
  await reply(received)
  await reply(received)
  expect(sent.map(({ id }) => id)).toEqual(['2-2-2-2', '0-0-0-0'])
  expect(now()).toMatchObject({ received: 9, refused: 1, notes: 'wet', lastReceivedId: '0-0-0-0' })
})
