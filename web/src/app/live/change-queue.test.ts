import type { LiveChange } from '@lims/contract/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setVisible } from '../../../test/visibility.ts'
import { ChangeQueue } from './change-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open(workMs = 0) {
  const applied: LiveChange[] = []
  const queue = new ChangeQueue(async (change) => {
    applied.push(change)
    await new Promise<void>((resolve) => {
      if (Number.isFinite(workMs)) setTimeout(resolve, workMs)
    })
  })
  queue.start()
  return { queue, applied }
}

test('a change after a pause is applied at once, with those that come with it', async () => {
  const { queue, applied } = open()
  queue.add({ storages: [1] })
  await vi.advanceTimersByTimeAsync(49)
  queue.add({ storages: [2], samples: true })
  expect(applied).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(applied).toEqual([{ storages: [1, 2], samples: true }])
})

test('changes that come within 250 ms of the last are applied once, together', async () => {
  const { queue, applied } = open()
  queue.add({ storages: [1] })
  await vi.advanceTimersByTimeAsync(60)
  queue.add({ storages: [2] })
  await vi.advanceTimersByTimeAsync(180)
  queue.add({ storages: [3] })
  expect(applied).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(70)
  expect(applied[1]).toEqual({ storages: [2, 3] })
})

test('many changes are applied at a rate that fits their cost, the last one included', async () => {
  const { queue, applied } = open(400)
  for (let at = 0; at < 10_000; at += 50) {
    queue.add({ storages: [at] })
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(applied.length).toBeLessThanOrEqual(5)
  await vi.advanceTimersByTimeAsync(5000)
  const named = applied.flatMap(({ storages }) => (storages === 'all' ? [] : (storages ?? [])))
  expect(new Set(named).size).toBe(200)
})

test('a refetch that hangs holds the next change back for 10 seconds and a pause', async () => {
  const { queue, applied } = open(Number.POSITIVE_INFINITY)
  queue.add({ storages: [1] })
  await vi.advanceTimersByTimeAsync(60)
  queue.add({ storages: [2] })
  await vi.advanceTimersByTimeAsync(14_900)
  expect(applied).toEqual([{ storages: [1] }])
  await vi.advanceTimersByTimeAsync(200)
  expect(applied).toEqual([{ storages: [1] }, { storages: [2] }])
})

test('nothing is applied while the page is hidden, and everything once when it is visible', async () => {
  const { queue, applied } = open()
  setVisible(false)
  for (const id of [1, 2, 3]) {
    queue.add({ storages: [id] })
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(applied).toEqual([])
  setVisible(true)
  await vi.advanceTimersByTimeAsync(50)
  expect(applied).toEqual([{ storages: [1, 2, 3] }])
})
