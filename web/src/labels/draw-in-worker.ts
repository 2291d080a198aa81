import type { Drawing, DrawOrder } from './zpl-worker.ts'

let worker: Worker | undefined

/** Draws a label beside the page: the renderer is 9 MB of script and holds a thread while it starts. */
export function drawInWorker(order: DrawOrder): Promise<string> {
  worker ??= new Worker(new URL('./zpl-worker.ts', import.meta.url), { type: 'module' })
  const started = worker
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<Drawing>) => {
      port1.close()
      if ('png' in data) resolve(data.png)
      else reject(new Error(data.failure))
    }
    started.onerror = () => {
      worker = undefined
      reject(new Error('The label renderer could not be loaded'))
    }
    started.postMessage(order, [port2])
  })
}
