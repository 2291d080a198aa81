import type { MoveStep } from '@lims/contract/moves.ts'
import { expect, test, vi } from 'vitest'
import { aMoveStep } from '../../../test/freezer-work-records.ts'
import { settle } from '../../../test/scan-queues.ts'
import { KeptScans } from '../../features/scanning/kept-scans.ts'
import {
  createMoveQueue,
  isOffline,
  type MoveOutcome,
  MoveScan,
  meaningOf,
  wrongPlace,
} from './move-session.ts'
import { goneFromHand, heldBox, nextStep, withKeptScans } from './move-walk.ts'

const rackA = {
  storageId: 200,
  code: 'STO0000200',
  alias: 'Rack A',
  position: 'A1',
  freezer: 'Freezer 2',
  path: 'Freezer 2 › Rack A › A1',
}

const aStep = (boxId: number, more: Partial<MoveStep> = {}): MoveStep =>
  aMoveStep({
    boxId,
    boxAlias: `Box ${boxId}`,
    boxCode: `STO000010${boxId}`,
    to: rackA,
    place: boxId,
    ...more,
  })
const steps = [aStep(1, { boxId: 101 }), aStep(2, { boxId: 102 }), aStep(3, { boxId: 103 })]
const unsent: MoveOutcome = { state: 'unsent', reason: 'Failed to fetch' }
const confirmed: MoveOutcome = { state: 'confirmed', boxId: 101, boxAlias: 'Box 1', path: 'Rack A › A1' }
const pickedUp: MoveOutcome = { state: 'picked-up', boxId: 101, boxAlias: 'Box 1' }

function open() {
  const sent: MoveScan[] = []
  const replies: ((outcome: MoveOutcome) => void)[] = []
  let now = 1000
  const queue = createMoveQueue({
    send: (scan) => {
      sent.push(scan)
      return new Promise((resolve) => replies.push(resolve))
    },
    storage: { getItem: () => null, setItem: () => undefined },
    storageKey: 'moves',
    kept: new KeptScans(localStorage, 'lims.unsent.moves.ada', MoveScan),
    now: () => {
      now += 1
      return now
    },
    newId: () => crypto.randomUUID(),
    onOutcome: () => undefined,
    onIdle: () => undefined,
  })
  const reply = async (outcome: MoveOutcome) => {
    replies.shift()?.(outcome)
    await settle()
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { queue, sent, reply, wait, held: () => queue.session.get().held }
}

test('the first scan takes a box out, the next confirms its place, in their order and with their times', async () => {
  const { queue, sent, reply, held } = open()
  queue.pickUp('m', 'Box 1')
  expect(held()).toMatchObject({ boxCode: 'Box 1' })
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'STO0000200')
  expect(held()).toBeUndefined()
  await reply(pickedUp)
  await reply(confirmed)
  expect(sent.map(({ boxCode, targetCode }) => [boxCode, targetCode])).toEqual([
    ['Box 1', undefined],
    ['Box 1', 'STO0000200'],
  ])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
})

test('without a connection, boxes that go to one rack are all kept: none passes for a repetition', async () => {
  const { queue, reply, sent } = open()
  for (const box of ['Box 1', 'Box 2', 'Box 3']) {
    queue.pickUp('m', box)
    queue.confirm({ moveId: 'm', boxCode: box, since: 1001 }, 'STO0000200')
  }
  for (let scan = 0; scan < 6; scan += 1) await reply(unsent)
  expect(queue.session.get().scans).toHaveLength(6)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('lims.unsent.moves.ada.'))).toHaveLength(6)
  queue.retryUnsent()
  for (let scan = 0; scan < 6; scan += 1) await reply(confirmed)
  expect(sent.slice(-6).map(({ boxCode }) => boxCode)).toEqual([
    'Box 1',
    'Box 1',
    'Box 2',
    'Box 2',
    'Box 3',
    'Box 3',
  ])
})

test('a place scanned while the pick-up of its box was lost is sent after it, and the device counts as offline', async () => {
  const { queue, reply, sent } = open()
  const offline = (now: number) => isOffline(queue.session.get(), now)
  expect(offline(9000)).toBe(false)
  queue.pickUp('m', 'Box 1')
  const [{ scannedAt = 0 } = {}] = queue.session.get().scans
  expect(offline(scannedAt + 2999)).toBe(false)
  expect(offline(scannedAt + 3000)).toBe(true)
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'STO0000200')
  await reply(unsent)
  expect(offline(scannedAt)).toBe(true)
  queue.pickUp('m', 'Box 2')
  expect(offline(scannedAt)).toBe(true)
  for (const outcome of [pickedUp, confirmed, pickedUp]) await reply(outcome)
  expect(sent.map(({ boxCode, targetCode }) => [boxCode, targetCode])).toEqual([
    ['Box 1', undefined],
    ['Box 1', undefined],
    ['Box 1', 'STO0000200'],
    ['Box 2', undefined],
  ])
  expect(offline(scannedAt + 9000)).toBe(false)
})

test('a place is not sent before the pick-up of its box, also if that fails by itself, but those of other boxes are', async () => {
  const { queue, sent, reply } = open()
  queue.pickUp('m', 'STO0000101')
  queue.confirm({ moveId: 'm', boxCode: 'STO0000101', since: 0 }, 'STO0000200')
  queue.pickUp('m', 'STO0000102')
  await reply({ ...unsent, isOwnFailure: true })
  expect(sent.map(({ boxCode }) => boxCode)).toEqual(['STO0000101', 'STO0000102'])

  await reply(pickedUp)
  await reply(pickedUp)
  await reply(confirmed)
  expect(sent.slice(2).map(({ boxCode, targetCode }) => [boxCode, targetCode])).toEqual([
    ['STO0000101', undefined],
    ['STO0000101', 'STO0000200'],
  ])
})

test('after a wrong place the box is still held; a refused box is not', async () => {
  const { queue, reply, held } = open()
  queue.pickUp('m', 'Box 1')
  await reply(pickedUp)
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'Rack B')
  await reply({ state: 'refused', reason: 'That is Rack B. Box 1 goes to Freezer 2 › Rack A › A1.' })
  // It has been out of the cold since it was taken out, not since the wrong place.
  expect(held()).toEqual({ moveId: 'm', boxCode: 'Box 1', since: 1001 })

  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'Rack A')
  await reply(confirmed)
  queue.pickUp('m', 'Box 44')
  await reply({ state: 'refused', reason: 'Box 44 is not part of this move.' })
  expect(held()).toBeUndefined()
})

test('a box that the move does not know, or that is at its place already, is not held after its place is refused', async () => {
  const { queue, reply, held } = open()
  queue.pickUp('m', 'Box 44')
  queue.confirm({ moveId: 'm', boxCode: 'Box 44', since: 1001 }, 'Rack A')
  await reply({ state: 'refused', reason: 'Box 44 is not part of this move.', isBoxRefused: true })
  await reply({ state: 'refused', reason: 'Box 44 is not part of this move.', isBoxRefused: true })
  expect(held()).toBeUndefined()
})

test('a box whose pick-up was refused, as its name is that of two, is not held after its place is refused', async () => {
  const { queue, reply, held } = open()
  queue.pickUp('m', 'Box 1')
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'Rack A')
  await reply({ state: 'refused', reason: '2 boxes of this move are called Box 1.' })
  await reply({ state: 'refused', reason: '2 boxes of this move are called Box 1.' })
  expect(held()).toBeUndefined()
})

test.each(['elsewhere', 'confirmed', 'left'] as const)(
  'a box that is %s since it was taken out is not held any more, and the page can name it',
  (state) => {
    const gone = aStep(1, { boxId: 101, state, note: 'Box 1 was deleted.' })
    const session = { scans: [], held: { moveId: 'm', boxCode: 'Box 1', since: 5 } }
    const of = { moveId: 'm', personId: 'ada', serverAheadMs: 0 }
    const shown = withKeptScans([gone, ...steps.slice(1)], [], 'm')
    expect(heldBox(session, shown, of)).toBeUndefined()
    expect(goneFromHand(session, shown, 'm')?.boxAlias).toBe('Box 1')
    expect(goneFromHand(session, shown, 'another')).toBeUndefined()
    expect(goneFromHand(session, withKeptScans(steps, [], 'm'), 'm')).toBeUndefined()
  },
)

test('a box is in hand while the undo of its place is being sent, not after a lost reply, and again at the next try', async () => {
  const { queue, reply } = open()
  const shown = withKeptScans([aStep(1, { boxId: 101, state: 'confirmed' }), ...steps.slice(1)], [], 'm')
  const inHand = () =>
    heldBox(queue.session.get(), shown, { moveId: 'm', personId: 'ada', serverAheadMs: 0 })?.held
  const held = { moveId: 'm', boxCode: 'Box 1', since: 1001 }
  queue.pickUp('m', 'Box 1')
  await reply(pickedUp)
  queue.confirm(held, 'STO0000201')
  await reply(confirmed)
  queue.pickUp('m', 'Box 44')
  await reply({ state: 'refused', reason: 'Box 44 is not part of this move.' })
  expect(inHand()).toBeUndefined()

  const lost = Promise.withResolvers<void>()
  queue.undoLast('m', () => lost.promise)
  expect(inHand()).toEqual(held)
  lost.reject(new Error('no reply'))
  await settle()
  expect(inHand()).toBeUndefined()
  queue.undoLast('m', () => new Promise(() => undefined))
  expect(inHand()).toEqual(held)
  queue.confirm(held, 'STO0000200')
  expect(inHand()).toBeUndefined()
})

test('no box is in hand while the undo of a pick-up is being sent', async () => {
  const { queue, reply } = open()
  queue.pickUp('m', 'Box 1')
  await reply(pickedUp)
  queue.undoLast('m', () => new Promise(() => undefined))
  const of = { moveId: 'm', personId: 'ada', serverAheadMs: 0 }
  expect(heldBox(queue.session.get(), withKeptScans(steps, [], 'm'), of)).toBeUndefined()
})

test('without a connection the label of a wrong place is refused at once, and the box is still held', () => {
  const { queue, sent, held } = open()
  queue.pickUp('m', 'Box 1')
  const [step] = steps
  expect(wrongPlace('STO0000200', step)).toBeUndefined()
  expect(wrongPlace('STO0000200 A1', step)).toBeUndefined()
  expect(wrongPlace('Rack B', step)).toBeUndefined()
  const refusal = wrongPlace('STO0000201', step)
  expect(refusal).toBe('That is not Rack A. Box 1 goes to Freezer 2 › Rack A › A1.')
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'STO0000201', refusal)
  expect(held()).toEqual({ moveId: 'm', boxCode: 'Box 1', since: 1001 })
  expect(queue.session.get().scans[0]?.progress).toEqual({ state: 'refused', reason: refusal })
  expect(sent).toHaveLength(1)
})

test('names that are written from right to left keep their order in the place where a box goes', () => {
  const step = aStep(1, { to: { ...rackA, path: 'מקפיא 2 › Rack A › A1' } })
  const shown = '\u2068מקפיא 2\u2069 › \u2068Rack A\u2069 › \u2068A1\u2069'
  expect(wrongPlace('STO0000201', step)).toBe(`That is not Rack A. Box 1 goes to ${shown}.`)
})

test('a wrong place that is read twice is refused once, and the box is still held', async () => {
  const { queue, sent, reply, held } = open()
  const inHand = { moveId: 'm', boxCode: 'Box 1', since: 1001 }
  const readWrong = () => queue.confirm(inHand, 'STO0000201', 'That is not Rack A.')
  queue.pickUp('m', 'Box 1')
  readWrong()
  readWrong()
  expect(queue.session.get().scans).toHaveLength(2)
  expect(held()).toEqual(inHand)

  await reply(pickedUp)
  queue.confirm(inHand, 'STO0000202')
  await reply({ state: 'refused', reason: 'That is Rack C.' })
  queue.confirm(inHand, 'STO0000202')
  expect(sent).toHaveLength(2)
  expect(held()).toEqual(inHand)
})

test('a place that is read twice is not taken for the next box, also if the plan moves it, but can be taken later', async () => {
  const { queue, sent, reply, wait, held } = open()
  queue.pickUp('m', 'Box 1')
  await reply(pickedUp)
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'STO0000102')
  wait(300)
  queue.pickUp('m', 'sto0000102')
  await reply(confirmed)
  wait(900)
  queue.pickUp('m', 'STO0000102')
  expect(held()).toBeUndefined()
  expect(sent).toHaveLength(2)

  wait(1000)
  queue.pickUp('m', 'STO0000102')
  expect(held()).toMatchObject({ boxCode: 'STO0000102' })
  expect(sent).toHaveLength(3)
})

test('a place that is the next box is taken also after the clock was set back', async () => {
  const { queue, reply, wait, held } = open()
  queue.confirm({ moveId: 'm', boxCode: 'Box 1', since: 1001 }, 'STO0000102')
  await reply(confirmed)
  wait(-900_000)
  queue.pickUp('m', 'STO0000102')
  expect(held()).toMatchObject({ boxCode: 'STO0000102' })
})

test('a scan is that of a box, or of a place while a box is held', () => {
  const held = { moveId: 'm', boxCode: 'Box 1', since: 0 }
  expect(meaningOf('Box 1', undefined, steps)).toEqual({ kind: 'box', code: 'Box 1' })
  expect(meaningOf('sto0000101', held, steps)).toEqual({ kind: 'repeat' })
  expect(meaningOf('STO0000200', held, steps)).toEqual({ kind: 'target', held })
  // The box before was put back.
  expect(meaningOf('STO0000102', held, steps)).toEqual({ kind: 'box', code: 'STO0000102' })
  const merged = [
    aStep(1, { boxId: 101, kind: 'tubes', to: { ...rackA, storageId: 102 } }),
    ...steps.slice(1),
  ]
  expect(meaningOf('STO0000102', held, merged)).toEqual({ kind: 'target', held })
})

test('scans without a reply count as done on this phone, so that the walk goes on', () => {
  const { queue } = open()
  queue.pickUp('m', 'STO0000101')
  queue.confirm({ moveId: 'm', boxCode: 'STO0000101', since: 1001 }, 'STO0000200')
  queue.pickUp('m', 'Box 2')
  const shown = withKeptScans(steps, queue.session.get().scans, 'm')
  expect(shown.map(({ state, isKept }) => [state, isKept])).toEqual([
    ['confirmed', true],
    ['picked-up', true],
    ['planned', false],
  ])
  expect(nextStep(shown)?.boxAlias).toBe('Box 3')
})

test('a box that a person took out with another phone is still held', () => {
  const pickedUpAt = '2026-11-20T09:00:00.000Z'
  const out = [aStep(1, { boxId: 101, state: 'picked-up', pickedUpAt, pickedUpById: 'ada' })]
  const shown = withKeptScans(out, [], 'm')
  const ada = { moveId: 'm', personId: 'ada', serverAheadMs: 0 }
  expect(heldBox({ scans: [] }, shown, ada)?.held.since).toBe(Date.parse(pickedUpAt))
  expect(heldBox({ scans: [] }, shown, { ...ada, personId: 'bo' })).toBeUndefined()

  // The clock of this phone is ten minutes slow: what it shows since then is its own time.
  const slow = { ...ada, serverAheadMs: 600_000 }
  expect(heldBox({ scans: [] }, shown, slow)?.held.since).toBe(Date.parse(pickedUpAt) - 600_000)
  const held = { moveId: 'm', boxCode: 'Box 1', since: 5 }
  expect(heldBox({ scans: [], held }, shown, slow)?.held.since).toBe(5)
})

test('an undo without a reply is repeated as the same one for two minutes, and is another one later', () => {
  const { queue, wait } = open()
  const undoKey = () => {
    const undo = vi.fn((_key: string) => new Promise(() => undefined))
    queue.undoLast('m', undo)
    return undo.mock.calls[0]?.[0]
  }
  const key = undoKey()
  expect(key).toMatch(/./)
  for (let tries = 2; tries <= 3; tries += 1) {
    wait(119_000)
    expect(undoKey()).toBe(key)
  }
  wait(121_000)
  expect(undoKey()).not.toBe(key)
})

test.each([
  ['its reply', (end: PromiseWithResolvers<unknown>) => end.resolve({})],
  ['its failure', (end: PromiseWithResolvers<unknown>) => end.reject(new Error('no connection'))],
])(
  'what is scanned during an undo is sent after %s: that step is not the one to undo',
  async (_, settleUndo) => {
    const { queue, sent } = open()
    const undo = Promise.withResolvers<unknown>()
    queue.undoLast('m', () => undo.promise)
    queue.pickUp('m', 'STO0000102')
    await settle()
    expect(sent).toEqual([])
    settleUndo(undo)
    await settle()
    expect(sent.map(({ boxCode }) => boxCode)).toEqual(['STO0000102'])
  },
)
