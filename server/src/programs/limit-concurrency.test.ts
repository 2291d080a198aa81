import { expect, test, vi } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

const limits = { maxRunning: 1, maxWaiting: 2, maxWaitMs: 1000 }
const pending = () => Promise.withResolvers<string>()
const refused = { code: 'too-many-requests' }

test('work above the limit waits and runs in order', async () => {
  const inTurn = limitConcurrency(limits)
  const first = pending()
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  const all = [inTurn(() => first.promise), inTurn(note('second')), inTurn(note('third'))]
  expect(order).toEqual([])
  first.resolve('done')
  await Promise.all(all)
  expect(order).toEqual(['second', 'third'])
})

test('A9 an aborted request leaves the queue, and the next one runs', async () => {
  const inTurn = limitConcurrency(limits)
  const first = pending()
  const running = inTurn(() => first.promise)
  const gone = new AbortController()
  const abandonedWork = vi.fn(async () => {})
  const abandoned = inTurn(abandonedWork, gone.signal)
  gone.abort(new Error('left'))
  await expect(abandoned).rejects.toThrow('left')
  const next = inTurn(async () => 'next')
  first.resolve('done')
  expect(await running).toBe('done')
  expect(await next).toBe('next')
  expect(abandonedWork).not.toHaveBeenCalled()
})

test('A9 the queue is bounded in time and length, and a request that cannot wait is refused', async () => {
  vi.useFakeTimers()
  const inTurn = limitConcurrency(limits)
  const first = pending()
  const running = inTurn(() => first.promise)
  const late = [inTurn(async () => 'late'), inTurn(async () => 'late')].map((work) =>
    expect(work).rejects.toMatchObject(refused),
  )
  await expect(inTurn(async () => 'full')).rejects.toMatchObject(refused)
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(late)
  first.resolve('done')
  await running
  expect(await inTurn(async () => 'free')).toBe('free')
  vi.useRealTimers()
})
