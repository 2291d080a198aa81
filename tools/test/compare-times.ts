import { expect } from 'vitest'

type Work = () => unknown

type Comparison = {
  /** The lesser work, against which the other is measured. */
  base: Work
  work: Work
  /** How many times as long as `base` the work may take. */
  atMostTimes: number
  /** A shorter time of `base` counts as this, in ms: below it the clock decides. */
  leastMs?: number
}

const maxRounds = 12

/**
 * Expects `work` to take at most `atMostTimes` as long as `base`, each at its fastest.
 * A round may be slowed by whatever else runs on the machine, for some seconds too; work that is too slow is so in
 * every round. Hence the two take turns until the bound is met, and 12 rounds decide that it is not.
 * Run each once before, if its first time is slower.
 */
export async function expectTimesAsLong({ base, work, atMostTimes, leastMs = 1 }: Comparison): Promise<void> {
  let baseMs = Number.POSITIVE_INFINITY
  let workMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < maxRounds; round += 1) {
    baseMs = Math.min(baseMs, await msOf(base))
    workMs = Math.min(workMs, await msOf(work))
    if (workMs <= atMostTimes * Math.max(baseMs, leastMs)) break
  }
  console.info(`${workMs.toFixed(1)} ms, where the lesser work takes ${baseMs.toFixed(1)} ms`)
  expect(workMs / Math.max(baseMs, leastMs)).toBeLessThanOrEqual(atMostTimes)
}

/** Expects `work` to take at most `atMostMs` at its fastest, of up to 12 rounds. */
export const expectWithin = (atMostMs: number, work: Work) => expectMsWithin(atMostMs, () => msOf(work))

/** Expects what `measure` returns to be at most `atMostMs` at its fastest, of up to 12 rounds. */
export async function expectMsWithin(atMostMs: number, measure: () => Promise<number>): Promise<void> {
  let ms = Number.POSITIVE_INFINITY
  for (let round = 0; round < maxRounds && ms > atMostMs; round += 1) ms = Math.min(ms, await measure())
  console.info(`${ms.toFixed(1)} ms, where ${atMostMs} ms are allowed`)
  expect(ms).toBeLessThanOrEqual(atMostMs)
}

async function msOf(work: Work): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
