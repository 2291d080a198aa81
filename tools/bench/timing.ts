export type Timing = { milliseconds: number[]; seconds: number }

/**
 * Lets the workers take the jobs one after another, until `maxMs` are over: how long each job took, and all together.
 */
export async function timeJobs<J, W>(
  jobs: readonly J[],
  workers: readonly W[],
  work: (job: J, worker: W) => Promise<unknown>,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<Timing> {
  const milliseconds: number[] = []
  const waiting = jobs.values()
  const begun = performance.now()
  const run = async (worker: W) => {
    for (const job of waiting) {
      const from = performance.now()
      await work(job, worker)
      milliseconds.push(performance.now() - from)
      if (performance.now() - begun > maxMs) return
    }
  }
  await Promise.all(workers.map(run))
  return { milliseconds, seconds: (performance.now() - begun) / 1000 }
}

export const together = (rounds: readonly Timing[]): Timing => ({
  milliseconds: rounds.flatMap((round) => round.milliseconds),
  seconds: rounds.reduce((sum, { seconds }) => sum + seconds, 0),
})

/** The time within which the given part of the jobs was done: 0.5 is the median. */
export const percentile = ({ milliseconds }: Timing, part: number): number => percentileOf(milliseconds, part)

/** The value below which the given part of the times lies. */
export function percentileOf(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const perSecond = ({ milliseconds, seconds }: Timing): number => milliseconds.length / seconds
