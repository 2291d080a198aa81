import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, type PrintDesk } from '../../../../test/print-desk.ts'
import { CallError } from '../../../api/call-error.ts'
import type { PrintQueue } from './print-queue.ts'
import { canRetry, type SendResult, type Verdict } from './print-run-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const resultStates: SendResult['state'][] = ['sent', 'sent', 'sent', 'failed', 'unknown']
const events = [
  'pause',
  'resume',
  'cancel',
  'retry',
  'look',
  'leave out',
  'decided elsewhere',
  'crash',
  'leave',
  'second window',
  'silence',
  'printer stops',
  'delete',
] as const

const aRun = fc.record({
  labels: fc.integer({ min: 1, max: 12 }),
  agentMs: fc.integer({ min: 0, max: 200 }),
  serverMs: fc.integer({ min: 0, max: 250 }),
  outcomes: fc.array(fc.constantFrom(...resultStates), { minLength: 1, maxLength: 40 }),
  /** What happens, and after how long. */
  story: fc.array(
    fc.record({ event: fc.constantFrom(...events), afterMs: fc.integer({ min: 0, max: 700 }) }),
    {
      maxLength: 12,
    },
  ),
})

test('in any order of events no label is printed twice and none is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(aRun, async ({ story, outcomes, ...settings }) => {
      const agent = (_place: number, nth: number): SendResult => {
        const state = outcomes[nth % outcomes.length] ?? 'sent'
        return state === 'sent' ? { state } : { state, reason: state }
      }
      const desk = openPrintDesk({ ...settings, agent })
      const first = await openWindow(desk)
      let queue = first
      void queue.start()

      for (const { event, afterMs } of story) {
        await vi.advanceTimersByTimeAsync(afterMs)
        if (event === 'pause') queue.pause()
        else if (event === 'resume') queue.resume()
        else if (event === 'cancel') void queue.cancel()
        else if (event === 'retry' && canRetry(queue.state.get())) void queue.retryFailures()
        else if (event === 'look') look(desk, queue, 'again')
        else if (event === 'leave out') look(desk, queue, 'left-out')
        else if (event === 'decided elsewhere') decideElsewhere(desk)
        else if (event === 'silence') desk.serverFailures.push(...Array.from({ length: 4 }, noReply))
        else if (event === 'printer stops') desk.printer = 'paused'
        else if (event === 'delete') desk.deleted.add(1 + (afterMs % settings.labels))
        else if (event === 'crash') desk.kill(queue)
        else if (event === 'leave') queue.leave()

        if ((event === 'crash' || event === 'leave' || event === 'second window') && !desk.isFinished) {
          queue = await openWindow(desk)
          void queue.start()
        }
      }
      desk.serverFailures = []
      desk.agent = () => ({ state: 'sent' })
      desk.fixPrinter()
      await vi.advanceTimersByTimeAsync(10_000)
      // A window that has missed what another one did may have to leave the run to a third.
      if (queue === first) await finishRun(desk, queue)
      else await finishInNextWindow(desk, queue)

      expect(desk.isFinished).toBe(true)
      for (const [index, state] of desk.states.entries()) {
        const place = index + 1
        const expected = state === 'sent' ? 1 : 0
        if (state === 'unknown') expect(desk.timesPrinted(place)).toBeLessThanOrEqual(1)
        else expect([place, state, desk.timesPrinted(place)]).toEqual([place, state, expected])
        expect(['sent', 'failed', 'unknown', 'cancelled']).toContain(state)
      }
    }),
    { numRuns: 300 },
  )
})

/** Opens a window that resumes the run, and waits 2 s as a person would. */
async function openWindow(desk: PrintDesk): Promise<PrintQueue> {
  desk.serverFailures = []
  const queue = desk.openWindow()
  const loaded = queue.load()
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  return queue
}

/** A person fixes the printer, and decides correctly about the labels in doubt. */
function look(desk: PrintDesk, queue: PrintQueue, ifNot: Verdict) {
  desk.fixPrinter()
  const places = queue.state.get().inDoubt.map(({ place }) => place)
  const { seen = [], missing = [] } = Object.groupBy(places, (place) =>
    desk.timesPrinted(place) > 0 ? 'seen' : 'missing',
  )
  if (seen.length > 0) queue.resolveDoubts(seen, 'printed').catch(unlessRefused)
  if (missing.length > 0) queue.resolveDoubts(missing, ifNot).catch(unlessRefused)
}

/** Somebody fixes the printer, and decides correctly on the page of a sample. */
function decideElsewhere(desk: PrintDesk) {
  desk.fixPrinter()
  const index = desk.states.indexOf('unknown')
  if (index >= 0) desk.states[index] = desk.timesPrinted(index + 1) > 0 ? 'sent' : 'cancelled'
}

/** Continues in the same window, with a working printer and server, until nothing is left to do. */
async function finishRun(desk: PrintDesk, queue: PrintQueue) {
  for (let round = 0; !desk.isFinished && round < 5; round++) {
    look(desk, queue, 'again')
    await vi.advanceTimersByTimeAsync(2000)
    queue.resume()
    await vi.advanceTimersByTimeAsync(10_000)
    if (canRetry(queue.state.get())) void queue.retryFailures()
    await vi.advanceTimersByTimeAsync(10_000)
  }
}

/** Continues in other windows. */
async function finishInNextWindow(desk: PrintDesk, last: PrintQueue) {
  last.leave()
  await vi.advanceTimersByTimeAsync(10_000)
  for (let round = 0; !desk.isFinished && round < 5; round++) {
    const queue = await openWindow(desk)
    look(desk, queue, 'again')
    await vi.advanceTimersByTimeAsync(2000)
    void queue.start()
    await vi.advanceTimersByTimeAsync(20_000)
    if (canRetry(queue.state.get())) void queue.retryFailures()
    await vi.advanceTimersByTimeAsync(20_000)
    if (queue.state.get().phase === 'idle') void queue.cancel()
    await vi.advanceTimersByTimeAsync(2000)
  }
}

const noReply = () => new CallError('Failed to fetch', { code: 'no-answer' })

/** Another window may have decided first, or the server may not respond. */
function unlessRefused(failure: unknown) {
  if (!(failure instanceof CallError)) throw failure
}
