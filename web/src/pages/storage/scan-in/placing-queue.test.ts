import { expect, test } from 'vitest'
import { aRackTube } from '../../../../test/rack-records.ts'
import { placed, settle, unsent } from '../../../../test/scan-queues.ts'
import { KeptScans } from '../../../features/scanning/kept-scans.ts'
import {
  createPlacingQueue,
  lastPlaced,
  movableScan,
  type PlacingOutcome,
  PlacingScan,
} from './placing-queue.ts'

const at = (column: number) => ({ cell: { row: 1, column }, label: `${String.fromCharCode(64 + column)}1` })
const place = { storageId: 9, rowCoordinate: 2, columnCoordinate: 2 }
const stored: PlacingOutcome = { state: 'stored', sample: aRackTube(), place, path: 'Box 9 › B2' }

/** A queue whose replies the test gives one by one. */
function openQueue(kept = new Map<string, string>()) {
  const sent: PlacingScan[] = []
  const waiting: ((outcome: PlacingOutcome) => void)[] = []
  /** With 'idle' when nothing is left to send. */
  const outcomes: string[] = []
  let now = 1000
  const queue = createPlacingQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => waiting.push(resolve))
    },
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    storageKey: 'scans',
    kept: new KeptScans(localStorage, 'lims.unsent.scan-in.ada.3', PlacingScan),
    now: () => now,
    newId: () => crypto.randomUUID(),
    onOutcome: ({ state }) => outcomes.push(state),
    onIdle: () => outcomes.push('idle'),
  })
  return {
    queue,
    sent,
    outcomes,
    wait: (ms: number) => {
      now += ms
    },
    states: () => queue.session.get().scans.map(({ progress }) => progress.state),
    reply: async (outcome: PlacingOutcome) => {
      waiting.shift()?.(outcome)
      await settle()
    },
  }
}

test('scans that come faster than replies are sent in their order, each to the cell it was given', async () => {
  const { queue, sent, reply, states } = openQueue()
  for (let column = 1; column <= 20; column += 1) queue.add({ raw: `T${column}` }, at(column))
  expect(queue.reservedCells(0)).toHaveLength(20)
  for (let column = 1; column <= 20; column += 1) await reply(placed)
  expect(sent.map(({ readings, label }) => `${readings.raw} ${label}`)).toEqual(
    Array.from({ length: 20 }, (_, index) => `T${index + 1} ${at(index + 1).label}`),
  )
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20)
  expect(new Set(states())).toEqual(new Set(['placed']))
})

test('the cell of a scan that was refused is free again, and those after it keep theirs', async () => {
  const { queue, reply } = openQueue()
  queue.add({ raw: 'T1' }, at(1))
  queue.add({ raw: 'T2' }, at(2))
  await reply({ state: 'refused', reason: 'No sample with tube ID T1.' })
  expect(queue.reservedCells(0)).toEqual([at(2).cell])
})

test('a filled cell stays reserved until an occupancy is shown that was read after it, unless the placing is undone', async () => {
  const { queue, reply, wait } = openQueue()
  const shownAt = 1000
  for (const column of [1, 2]) {
    queue.add({ raw: `T${column}` }, at(column))
    await reply(placed)
  }
  wait(3_600_000)
  expect(queue.reservedCells(shownAt)).toEqual([at(2).cell, at(1).cell])
  const last = lastPlaced(queue.session.get())
  if (last) await queue.undo(last, async () => undefined)
  expect(queue.reservedCells(shownAt)).toEqual([at(1).cell])
  expect(queue.reservedCells(shownAt + 9_999)).toEqual([at(1).cell])
  expect(queue.reservedCells(shownAt + 10_000)).toEqual([])
})

test('a filled cell stays reserved after the list is cleared, also twice and after a reload, unless its undo was under way', async () => {
  const kept = new Map<string, string>()
  const { queue, reply, states } = openQueue(kept)
  const shownAt = 1000
  for (const column of [1, 2]) {
    queue.add({ raw: `T${column}` }, at(column))
    await reply(placed)
  }
  const last = lastPlaced(queue.session.get())
  queue.clear()
  queue.clear()
  expect(states()).toEqual([])
  expect(queue.reservedCells(shownAt)).toEqual([at(2).cell, at(1).cell])
  if (last) await queue.undo(last, async () => undefined)
  expect(queue.reservedCells(shownAt)).toEqual([at(1).cell])
  expect(openQueue(kept).queue.reservedCells(shownAt)).toEqual([at(1).cell])
  expect(queue.reservedCells(shownAt + 10_000)).toEqual([])
})

test('a scan without a reply keeps its cell and is sent again with the same key', async () => {
  const { queue, sent, reply, states } = openQueue()
  queue.add({ raw: 'T1' }, at(1))
  await reply(unsent)
  queue.add({ raw: 'T2' }, at(2))
  await reply(placed)
  await reply(placed)
  expect(sent.map(({ readings, label }) => [readings.raw, label])).toEqual([
    ['T1', 'A1'],
    ['T1', 'A1'],
    ['T2', 'B1'],
  ])
  expect(sent[1]?.id).toBe(sent[0]?.id)
  expect(states()).toEqual(['placed', 'placed'])
})

test('a full box refuses at once, with its sound, and nothing is sent', () => {
  const { queue, sent, states, outcomes } = openQueue()
  queue.add({ raw: 'T1' }, { reason: 'The box is full.' })
  expect([states(), sent, outcomes]).toEqual([['refused'], [], ['refused', 'idle']])
  expect(queue.session.get().lastSettledId).toBe(queue.session.get().scans[0]?.id)
})

test('the last scanned tube that is stored elsewhere can be moved here, an earlier one cannot', async () => {
  const { queue, sent, reply, states } = openQueue()
  queue.add({ raw: 'T1' }, at(1))
  await reply(stored)
  const scan = movableScan(queue.session.get())
  expect(scan?.progress.state).toBe('stored')
  if (scan) queue.move(scan, at(3))
  expect(sent[1]).toMatchObject({ label: 'C1', moveFrom: { place } })
  await reply(placed)
  expect(states()).toEqual(['placed'])

  queue.add({ raw: 'T5' }, at(4))
  await reply(stored)
  queue.add({ raw: 'T6' }, at(4))
  expect(movableScan(queue.session.get())).toBeUndefined()
})

test('Undo takes back what was placed last, then the one before', async () => {
  const { queue, reply, states } = openQueue()
  for (const column of [1, 2]) {
    queue.add({ raw: `T${column}` }, at(column))
    await reply(placed)
  }
  for (const label of ['B1', 'A1']) {
    const scan = lastPlaced(queue.session.get())
    expect(scan?.label).toBe(label)
    if (scan) await queue.undo(scan, async () => undefined)
  }
  expect([states(), lastPlaced(queue.session.get())]).toEqual([['undone', 'undone'], undefined])
})

/** A queue whose only tube is being taken back, until the test ends `undone`. */
async function beginUndo() {
  const { queue, sent, reply } = openQueue()
  queue.add({ raw: 'T1' }, at(1))
  await reply(placed)
  const scan = lastPlaced(queue.session.get())
  const undone = Promise.withResolvers<unknown>()
  return { queue, sent, undone, undo: scan && queue.undo(scan, () => undone.promise) }
}

test('from the undo of a tube on its cell is free, and what is scanned is sent after the undo', async () => {
  const { queue, sent, undone, undo } = await beginUndo()
  expect(queue.reservedCells(1000)).toEqual([])
  expect(queue.takenBack(1000)).toEqual([{ sampleId: placed.sample.sampleId, cell: at(1).cell }])
  queue.add({ raw: 'T2' }, at(1))
  await settle()
  expect(sent).toHaveLength(1)
  undone.resolve({})
  await undo
  await settle()
  expect(sent).toHaveLength(2)
  expect(queue.takenBack(1000)).toEqual([{ sampleId: placed.sample.sampleId, cell: at(1).cell }])
  expect(queue.takenBack(1_000_000)).toEqual([])
})

test('after an undo without a reply the tube is in its cell, and what was scanned is sent', async () => {
  const { queue, sent, undone, undo } = await beginUndo()
  queue.add({ raw: 'T2' }, at(2))
  undone.reject(new Error('no connection'))
  await expect(undo).rejects.toThrow('no connection')
  await settle()
  expect(sent).toHaveLength(2)
  expect(queue.reservedCells(1000)).toEqual([at(2).cell, at(1).cell])
  expect(queue.takenBack(1000)).toEqual([])
})

test('a reload sends what was being sent again, each to the cell it was given', async () => {
  const kept = new Map<string, string>()
  const first = openQueue(kept)
  first.queue.add({ raw: 'T1' }, at(1))
  first.queue.add({ raw: 'T2' }, at(2))
  const { queue, sent, reply, states } = openQueue(kept)
  void queue.start()
  await reply(placed)
  await reply(placed)
  expect(sent.map(({ id, label }) => [id, label])).toEqual([
    [first.sent[0]?.id, 'A1'],
    [sent[1]?.id, 'B1'],
  ])
  expect(states()).toEqual(['placed', 'placed'])
})

test('a session and unsent scans that an earlier version has stored are read, and sent to their cells under their keys', async () => {
  const waiting = {
    id: '2-2-2-2',
    readings: { raw: 'T2' },
    cell: { row: 1, column: 2 },
    label: 'B1',
    scannedAt: 900,
    progress: { state: 'waiting' },
    moveFrom: { sample: aRackTube(), place },
  }
  const settled = { ...waiting, id: '1-1-1-1', scannedAt: 800, settledAt: 850, progress: placed }
  const crashed = {
    ...waiting,
    id: '0-0-0-0',
    label: 'C1',
    scannedAt: 100,
    progress: { state: 'unsent', reason: 'gone' },
  }
  localStorage.setItem('lims.unsent.scan-in.ada.3.0-0-0-0', JSON.stringify({ tab: '9-9', scan: crashed }))

  const session = JSON.stringify({ scans: [waiting, settled], lastSettledId: '1-1-1-1' })
  const { queue, sent, reply, states } = openQueue(new Map([['scans', session]]))
  expect(await queue.start()).toBe(1)
  await reply(placed)
  await reply(placed)
  expect(sent.map(({ id, label, moveFrom }) => [id, label, moveFrom?.place])).toEqual([
    ['2-2-2-2', 'B1', place],
    ['0-0-0-0', 'C1', place],
  ])
  expect(states()).toEqual(['placed', 'placed', 'placed'])
})
