import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, places, until } from '../../../../test/print-desk.ts'
import { barColour, latestErrors, percentDone } from './print-progress.ts'
import { failuresAfterRetry, type SendResult } from './print-run-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed: SendResult = { state: 'failed', reason: 'out of labels' }
const sent: SendResult = { state: 'sent' }
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('PRINT-10 PRINT-14 a run goes from idle over printing to done, 100 ms between labels', async () => {
  const desk = openPrintDesk({ labels: 4, agentMs: 20 })
  const queue = desk.openWindow()
  expect(queue.state.get().phase).toBe('idle')

  queue.start()
  expect(queue.state.get().phase).toBe('printing')
  await until(queue, 'done')

  expect(places(desk)).toEqual([1, 2, 3, 4])
  const pauses = desk.received.slice(1).map(({ at }, index) => at - (desk.received[index]?.at ?? 0) - 20)
  expect(pauses).toEqual([100, 100, 100])
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 4 } })
  expect([desk.isFinished, desk.states]).toEqual([true, ['sent', 'sent', 'sent', 'sent']])
})

test('PRINT-14 the time that the server takes is part of the 100 ms between labels', async () => {
  const desk = openPrintDesk({ labels: 200, agentMs: 30, serverMs: 60 })
  const queue = desk.openWindow()
  const begunAt = Date.now()
  await Promise.all([queue.start(), until(queue, 'done')])
  expect(Date.now() - begunAt).toBeLessThan(1.2 * 200 * (100 + 30))
  // One call a label, a claim for the first and a report of the last.
  expect(desk.markCalls).toBe(201)
})

test('PRINT-13 labels are read 200 per page', async () => {
  const desk = openPrintDesk({ labels: 450 })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(desk.pages.length).toBeGreaterThanOrEqual(3)
  for (const { after, size } of desk.pages) expect(size).toBe(Math.min(200, 450 - after))
  expect(places(desk)).toEqual(upTo(450))
})

test('a correction made during the run is on the labels that are printed 2 seconds later', async () => {
  const desk = openPrintDesk({ labels: 200 })
  const queue = desk.openWindow()
  let correctedAt = 0
  desk.agent = (place) => {
    if (place !== 10) return sent
    correctedAt = Date.now()
    for (const corrected of upTo(200)) desk.correctedSubjects.set(corrected, 'P0015')
    return sent
  }
  queue.start()
  await until(queue, 'done')
  const outdated = desk.received.filter(({ zpl, at }) => at > correctedAt + 2_200 && !zpl.includes('P0015'))
  expect(outdated).toEqual([])
  expect(places(desk)).toEqual(upTo(200))
  expect(desk.pages.length).toBeLessThan(20)
})

test('the server records each label before the agent receives it, and its result before the next label', async () => {
  const known: unknown[] = []
  const desk = openPrintDesk({
    labels: 3,
    agent: () => {
      known.push([...desk.states])
      return sent
    },
  })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(known).toEqual([
    ['sending', 'waiting', 'waiting'],
    ['sent', 'sending', 'waiting'],
    ['sent', 'sent', 'sending'],
  ])
})

test('PRINT-11 three failures in a row pause the run; two with a success between do not', async () => {
  const failing = new Set([1, 2, 4, 5, 6])
  const desk = openPrintDesk({ labels: 8, agent: (place) => (failing.has(place) ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'paused')
  expect(places(desk)).toEqual([1, 2, 3, 4, 5, 6])
  expect(queue.state.get()).toMatchObject({ issue: { source: 'printer' }, counts: { sent: 1, failed: 5 } })

  queue.resume()
  expect(queue.state.get().issue).toBeUndefined()
  await until(queue, 'done')
  expect(places(desk)).toEqual(upTo(8))
  expect(queue.state.get().ending).toEqual({ how: 'unfinished' })
})

test('PRINT-15 a paused run checks every 150 ms whether it continues', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(15)
  queue.pause()
  await vi.advanceTimersByTimeAsync(1000)
  const [firstLabel] = desk.received
  // The label takes 20 ms and its report 5 ms, then there is a check every 150 ms. Reading and claiming the next label
  // take 5 ms each.
  const checksFrom = (firstLabel?.at ?? 0) + 25
  queue.resume()
  await until(queue, 'done')
  expect(((desk.received[1]?.at ?? 0) - checksFrom - 10) % 150).toBe(0)
})

test('after a pause between two labels the second is not sent, and no label is in doubt', async () => {
  const desk = openPrintDesk({ labels: 3, agentMs: 20 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  queue.pause()
  await vi.advanceTimersByTimeAsync(1000)
  expect(places(desk)).toEqual([1])
  expect(desk.states).toEqual(['sent', 'waiting', 'waiting'])

  queue.resume()
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 2, 3])
})

test('labels are read again after a pause, because a person may have corrected the sample', async () => {
  const desk = openPrintDesk({ labels: 5 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(150)
  queue.pause()
  await vi.advanceTimersByTimeAsync(1000)
  const printed = desk.received.length
  desk.pages.length = 0
  queue.resume()
  await until(queue, 'done')
  expect(desk.pages[0]).toEqual({ state: 'waiting', after: printed, size: 5 - printed })
  expect(places(desk)).toEqual([1, 2, 3, 4, 5])
})

test('PRINT-10 cancelling finishes the label being printed, then the run is done', async () => {
  const desk = openPrintDesk({ labels: 5, agentMs: 50 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(30)
  void queue.cancel()
  expect(queue.state.get().phase).toBe('cancelling')
  await until(queue, 'done')
  expect(queue.state.get().ending).toEqual({ how: 'cancelled' })
  expect(desk.states).toEqual(['sent', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
})

test('a retry prints only the failed labels and reports how many still fail', async () => {
  const failing = new Set([2, 4])
  const desk = openPrintDesk({ labels: 5, agent: (place) => (failing.has(place) ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  failing.delete(2)

  void queue.retryFailures()
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 2, 3, 4, 5, 2, 4])
  expect(queue.state.get()).toMatchObject({ ending: { how: 'unfinished' } })
  expect(failuresAfterRetry(queue.state.get())).toBe(1)

  failing.clear()
  void queue.retryFailures()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' } })
  expect(failuresAfterRetry(queue.state.get())).toBe(0)
  expect(desk.isFinished).toBe(true)
})

test('PRINT-09 after a retry only the errors of labels that still fail are shown', async () => {
  const failing = new Set([1, 2, 5, 6, 9, 11, 13])
  const desk = openPrintDesk({ labels: 14, agent: (place) => (failing.has(place) ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  for (const mended of [5, 9, 13]) failing.delete(mended)
  void queue.retryFailures()
  await until(queue, 'done')
  expect(latestErrors(queue.state.get()).map(({ place }) => place)).toEqual([11, 6, 2, 1])
})

test('an error is shown until a person has decided about its label', async () => {
  const desk = openPrintDesk({ labels: 3, agent: () => ({ state: 'unknown', reason: 'connection broke' }) })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(1000)
  expect(latestErrors(queue.state.get())).toHaveLength(3)
  void queue.resolveDoubts([1, 3], 'printed')
  await vi.advanceTimersByTimeAsync(10)
  expect(latestErrors(queue.state.get()).map(({ place }) => place)).toEqual([2])
})

test('PRINT-09 the last five errors are kept, the latest first', async () => {
  const desk = openPrintDesk({ labels: 14, agent: (place) => (place % 2 ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(latestErrors(queue.state.get()).map(({ place }) => place)).toEqual([13, 11, 9, 7, 5])
  expect(queue.state.get().errors[0]).toMatchObject({ tubeId: 'T0000013', reason: 'out of labels' })
})

test('PRINT-07 the progress bar shows the printed and the failed part in different colours', () => {
  const counts = { waiting: 4, sending: 0, sent: 3, failed: 1, unknown: 0, cancelled: 0 }
  expect(barColour(counts)).toBe('linear-gradient(to right, var(--primary) 75%, var(--danger) 75%)')
  expect(barColour({ ...counts, failed: 0 })).toBe('var(--primary)')
})

test('PRINT-07 the percentage is (printed + failed) / total, without what was left out', () => {
  const counts = { waiting: 4, sending: 1, sent: 3, failed: 2, unknown: 0, cancelled: 5 }
  expect(percentDone({ counts })).toBe(50)
  const none = { ...counts, waiting: 0, sending: 0, sent: 0, failed: 0 }
  expect(percentDone({ counts: none })).toBe(100)
})

test('D19 a run that was cancelled at 23 of 60 shows 38 %, not 100 %', async () => {
  const desk = openPrintDesk({ labels: 60, agent: (place) => (place % 8 === 3 ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  for (let step = 0; places(desk).length < 23 && step < 10_000; step++) await vi.advanceTimersByTimeAsync(10)
  void queue.cancel()
  await until(queue, 'done')
  expect(queue.state.get().counts).toMatchObject({ sent: 20, failed: 3, cancelled: 37 })
  expect(percentDone(queue.state.get())).toBe(38)
})
