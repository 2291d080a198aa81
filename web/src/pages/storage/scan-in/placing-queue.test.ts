import { expect, test } from 'vitest'
import { aRackTube } from '../../../../test/rack-records.ts'
import { PlacingQueue } from './placing-queue.ts'
import { lastPlaced, movable, type PlacingOutcome, type PlacingScan } from './placing-session.ts'

const at = (column: number) => ({ cell: { row: 1, column }, label: `${String.fromCharCode(64 + column)}1` })
const placed: PlacingOutcome = {
  state: 'placed',
  sample: aRackTube(),
  before: { storageId: 0, rowCoordinate: null, columnCoordinate: null },
}
const place = { storageId: 9, rowCoordinate: 2, columnCoordinate: 2 }
const stored: PlacingOutcome = { state: 'stored', sample: aRackTube(), place, path: 'Box 9 › B2' }
const unsent: PlacingOutcome = { state: 'unsent', reason: 'Failed to fetch' }

/** A queue whose answers the test gives by hand. */
function openBench(kept = new Map<string, string>()) {
  const sent: PlacingScan[] = []
  const waiting: ((outcome: PlacingOutcome) => void)[] = []
  let now = 1000
  const queue = new PlacingQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => waiting.push(resolve))
    },
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    kept: { keep: () => {}, takeOver: async () => [] },
    storageKey: 'scans',
    now: () => now,
    newId: () => crypto.randomUUID(),
    onOutcome: () => {},
  })
  return {
    queue,
    sent,
    kept,
    wait: (ms: number) => {
      now += ms
    },
    states: () => queue.session().scans.map(({ progress }) => progress.state),
    answer: async (outcome: PlacingOutcome) => {
      waiting.shift()?.(outcome)
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('scans that come faster than answers are sent in their order, each to the cell it was given', async () => {
  const { queue, sent, answer, states } = openBench()
  for (let column = 1; column <= 20; column += 1) queue.add({ raw: `T${column}` }, at(column))
  expect(queue.givenCells()).toHaveLength(20)
  for (let column = 1; column <= 20; column += 1) await answer(placed)
  expect(sent.map(({ readings, label }) => `${readings.raw} ${label}`)).toEqual(
    Array.from({ length: 20 }, (_, index) => `T${index + 1} ${at(index + 1).label}`),
  )
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20)
  expect(new Set(states())).toEqual(new Set(['placed']))
})

test('the cell of a scan that was refused is free again, and those after it keep theirs', async () => {
  const { queue, answer } = openBench()
  queue.add({ raw: 'T1' }, at(1))
  queue.add({ raw: 'T2' }, at(2))
  await answer({ state: 'refused', reason: 'T1 is no tube that is known here.' })
  expect(queue.givenCells()).toEqual([at(2).cell])
})

test('a cell that was filled stays given until the screen must show it, unless the tube is taken back', async () => {
  const { queue, answer, wait } = openBench()
  for (const column of [1, 2]) {
    queue.add({ raw: `T${column}` }, at(column))
    await answer(placed)
  }
  expect(queue.givenCells()).toEqual([at(2).cell, at(1).cell])
  const last = lastPlaced(queue.session())
  if (last) queue.markUndone(last)
  expect(queue.givenCells()).toEqual([at(1).cell])
  wait(10_000)
  expect(queue.givenCells()).toEqual([])
})

test('the same code twice within a second is one scan, and later two', async () => {
  const { queue, sent, answer, wait } = openBench()
  queue.add({ raw: 'T1' }, at(1))
  await answer(placed)
  wait(999)
  queue.add({ raw: 't1' }, at(2))
  expect(sent).toHaveLength(1)
  wait(1)
  queue.add({ raw: 'T1' }, at(2))
  expect(sent).toHaveLength(2)
})

test('a scan without an answer keeps its cell and is sent again with the same key', async () => {
  const { queue, sent, answer, states } = openBench()
  queue.add({ raw: 'T1' }, at(1))
  await answer(unsent)
  queue.add({ raw: 'T2' }, at(2))
  await answer(placed)
  expect(sent.map(({ readings, label }) => [readings.raw, label])).toEqual([
    ['T1', 'A1'],
    ['T2', 'B1'],
    ['T1', 'A1'],
  ])
  expect(sent[2]?.id).toBe(sent[0]?.id)
  await answer(placed)
  expect(states()).toEqual(['placed', 'placed'])
})

test('a reload loses nothing: what was under way is sent again to its cell, with the same key', async () => {
  const first = openBench()
  first.queue.add({ raw: 'T1' }, at(1))
  first.queue.add({ raw: 'T2' }, at(2))
  const { queue, sent, answer, states } = openBench(first.kept)
  queue.start()
  await answer(placed)
  await answer(placed)
  expect(sent.map(({ id, label }) => [id, label])).toEqual([
    [first.sent[0]?.id, 'A1'],
    [sent[1]?.id, 'B1'],
  ])
  expect(states()).toEqual(['placed', 'placed'])
})

test('what could not be sent goes out by itself once the person is back, with the same key', async () => {
  const { queue, sent, kept, answer } = openBench()
  queue.add({ raw: 'T1' }, at(1))
  await answer(unsent)
  const signedInAgain = openBench(kept)
  signedInAgain.queue.start()
  expect(signedInAgain.sent.map(({ id }) => id)).toEqual(sent.map(({ id }) => id))
})

test('a full box is said at once, and nothing is sent', () => {
  const { queue, sent, states } = openBench()
  queue.add({ raw: 'T1' }, undefined)
  expect([states(), sent]).toEqual([['refused'], []])
})

test('the last scan of a tube that stands elsewhere can be moved here, an earlier one not', async () => {
  const { queue, sent, answer, states } = openBench()
  queue.add({ raw: 'T1' }, at(1))
  await answer(stored)
  const scan = movable(queue.session())
  expect(scan?.progress.state).toBe('stored')
  if (scan) queue.move(scan, at(3))
  expect(sent[1]).toMatchObject({ label: 'C1', moveFrom: { place } })
  await answer(placed)
  expect(states()).toEqual(['placed'])

  queue.add({ raw: 'T5' }, at(4))
  await answer(stored)
  queue.add({ raw: 'T6' }, at(4))
  expect(movable(queue.session())).toBeUndefined()
})

test('what was placed last is what Undo takes back, then the one before', async () => {
  const { queue, answer, states } = openBench()
  for (const column of [1, 2]) {
    queue.add({ raw: `T${column}` }, at(column))
    await answer(placed)
  }
  for (const label of ['B1', 'A1']) {
    const scan = lastPlaced(queue.session())
    expect(scan?.label).toBe(label)
    if (scan) queue.markUndone(scan)
  }
  expect([states(), lastPlaced(queue.session())]).toEqual([['undone', 'undone'], undefined])
})

test('what an older version stored is put aside', () => {
  expect(openBench(new Map([['scans', '{"scans":[{"id":1}]}']])).states()).toEqual([])
})
