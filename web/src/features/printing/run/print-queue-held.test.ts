import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, type PrintDesk, places, until } from '../../../../test/print-desk.ts'
import type { PrinterState } from '../printer/printer-status.ts'
import type { PrintQueue } from './print-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const problems: [PrinterState, string][] = [
  ['media-out', 'The printer is out of labels.'],
  ['paused', 'The printer is paused.'],
  ['head-open', 'The printer is open.'],
]

test.each(problems)('PRINT-11 a printer that is %s in the middle pauses the run', async (state, message) => {
  const desk = openPrintDesk({ labels: 60 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(2000)
  desk.printer = state
  await until(queue, 'paused')
  const received = places(desk).length
  expect(received).toBeLessThan(30)
  expect(queue.state.get().issue).toMatchObject({ source: 'printer', problem: { message } })
  await vi.advanceTimersByTimeAsync(500)

  const held = desk.received.filter(({ isWaiting }) => isWaiting).map(({ place }) => place)
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  expect(held.length).toBeGreaterThan(0)
  expect(inDoubt).toEqual(expect.arrayContaining(held))
  expect(desk.counts()).toMatchObject({ unknown: inDoubt.length, sent: received - inDoubt.length })
  expect(queue.state.get().counts).toEqual(desk.counts())

  queue.resume()
  await vi.advanceTimersByTimeAsync(1000)
  expect(queue.state.get()).toMatchObject({ phase: 'paused', issue: { source: 'printer' } })
  expect(places(desk)).toHaveLength(received)

  desk.fixPrinter()
  void queue.resolveDoubts(inDoubt, 'printed')
  await vi.advanceTimersByTimeAsync(100)
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 60 } })
  expect(desk.received.filter(({ isPrinted }) => isPrinted)).toHaveLength(60)
})

test('a printer that stops at the last labels pauses the run before it is complete', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(150)
  desk.printer = 'media-out'
  await until(queue, 'paused')
  await vi.advanceTimersByTimeAsync(5000)
  expect([queue.state.get().phase, desk.isFinished]).toEqual(['paused', false])
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  expect(inDoubt).toContain(3)

  desk.received.splice(-1)
  desk.fixPrinter()
  void queue.resolveDoubts(inDoubt, 'again')
  await vi.advanceTimersByTimeAsync(100)
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get().ending).toEqual({ how: 'completed' })
  expect(places(desk).at(-1)).toBe(3)
})

test('a run is complete when no label waits in the printer', async () => {
  const desk = openPrintDesk({ labels: 3 })
  desk.backlog = 4
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(queue.state.get().phase).toBe('printing')
  desk.backlog = 2
  await vi.advanceTimersByTimeAsync(3000)
  desk.printer = 'media-out'
  await until(queue, 'paused')
  await vi.advanceTimersByTimeAsync(100)
  expect(queue.state.get().inDoubt.map(({ place }) => place)).toEqual([2, 3])
  expect(desk.counts()).toMatchObject({ sent: 1, unknown: 2 })
})

test('a printer that is never empty does not block the run', async () => {
  const desk = openPrintDesk({ labels: 3 })
  desk.backlog = 4
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(queue.state.get()).toMatchObject({ phase: 'done', ending: { how: 'completed' } })
})

test('a printer that never reports its status does not block the run', async () => {
  const desk = openPrintDesk({ labels: 30 })
  desk.printer = 'unknown'
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 30 } })
})

test('a cancelled run records which labels may be waiting in the printer', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(300)
  desk.printer = 'paused'
  await vi.advanceTimersByTimeAsync(100)
  void queue.cancel()
  await until(queue, 'done')
  expect(queue.state.get().ending).toEqual({ how: 'cancelled' })
  expect(desk.counts().unknown).toBeGreaterThan(0)
})

test('D18 a printer that replied and then falls silent pauses the run, with its last labels in doubt', async () => {
  const desk = openPrintDesk({ labels: 120 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(4000)
  desk.printer = 'unknown'
  await until(queue, 'paused')
  const received = places(desk).length
  expect(received).toBeLessThan(60)
  expect(queue.state.get().issue).toMatchObject({
    source: 'printer',
    problem: { message: 'The printer no longer replies.' },
  })
  await vi.advanceTimersByTimeAsync(500)
  const held = desk.received.filter(({ isWaiting }) => isWaiting).map(({ place }) => place)
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  expect(inDoubt).toEqual(expect.arrayContaining(held))
  expect(desk.counts()).toMatchObject({ unknown: inDoubt.length, sent: received - inDoubt.length })

  queue.resume()
  await vi.advanceTimersByTimeAsync(2000)
  expect([queue.state.get().phase, places(desk).length]).toEqual(['paused', received])

  desk.fixPrinter()
  void queue.resolveDoubts(inDoubt, 'printed')
  await vi.advanceTimersByTimeAsync(100)
  queue.resume()
  await until(queue, 'done')
  expect(desk.received.filter(({ isPrinted }) => isPrinted)).toHaveLength(120)
})

test('D18 a printer that falls silent at the last labels is reported before the run is complete', async () => {
  const desk = openPrintDesk({ labels: 12 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1200)
  desk.printer = 'unknown'
  await until(queue, 'paused')
  expect(desk.isFinished).toBe(false)
  expect(queue.state.get().inDoubt.map(({ place }) => place)).toContain(places(desk).at(-1))
})

test('D18 one lost reply does not pause the run', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1500)
  desk.lostReplies = 1
  await until(queue, 'done')
  expect([desk.lostReplies, queue.state.get().ending]).toEqual([0, { how: 'completed' }])
})

test('labels found in doubt during a pause can be decided before the run is resumed', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(2000)
  desk.printer = 'paused'
  desk.statusMs = 1000
  // A check of the printer begins.
  await vi.advanceTimersByTimeAsync(900)
  queue.pause()
  await vi.advanceTimersByTimeAsync(3000)
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  expect(inDoubt.length).toBeGreaterThan(0)
  expect(desk.counts().unknown).toBe(inDoubt.length)

  desk.fixPrinter()
  const decision = queue.resolveDoubts(inDoubt, 'printed')
  await vi.advanceTimersByTimeAsync(100)
  await decision
  expect(desk.counts().unknown).toBe(0)
})

/** Two labels wait in the printer when it loses its cable, and the next three fail before its status is due. */
async function loseCable(desk: PrintDesk, queue: PrintQueue) {
  queue.start()
  await vi.advanceTimersByTimeAsync(1300)
  desk.printer = 'unknown'
  await vi.advanceTimersByTimeAsync(250)
  desk.agent = () => ({ state: 'failed', reason: 'The printer is not connected' })
  await until(queue, 'paused')
  await vi.advanceTimersByTimeAsync(200)
  return desk.received.filter(({ isWaiting }) => isWaiting).map(({ place }) => place)
}

test('labels that wait in a printer that is switched off and on again are in doubt', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  const held = await loseCable(desk, queue)
  expect(held.length).toBeGreaterThan(0)
  expect(queue.state.get().inDoubt.map(({ place }) => place)).toEqual(expect.arrayContaining(held))
  for (const label of desk.received) label.isWaiting = false
  desk.printer = 'ready'
  desk.agent = () => ({ state: 'sent' })
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'unfinished' } })
  expect(desk.counts().unknown).toBeGreaterThanOrEqual(held.length)
})

test('a run goes on with another printer that never reports its status', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  await loseCable(desk, queue)
  const doubts = desk.counts().unknown
  desk.printerUid = 'printer 2'
  desk.agent = () => ({ state: 'sent' })
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ issue: undefined, ending: { how: 'unfinished' } })
  expect(desk.counts()).toMatchObject({ waiting: 0, failed: 3, unknown: doubts })
})

test('labels that wait in a printer when another one is chosen are in doubt, and the run goes on', async () => {
  const desk = openPrintDesk({ labels: 30 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1300)
  desk.backlog = 2
  await vi.advanceTimersByTimeAsync(1200)
  queue.pause()
  await vi.advanceTimersByTimeAsync(300)
  desk.printerUid = 'printer 2'
  desk.backlog = 0
  queue.resume()
  await until(queue, 'done')
  expect(desk.counts().unknown).toBeGreaterThanOrEqual(2)
  expect(queue.state.get()).toMatchObject({ ending: { how: 'unfinished' } })
})

test('a late status of the printer before puts no label of the new one in doubt', async () => {
  const desk = openPrintDesk({ labels: 60 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1500)
  desk.agent = () => ({ state: 'failed', reason: 'The printer is not connected' })
  desk.statusMs = 3000
  await until(queue, 'paused')
  desk.printerUid = 'printer 2'
  desk.agent = () => ({ state: 'sent' })
  desk.statusMs = 5
  queue.resume()
  await vi.advanceTimersByTimeAsync(3500)
  const received = places(desk).length
  expect(received).toBeGreaterThan(20)
  expect(queue.state.get()).toMatchObject({ phase: 'printing', inDoubt: [] })
  await until(queue, 'done')
  // The printer before has reported that it printed its labels.
  expect(desk.counts()).toMatchObject({ failed: 3, unknown: 0, sent: 57 })
})

test('a late silence of the printer before does not pause the run, also before the new one has taken a label', async () => {
  const desk = openPrintDesk({ labels: 60 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1500)
  desk.agent = () => ({ state: 'failed', reason: 'The printer is not connected' })
  desk.statusMs = 3000
  desk.lostReplies = 2
  await until(queue, 'paused')
  // The first of its replies is missing, and the second is still expected.
  await vi.advanceTimersByTimeAsync(3500)
  expect(desk.lostReplies).toBe(1)
  desk.printerUid = 'printer 2'
  desk.agent = () => ({ state: 'sent' })
  desk.agentMs = 4000
  desk.statusMs = 5
  queue.resume()
  await vi.advanceTimersByTimeAsync(3500)
  expect(desk.lostReplies).toBe(0)
  expect(queue.state.get()).toMatchObject({ phase: 'printing', issue: undefined, inDoubt: [] })
  desk.agentMs = 20
  await until(queue, 'done')
  const { waiting, failed, unknown } = desk.counts()
  expect({ waiting, failed }).toEqual({ waiting: 0, failed: 3 })
  // Those that may wait in the printer before.
  expect(queue.state.get().inDoubt).toHaveLength(unknown)
  expect(unknown).toBeGreaterThan(0)
})
