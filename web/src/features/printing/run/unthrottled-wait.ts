let worker: Worker | undefined

/** How late the worker may be before a timer of the page takes over: its script may have failed to load. */
const maxDelayMs = 100

/** Waits in a worker: browsers throttle the timers of a hidden page to one a minute. */
export function unthrottledWait(ms: number): Promise<void> {
  worker ??= new Worker(new URL('./wait-worker.ts', import.meta.url), { type: 'module' })
  const timerWorker = worker
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = () => {
      clearTimeout(fallback)
      port1.close()
      resolve()
    }
    const fallback = setTimeout(finish, ms + maxDelayMs)
    port1.onmessage = finish
    timerWorker.postMessage(ms, [port2])
  })
}
