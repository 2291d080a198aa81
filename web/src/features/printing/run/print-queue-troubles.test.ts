import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, type PrintDesk, places, until } from '../../../../test/print-desk.ts'
import { CallError, refusal } from '../../../api/call-error.ts'
import type { PrintQueue } from './print-queue.ts'
import type { SendResult } from './print-run-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed: SendResult = { state: 'failed', reason: 'out of labels' }
const sent: SendResult = { state: 'sent' }
const noAnswer = () => new CallError('Failed to fetch', { code: 'no-answer' })
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('a label that a person wants again is printed after a pause at the last label', async () => {
  const desk = openPrintDesk({
    labels: 2,
    agent: (_place, nth) => (nth === 1 ? { state: 'unknown', reason: 'connection broke' } : sent),
  })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(140)
  void queue.resolveDoubts([1], 'again')
  queue.pause()
  await vi.advanceTimersByTimeAsync(1000)
  expect([queue.state.get().phase, places(desk)]).toEqual(['paused', [1, 2]])
  queue.resume()
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 1], { how: 'completed' }])
})

test('a label in doubt is sent again only when a person decides so', async () => {
  const doubtful = new Set([2, 3])
  const desk = openPrintDesk({
    labels: 4,
    agent: (place) => (doubtful.has(place) ? { state: 'unknown', reason: 'connection broke' } : sent),
  })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(queue.state.get().inDoubt.map(({ place }) => place)).toEqual([2, 3])
  expect([desk.isFinished, queue.state.get().ending]).toEqual([false, { how: 'unfinished' }])

  const printed = queue.resolveDoubts([2], 'printed')
  await vi.advanceTimersByTimeAsync(1000)
  await printed
  expect(places(desk)).toEqual([1, 2, 3, 4])

  doubtful.clear()
  void queue.resolveDoubts([3], 'again')
  await vi.advanceTimersByTimeAsync(10)
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 2, 3, 4, 3])
  expect(queue.state.get().ending).toEqual({ how: 'completed' })
})

test('without the server nothing is printed; the run pauses and continues with the same label', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = [noAnswer(), noAnswer(), noAnswer()]
  await until(queue, 'paused')
  expect(queue.state.get().issue).toEqual({ source: 'server', message: 'Failed to fetch' })
  const before = places(desk)
  await vi.advanceTimersByTimeAsync(5000)
  expect(places(desk)).toEqual(before)

  queue.resume()
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 2, 3])
})

test('a page of a proxy in place of the server, such as while that restarts, does not end the run', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = [refusal(404, undefined), refusal(403, undefined)]
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 3], { how: 'completed' }])
})

test.each([
  ['a page', undefined],
  ['JSON', { message: 'Unauthorized' }],
  ['JSON with a code of its own', { code: 'UNAUTHORIZED', message: 'Unauthorized' }],
])('a 401 of a proxy, %s, does not end the run: it pauses until a person resumes it', async (_what, body) => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = Array.from({ length: 3 }, () => refusal(401, body))
  await until(queue, 'paused')
  queue.resume()
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 3], { how: 'completed' }])
})

test('a request that the server timed out is repeated, and a session that has ended ends the run in this window', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = [refusal(408, { code: 'request-invalid', message: 'Request timed out' })]
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 3], { how: 'completed' }])

  const other = openPrintDesk({ labels: 3 })
  const signedOut = other.openWindow()
  signedOut.start()
  await vi.advanceTimersByTimeAsync(60)
  other.serverFailures = [refusal(401, { code: 'not-signed-in', message: 'Please sign in' })]
  await vi.advanceTimersByTimeAsync(5000)
  expect(signedOut.state.get().ending).toMatchObject({ how: 'stopped', message: 'Please sign in' })
})

test('PRINT-10 a cancel while the server does not respond is kept, and ends the run once it responds', async () => {
  const desk = openPrintDesk({ labels: 5 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = Array.from({ length: 9 }, noAnswer)
  await vi.advanceTimersByTimeAsync(200)
  const before = places(desk)
  void queue.cancel()
  await vi.advanceTimersByTimeAsync(5000)
  expect(queue.state.get()).toMatchObject({
    phase: 'cancelling',
    issue: { source: 'server', message: 'Failed to fetch' },
  })
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'cancelled' }, issue: undefined })
  expect([desk.isFinished, places(desk)]).toEqual([true, before])
})

test('a run paused because the server does not respond can be cancelled; if the person leaves before it responds, the run is kept', async () => {
  const desk = openPrintDesk({ labels: 5 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(60)
  desk.serverFailures = Array.from({ length: 90 }, noAnswer)
  await until(queue, 'paused')
  void queue.cancel()
  expect(queue.state.get()).toMatchObject({ phase: 'cancelling', issue: { source: 'server' } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(queue.state.get()).toMatchObject({ phase: 'cancelling', issue: { source: 'server' } })
  queue.leave()
  await until(queue, 'done')
  expect(desk.isFinished).toBe(false)
})

test('a server that fails twice does not pause the run', async () => {
  const desk = openPrintDesk({ labels: 3 })
  desk.serverFailures = [noAnswer(), noAnswer()]
  const queue = desk.openWindow()
  const phases = new Set<string>()
  queue.state.subscribe(() => phases.add(queue.state.get().phase))
  queue.start()
  await until(queue, 'done')
  expect([...phases]).toEqual(['printing', 'done'])
})

test('when a second window takes over, the first stops, and no label is printed twice', async () => {
  const desk = openPrintDesk({ labels: 6 })
  const first = desk.openWindow()
  first.start()
  await vi.advanceTimersByTimeAsync(260)
  const second = desk.openWindow()
  second.start()
  await until(first, 'done')
  await until(second, 'done')
  expect(first.state.get().ending).toMatchObject({ how: 'stopped', lastTubeId: expect.stringMatching(/^T/) })
  expect(places(desk).toSorted()).toEqual(upTo(6).filter((place) => places(desk).includes(place)))
  expect(desk.counts()).toMatchObject({ sent: 5, unknown: 1 })
})

test('the label of a sample deleted during the run is left out, and the run is complete without it', async () => {
  const desk = openPrintDesk({ labels: 4 })
  const queue = desk.openWindow()
  queue.start()
  await vi.advanceTimersByTimeAsync(20)
  desk.deleted.add(3)
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 2, 4])
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 3, cancelled: 1 } })
  expect(queue.state.get().errors[0]?.reason).toBe('The sample was deleted: its label is left out')
})

test('a label that another run has printed is left out, and the run is complete without it', async () => {
  const desk = openPrintDesk({ labels: 3 })
  desk.printedElsewhere.add(2)
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(places(desk)).toEqual([1, 3])
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 2, cancelled: 1 } })
  expect(queue.state.get().errors[0]?.reason).toBe(
    'Another print run has printed this label, or may have: it is left out',
  )
})

test('leaving the page finishes the label being printed, and another window continues after it', async () => {
  const desk = openPrintDesk({ labels: 4, agentMs: 50 })
  const left = desk.openWindow()
  left.start()
  await vi.advanceTimersByTimeAsync(200)
  left.leave()
  await vi.advanceTimersByTimeAsync(1000)
  const before = places(desk)
  const next = desk.openWindow()
  next.start()
  await until(next, 'done')
  expect(next.state.get().inDoubt).toEqual([])
  expect(places(desk)).toEqual([1, 2, 3, 4])
  expect(before.length).toBeLessThan(4)
})

test('PRINT-11 three failures at the very end pause the run before it is complete', async () => {
  const desk = openPrintDesk({ labels: 4, agent: (place) => (place > 1 ? failed : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'paused')
  await vi.advanceTimersByTimeAsync(5000)
  expect(queue.state.get()).toMatchObject({ phase: 'paused', issue: { source: 'printer' } })
  expect(desk.counts()).toMatchObject({ sent: 1, failed: 3 })
  queue.resume()
  await until(queue, 'done')
  expect(queue.state.get().ending).toEqual({ how: 'unfinished' })
})

test('a label that was claimed before the computer slept is not sent after it, as another window has printed it', async () => {
  const desk = openPrintDesk({ labels: 2 })
  const sleeper = desk.openWindow()
  sleeper.start()
  for (let ms = 0; desk.states[1] !== 'sending' && ms < 1000; ms++) await vi.advanceTimersByTimeAsync(1)
  vi.setSystemTime(Date.now() + 60_000)

  const other = desk.openWindow()
  const taken = other.load().then(() => other.resolveDoubts([2], 'again'))
  await vi.advanceTimersByTimeAsync(20)
  await taken
  await until(other, 'done')
  await until(sleeper, 'done')
  expect([desk.timesPrinted(1), desk.timesPrinted(2)]).toEqual([1, 1])
  expect(sleeper.state.get().ending).toMatchObject({ how: 'stopped' })
})

/** Runs until the reply to the claim of label 2 is lost, and a minute later. */
async function loseReplyOfSecondClaim(desk: PrintDesk, queue: PrintQueue) {
  queue.start()
  for (let ms = 0; places(desk).length < 1 && ms < 1000; ms++) await vi.advanceTimersByTimeAsync(1)
  desk.lostMarkReplies = 1
  for (let ms = 0; desk.states[1] !== 'sending' && ms < 1000; ms++) await vi.advanceTimersByTimeAsync(1)
  desk.serverFailures = [noAnswer(), noAnswer()]
  await until(queue, 'paused')
  vi.setSystemTime(Date.now() + 60_000)
}

test('a claim whose reply was lost is not sent when it is repeated later, as another window has printed the label', async () => {
  const desk = openPrintDesk({ labels: 2 })
  const offline = desk.openWindow()
  await loseReplyOfSecondClaim(desk, offline)

  const other = desk.openWindow()
  const taken = other.load().then(() => other.resolveDoubts([2], 'again'))
  await vi.advanceTimersByTimeAsync(20)
  await taken
  await until(other, 'done')
  offline.resume()
  await until(offline, 'done')
  expect([desk.timesPrinted(1), desk.timesPrinted(2)]).toEqual([1, 1])
  expect(offline.state.get().ending).toMatchObject({ how: 'stopped' })
})

test('a run goes on after a claim whose reply was lost, with the same label', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  await loseReplyOfSecondClaim(desk, queue)
  queue.resume()
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 3], { how: 'completed' }])
})

test('a run goes on by itself after the computer slept, with the label that was claimed before', async () => {
  const desk = openPrintDesk({ labels: 3 })
  const queue = desk.openWindow()
  queue.start()
  for (let ms = 0; desk.states[1] !== 'sending' && ms < 1000; ms++) await vi.advanceTimersByTimeAsync(1)
  vi.setSystemTime(Date.now() + 60_000)
  await until(queue, 'done')
  expect([places(desk), queue.state.get().ending]).toEqual([[1, 2, 3], { how: 'completed' }])
})
