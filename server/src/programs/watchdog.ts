import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { limits } from '../limits.ts'

const beatEveryMs = 500

/**
 * Ends the process with SIGKILL when its event loop has stood still for so many seconds, and writes where it stands to
 * stderr first: a service manager starts it again, where otherwise everybody would wait for ever. Watches from a
 * thread of its own. Time in which the whole process stands (a sleeping computer) does not count.
 */
export function startWatchdog({ stuckAfterSeconds = limits.stuckMs / 1000 } = {}): void {
  // A breakpoint stops the event loop too.
  if (process.execArgv.some((argument) => argument.startsWith('--inspect'))) return
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs).unref()
  const script = fileURLToPath(new URL('./watchdog-thread.ts', import.meta.url))
  new Worker(script, { workerData: { beats, stuckAfterSeconds }, execArgv: [], name: 'watchdog' }).unref()
}
