import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { percentile, perSecond, timeJobs } from './timing.ts'

test('half of the jobs are done within the median, nineteen of twenty within p95', () => {
  const timing = { milliseconds: [5, 1, 3, 2, 100], seconds: 1 }
  expect(percentile(timing, 0.5)).toBe(3)
  expect(percentile(timing, 0.95)).toBe(100)
  expect(perSecond(timing)).toBe(5)
})

test('each job is done once, by workers side by side', async () => {
  const done: string[] = []
  const timing = await timeJobs(['a', 'b', 'c', 'd'], ['first', 'second'], async (job, worker) => {
    await wait(1)
    done.push(`${worker} ${job}`)
  })
  expect(done.map((one) => one.slice(-1)).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(done.map((one) => one.slice(0, -2)))).toEqual(new Set(['first', 'second']))
  expect(timing.milliseconds).toHaveLength(4)
})
