import type { ReceivedSample } from '@lims/contract/samples.ts'
import { expect, test } from 'vitest'
import { ScanQueue } from './scan-queue.ts'
import type { Scan, ScanOutcome } from './scan-session.ts'

test('RECV-01 sends scans that come faster than answers in their order, and loses none', async () => {
  const bench = openBench()
  const codes = Array.from({ length: 20 }, (_, index) => `T${index}`)
  for (const code of codes) bench.scan(code)
  expect(bench.sent.map(code)).toEqual(['T0'])

  for (const _ of codes) await bench.answer(received('x'))

  expect(bench.sent.map(code)).toEqual(codes)
  expect(bench.queue.session()).toMatchObject({ received: 20, refused: 0 })
})

test('each scan has a key of its own', async () => {
  const bench = openBench()
  bench.scan('T1')
  bench.scan('T2')
  await bench.answer(received('T1'))
  expect(new Set(bench.sent.map(({ id }) => id)).size).toBe(2)
})

test('RECV-01 the same code twice within a second, in any case, is one scan', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(received('T1'))
  bench.wait(900)
  bench.scan('t1')
  bench.wait(900)
  bench.scan('T1')
  expect(bench.sent).toHaveLength(1)

  bench.wait(1000)
  bench.scan('T1')
  expect(bench.sent).toHaveLength(2)
})

test('another code in between does not make a tube that is held before the scanner two scans', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(received('T1'))
  bench.wait(400)
  bench.scan('T2')
  await bench.answer(received('T2'))
  bench.wait(400)
  bench.scan('T1')
  expect(bench.sent.map(code)).toEqual(['T1', 'T2'])

  bench.wait(700)
  bench.scan('T2')
  expect(bench.sent.map(code)).toEqual(['T1', 'T2', 'T2'])
})

test('a tube scanned again because its answer is slow is still one scan', () => {
  const bench = openBench()
  bench.scan('T1')
  bench.wait(5000)
  bench.scan('T1')
  expect(bench.queue.session().scans).toHaveLength(1)
})

test('a scan that the server did not answer stays, and is sent again with the same key', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(unsent)
  expect(bench.states()).toEqual(['unsent'])

  bench.queue.retry(bench.queue.session().scans[0]?.id ?? '')
  await bench.answer(received('T1'))

  expect(bench.sent[1]?.id).toBe(bench.sent[0]?.id)
  expect(bench.states()).toEqual(['received'])
  expect(bench.queue.session().received).toBe(1)
})

test('an answer to a later scan sends the unsent ones again, once', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(unsent)
  bench.scan('T2')
  await bench.answer(received('T2'))
  expect(bench.sent.map(code)).toEqual(['T1', 'T2', 'T1'])

  await bench.answer(unsent)
  expect(bench.sent).toHaveLength(3)
  expect(bench.states()).toEqual(['received', 'unsent'])
})

test('a received or refused scan cannot be sent again', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer({ state: 'refused', reason: 'Sample not found' })
  bench.queue.retry(bench.queue.session().scans[0]?.id ?? '')
  bench.queue.retryUnsent()
  expect(bench.sent).toHaveLength(1)
  expect(bench.queue.session()).toMatchObject({ received: 0, refused: 1 })
})

test('a reload loses nothing: what was under way is sent again with the same key, in order', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(received('T1'))
  bench.scan('T2')
  bench.scan('T3')

  const reloaded = openBench(bench.stored)
  reloaded.queue.start()
  await reloaded.answer(received('T2'))
  await reloaded.answer(received('T3'))

  expect(reloaded.sent.map(code)).toEqual(['T2', 'T3'])
  expect(reloaded.sent[0]?.id).toBe(bench.sent[1]?.id)
  expect(reloaded.queue.session().received).toBe(3)
})

test('what could not be sent goes out by itself once the person is back, with the same key', async () => {
  const bench = openBench()
  bench.scan('T1')
  bench.scan('T2')
  await bench.answer(unsent)
  await bench.answer(unsent)
  expect(bench.states()).toEqual(['unsent', 'unsent'])

  const signedInAgain = openBench(bench.stored)
  signedInAgain.queue.start()
  await signedInAgain.answer(received('T1'))
  expect(signedInAgain.sent.map(({ id }) => id)).toEqual(bench.sent.map(({ id }) => id))
})

test('what an older version stored is put aside', () => {
  const stored = new Map([['scans', '{"scans":[{"id":1}]}']])
  expect(openBench(stored).queue.session().scans).toEqual([])
})

test('keeps the newest 500 scans, and every one that is still open', async () => {
  const bench = openBench()
  bench.scan('LOST')
  await bench.answer(unsent)
  for (let index = 0; index < 510; index += 1) bench.scan(`T${index}`)
  expect(bench.queue.session().scans).toHaveLength(511)

  for (let index = 0; index < 511; index += 1) await bench.answer(received(`T${index}`))
  bench.scan('LAST')
  expect(bench.queue.session().scans).toHaveLength(500)
  expect(bench.queue.session().received).toBe(511)
})

test('RECV-02 sends the notes of the moment of the scan, and keeps them for the next', async () => {
  const bench = openBench()
  bench.queue.keepNotes('on dry ice')
  bench.scan('T1')
  bench.scan('T2')
  bench.queue.keepNotes('thawed')
  await bench.answer(received('T1'))
  expect(bench.sent.map(({ notes }) => notes)).toEqual(['on dry ice', 'on dry ice'])
})

test('clearing the list begins a new count and keeps what has no answer yet', async () => {
  const bench = openBench()
  bench.scan('T1')
  await bench.answer(received('T1'))
  bench.scan('T2')
  await bench.answer(unsent)
  bench.queue.clear()
  expect(bench.queue.session()).toMatchObject({ received: 0, scans: [{ readings: { raw: 'T2' } }] })
})

test('says when the queue has run empty', async () => {
  const bench = openBench()
  bench.scan('T1')
  bench.scan('T2')
  await bench.answer(received('T1'))
  await bench.answer(received('T2'))
  expect(bench.outcomes).toEqual([
    ['received', false],
    ['received', true],
  ])
})

const code = ({ readings }: Scan) => readings.raw
const unsent: ScanOutcome = { state: 'unsent', reason: 'Failed to fetch' }

function received(name: string): ScanOutcome {
  const sample: ReceivedSample = {
    id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
    name,
    alias: 'T0000001',
    status: 'RECEIVED',
    subjectId: null,
    batchId: '0b8a2f0e-6c0f-4a53-9a53-0d6a6f3c1f11',
    batchName: 'Nordic study 4',
    receivedTimestamp: '2026-11-20T08:00:00.000Z',
  }
  return { state: 'received', sample }
}

/** A queue whose answers the test gives by hand. */
function openBench(stored = new Map<string, string>()) {
  const sent: Scan[] = []
  const waiting: ((outcome: ScanOutcome) => void)[] = []
  const outcomes: [string, boolean][] = []
  let now = 1000
  const queue = new ScanQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => waiting.push(resolve))
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    kept: { keep: () => {}, takeOver: async () => [] },
    storageKey: 'scans',
    now: () => now,
    newId: () => crypto.randomUUID(),
    onOutcome: ({ state }, isIdle) => outcomes.push([state, isIdle]),
  })
  return {
    queue,
    sent,
    stored,
    outcomes,
    scan: (raw: string) => queue.add({ raw }),
    wait: (ms: number) => {
      now += ms
    },
    states: () => queue.session().scans.map(({ progress }) => progress.state),
    answer: async (outcome: ScanOutcome) => {
      waiting.shift()?.(outcome)
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}
