import { readFileSync } from 'node:fs'

const sampleEveryMs = 1000

/**
 * Samples the memory of processes every second. Returns a function that stops and returns the largest sum in MB, or
 * undefined outside Linux.
 */
export function watchMemory(pids: () => readonly number[]): () => number | undefined {
  let max = 0
  const timer = setInterval(() => {
    max = Math.max(max, sum(pids()))
  }, sampleEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return max > 0 ? max / 1024 : undefined
  }
}

const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + kilobytesOf(pid), 0)

/** Pss: shared memory counts once over all processes. See proc_pid_smaps(5). */
function kilobytesOf(pid: number): number {
  try {
    return Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
