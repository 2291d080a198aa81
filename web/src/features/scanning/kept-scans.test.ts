import { expect, test } from 'vitest'
import { KeptScans } from './kept-scans.ts'
import { ScanQueue } from './scan-queue.ts'
import { Scan, type ScanOutcome } from './scan-session.ts'

const unsent: ScanOutcome = { state: 'unsent', reason: 'Failed to fetch' }
const refused: ScanOutcome = { state: 'refused', reason: 'Sample not found' }

/** A tab of a browser: it has a memory of its own, which a crash takes, and shares localStorage with the others. */
function openTab(owner: string, outcome: ScanOutcome, store: Storage = localStorage) {
  const memory = new Map<string, string>()
  const sent: Scan[] = []
  const queue = new ScanQueue({
    send: async (scan) => {
      sent.push(scan)
      return outcome
    },
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
    },
    kept: new KeptScans(store, `kept.${owner}`, Scan),
    storageKey: 'scans',
    now: Date.now,
    newId: () => crypto.randomUUID(),
    onOutcome: () => {},
  })
  return { queue, sent, codes: () => sent.map(({ readings }) => readings.raw) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('B3 scans without a reply survive a crash, and are sent once, in their order, under the same keys', async () => {
  const crashed = openTab('ada', unsent)
  crashed.queue.add({ raw: 'T1' })
  await settled()
  crashed.queue.add({ raw: 'T2' })
  await settled()

  const restarted = openTab('ada', refused)
  expect(await restarted.queue.start()).toBe(2)
  await settled()
  expect(restarted.codes()).toEqual(['T1', 'T2'])
  expect(restarted.sent.map(({ id }) => id)).toEqual(
    crashed.queue
      .session()
      .scans.map(({ id }) => id)
      .toReversed(),
  )
  expect(restarted.queue.session()).toMatchObject({ refused: 2 })

  const later = openTab('ada', refused)
  expect(await later.queue.start()).toBe(0)
  expect(later.sent).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('B3 the scans of one person are never sent by another', async () => {
  const crashed = openTab('ada', unsent)
  crashed.queue.add({ raw: 'T1' })
  await settled()
  const next = openTab('bo', refused)
  expect(await next.queue.start()).toBe(0)
  expect(next.sent).toEqual([])
  expect(await openTab('ada', refused).queue.start()).toBe(1)
})

test('B3 an entry that cannot be read is left alone', async () => {
  localStorage.setItem('kept.ada.x', '{"tab":"t","scan":{"id":1}}')
  localStorage.setItem('kept.ada.y', '{"tab":"t","sc')
  expect(await openTab('ada', refused).queue.start()).toBe(0)
})

test('B3 a full store of the browser holds up no scan', async () => {
  const full = new Proxy(localStorage, {
    get: (store, name) => {
      if (name === 'setItem') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      const member: unknown = Reflect.get(store, name)
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
  const { queue, codes } = openTab('ada', refused, full)
  queue.add({ raw: 'T1' })
  await settled()
  queue.add({ raw: 'T2' })
  await settled()
  expect(codes()).toEqual(['T1', 'T2'])
  expect(queue.session()).toMatchObject({ refused: 2 })
})
