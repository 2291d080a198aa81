let worker: Worker | undefined

/** What a worker may be late before the page's own timer does its work: its script may not have come. */
const lateMs = 100

/** Waits beside the page: in a page that nobody looks at, a browser lets a timer run out once a minute. */
export function steadyWait(ms: number): Promise<void> {
  worker ??= new Worker(new URL('./wait-worker.ts', import.meta.url), { type: 'module' })
  const clock = worker
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const over = () => {
      clearTimeout(ownTimer)
      port1.close()
      resolve()
    }
    const ownTimer = setTimeout(over, ms + lateMs)
    port1.onmessage = over
    clock.postMessage(ms, [port2])
  })
}
