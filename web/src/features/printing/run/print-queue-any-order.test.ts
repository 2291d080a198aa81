import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, type PrintDesk } from '../../../../test/print-desk.ts'
import { CallError } from '../../../api/call-error.ts'
import type { PrintQueue } from './print-queue.ts'
import { canRetry, type SendResult, type Verdict } from './print-run-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const handings: SendResult['state'][] = ['sent', 'sent', 'sent', 'failed', 'unknown']
const deeds = [
  'pause',
  'resume',
  'cancel',
  'retry',
  'look',
  'leave out',
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
  outcomes: fc.array(fc.constantFrom(...handings), { minLength: 1, maxLength: 40 }),
  /** What a person, or the world, does, and after how long. */
  story: fc.array(fc.record({ deed: fc.constantFrom(...deeds), afterMs: fc.integer({ min: 0, max: 700 }) }), {
    maxLength: 12,
  }),
})

test('whatever is done in whatever order, no label comes out twice and none is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(aRun, async ({ story, outcomes, ...settings }) => {
      const agent = (_place: number, nth: number): SendResult => {
        const state = outcomes[nth % outcomes.length] ?? 'sent'
        return state === 'sent' ? { state } : { state, reason: state }
      }
      const desk = openPrintDesk({ ...settings, agent })
      let queue = await openWindow(desk)
      void queue.start()

      for (const { deed, afterMs } of story) {
        await vi.advanceTimersByTimeAsync(afterMs)
        if (deed === 'pause') queue.pause()
        else if (deed === 'resume') queue.resume()
        else if (deed === 'cancel') void queue.cancel()
        else if (deed === 'retry' && canRetry(queue.state.get())) void queue.retryFailures()
        else if (deed === 'look') look(desk, queue, 'again')
        else if (deed === 'leave out') look(desk, queue, 'left-out')
        else if (deed === 'silence') desk.serverFailures.push(...Array.from({ length: 4 }, noAnswer))
        else if (deed === 'printer stops') desk.printer = 'paused'
        else if (deed === 'delete') desk.deleted.add(1 + (afterMs % settings.labels))
        else if (deed === 'crash') desk.kill(queue)
        else if (deed === 'leave') queue.leave()

        if ((deed === 'crash' || deed === 'leave' || deed === 'second window') && !desk.isFinished) {
          queue = await openWindow(desk)
          void queue.start()
        }
      }
      await bringToAnEnd(desk, queue)

      expect(desk.isFinished).toBe(true)
      for (const [index, state] of desk.states.entries()) {
        const place = index + 1
        const expected = state === 'sent' ? 1 : 0
        if (state === 'unknown') expect(desk.cameOut(place)).toBeLessThanOrEqual(1)
        else expect([place, state, desk.cameOut(place)]).toEqual([place, state, expected])
        expect(['sent', 'failed', 'unknown', 'cancelled']).toContain(state)
      }
    }),
    { numRuns: 300 },
  )
})

/** A window that resumes the run; a person is no quicker than 2 s. */
async function openWindow(desk: PrintDesk): Promise<PrintQueue> {
  desk.serverFailures = []
  const queue = desk.openWindow()
  const loaded = queue.load()
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  return queue
}

/** A person goes to the printer, mends it and tells the truth. */
function look(desk: PrintDesk, queue: PrintQueue, ifNot: Verdict) {
  desk.mend()
  const places = queue.state.get().inDoubt.map(({ place }) => place)
  const { seen = [], missing = [] } = Object.groupBy(places, (place) =>
    desk.cameOut(place) > 0 ? 'seen' : 'missing',
  )
  if (seen.length > 0) queue.resolveDoubts(seen, 'printed').catch(unlessRefused)
  if (missing.length > 0) queue.resolveDoubts(missing, ifNot).catch(unlessRefused)
}

/** The last window goes on, with a printer and a server that work, until nothing is left to do. */
async function bringToAnEnd(desk: PrintDesk, last: PrintQueue) {
  desk.serverFailures = []
  desk.agent = () => ({ state: 'sent' })
  desk.mend()
  await vi.advanceTimersByTimeAsync(10_000)
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

const noAnswer = () => new CallError('Failed to fetch', { code: 'no-answer' })

/** Another window may have decided first, or the server may be silent. */
function unlessRefused(failure: unknown) {
  if (!(failure instanceof CallError)) throw failure
}
