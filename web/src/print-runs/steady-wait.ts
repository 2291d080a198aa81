let worker: Worker | undefined

/** Waits beside the page: in a page that nobody looks at, a browser lets a timer run out once a minute. */
export function steadyWait(ms: number): Promise<void> {
  worker ??= new Worker(new URL('./wait-worker.ts', import.meta.url), { type: 'module' })
  const clock = worker
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    clock.postMessage(ms, [port2])
  })
}
